import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { checkPage, launch, openPage } from "./browser.mjs";

const { STREAMGAUGE_URL: base, GROUP: path, SCALE_OUT: signal } = process.env;
assert.ok(base && path && signal, "STREAMGAUGE_URL, GROUP (the path of a group's page) and SCALE_OUT (a file: with it the page asks for a second instance) must be given");

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

test("a page that is open follows a real rebalance by itself", async () => {
  const { page, close } = await openPage(browser, base);
  await page.goto(path);
  const grid = page.getByRole("grid", { name: /to 1 member$/ });
  await grid.waitFor();
  await page.locator(".state-pill", { hasText: "Stable" }).first().waitFor();
  const alone = await page.locator(".tg-line").getByRole("gridcell", { name: / active on / }).count();
  assert.ok(alone > 1, "one member runs all tasks");
  // A page that was loaded anew would have lost it.
  await page.evaluate(() => {
    globalThis.untouched = true;
  });

  writeFileSync(signal, "");

  await page.getByRole("grid", { name: /to 2 members$/ }).waitFor();
  await page.waitForFunction(
    (all) => {
      const actives = [...document.querySelectorAll(".tg-line")].map((row) => row.querySelectorAll('[role="gridcell"][aria-label*=" active on "]').length);
      return actives.length === 2 && actives.every((count) => count > 0 && count < all);
    },
    alone,
    { timeout: 60_000 },
  );
  await page.locator(".state-pill", { hasText: "Stable" }).first().waitFor();
  assert.equal(await page.evaluate(() => globalThis.untouched), true, "the page was not loaded anew");
  assert.equal(new URL(page.url()).pathname, path);
  await checkPage(page, "a live group");

  await page.getByRole("link", { name: /^Rebalances/ }).click();
  await page.getByText(/joined/i).first().waitFor();
  await close();
});
