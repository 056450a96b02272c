import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { fixtureApi } from "./dev/fixture/plugin.ts";

const server = process.env.STREAMGAUGE_URL ?? "http://127.0.0.1:8080";

export default defineConfig(({ mode }) => ({
  plugins: [react(), ...(mode === "fixture" ? [fixtureApi()] : [])],
  build: {
    // Data URIs would need holes in a content security policy.
    assetsInlineLimit: 0,
    target: "es2022",
  },
  server: {
    host: "127.0.0.1",
    proxy: mode === "fixture" ? undefined : { "/api": server },
  },
  test: {
    environment: "happy-dom",
    environmentOptions: { happyDOM: { url: "http://localhost/" } },
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
    env: { TZ: "UTC" },
    // More than what a test waits for (src/testing/setup.ts), so that it says what did not come.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
