import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Nothing here may reach beyond the server under test, so the browser's own errands are off. */
const ARGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-extensions",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--metrics-recording-only",
  "--no-first-run",
  "--no-default-browser-check",
];

/** Starts Chromium: the one of `$CHROMIUM`, the system's, or the one that comes with the development dependencies. */
export async function launch() {
  const installed = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (path) => path && existsSync(path),
  );
  if (installed) return chromium.launch({ executablePath: installed, args: ARGS });
  const { default: packed } = await import("@sparticuz/chromium");
  return chromium.launch({ executablePath: await packed.executablePath(), args: [...packed.args, ...ARGS] });
}

/** Opens a page that fails its test on script errors and on requests to anywhere but the server. */
export async function openPage(browser, base, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: "UTC", baseURL: base, ...options });
  const page = await context.newPage();
  // Builders share their processors with other builds; what is slow there is not wrong.
  page.setDefaultTimeout(60_000);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(`script error: ${error.message}`));
  page.on("console", (message) => {
    // The browser logs every 4xx by itself; pages that show an error have one.
    if (message.type() === "error" && !/^Failed to load resource: .* status of 4\d\d/.test(message.text())) {
      complaints.push(`console: ${message.text()}`);
    }
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== new URL(base).origin) complaints.push(`outside request: ${url.href}`);
  });
  return {
    page,
    async close() {
      await context.close();
      assert.deepEqual(complaints, [], "the page complained");
    },
  };
}

/** What of a page a theme can make better or worse; all else is the same document in both. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];
const OF_ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Waits until colours are as they stay, and neither fade any more nor stand back for an answer to come. */
async function settled(page) {
  await page.waitForFunction(() => !document.querySelector(".stepping"));
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    // What follows a scroll position instead of the time never ends.
    const ending = document
      .getAnimations()
      .filter(({ effect, timeline }) => timeline instanceof DocumentTimeline && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Checks a page with axe-core in both themes, and that it does not scroll sideways. */
export async function checkPage(page, name) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  for (const [colorScheme, runOnly] of [
    ["light", OF_ALL],
    ["dark", OF_COLOURS],
  ]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    const { violations } = await page.evaluate((rules) => globalThis.axe.run(document, { runOnly: rules }), runOnly);
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const words = grave.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `    ${node.target} ${node.html.slice(0, 160)}\n      ${node.failureSummary}`).join("\n")}`);
    assert.equal(grave.length, 0, `${name}, ${colorScheme} theme:\n${words.join("\n")}`);
  }
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, `${name} is ${over} px wider than the window`);
}
