import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const pages = ["groups", "group", "recordings"];

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "src/api/schema.d.ts", "public/"] },
  ...tseslint.configs.recommended,
  reactHooks.configs.flat.recommended,
  {
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  { files: ["e2e/**"], rules: { "no-console": "off" } },
  // Imports point one way: pages use components, components use queries and lib, and lib knows nobody.
  ...pages.map((page) => ({
    files: [`src/pages/${page}/**`],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: pages.filter((other) => other !== page).map((other) => ({ group: [`**/pages/${other}/**`, `../${other}/**`] })) },
      ],
    },
  })),
  {
    files: ["src/components/**", "src/queries/**", "src/lib/**", "src/api/**"],
    rules: { "no-restricted-imports": ["error", { patterns: [{ group: ["**/pages/**"] }] }] },
  },
  {
    files: ["src/lib/**"],
    ignores: ["**/*.test.*"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ group: ["**/pages/**", "**/components/**", "**/queries/**"] }] },
      ],
    },
  },
);
