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
    // Builders share their processors with other builds; what is slow there is not wrong.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
}));
