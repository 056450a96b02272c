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

/** Notes from now on which cells of the assignment are seen with a colour that an animation gives them. */
const noteGlow = (page) =>
  page.evaluate(() => {
    globalThis.glowed = new Set();
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        const cell = effect?.target;
        if (!cell?.matches(".tg [data-row] [data-task]") || effect.pseudoElement) continue;
        if (getComputedStyle(cell).backgroundColor !== "rgba(0, 0, 0, 0)") globalThis.glowed.add(cell.getAttribute("aria-label"));
      }
      requestAnimationFrame(look);
    };
    look();
  });
const glowed = (page) => page.evaluate(() => [...globalThis.glowed]);

test("a page that is open follows a real rebalance by itself", async () => {
  const { page, close } = await openPage(browser, base);
  const calm = await openPage(browser, base, { reducedMotion: "reduce" });
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

  await calm.page.goto(path);
  await calm.page.getByRole("grid", { name: /to 1 member$/ }).waitFor();
  for (const one of [page, calm.page]) await noteGlow(one);

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
  await calm.page.getByRole("grid", { name: /to 2 members$/ }).waitFor();
  assert.ok((await glowed(page)).some((label) => / active on /.test(label)), `a task that moved did not glow, only: ${(await glowed(page)).join("; ")}`);
  assert.deepEqual(await glowed(calm.page), [], "cells glowed for one who prefers no motion");
  await calm.close();
  assert.equal(await page.evaluate(() => globalThis.untouched), true, "the page was not loaded anew");
  assert.equal(new URL(page.url()).pathname, path);
  await checkPage(page, "a live group");

  await page.getByRole("link", { name: /^Rebalances/ }).click();
  await page.getByText(/joined/i).first().waitFor();
  await close();
});

test("the topology of a group whose nodes the brokers keep is drawn with all of them", async () => {
  const { page, close } = await openPage(browser, base);
  await page.goto(`${path}?tab=topology`);
  await page.getByRole("button", { name: "Nodes", exact: true }).click();
  await page.waitForURL(/graph=nodes/);
  const graph = page.getByRole("group", { name: /^Graph of the nodes/ });
  const nodes = page.getByRole("region", { name: "Nodes" });
  const names = await nodes.getByRole("rowheader").allInnerTexts();
  assert.ok(names.length > 3, `nodes: ${names}`);
  const drawn = (await graph.innerText()).split("\n");
  assert.deepEqual(names.filter((name) => !drawn.some((text) => text.includes(name))), [], `not drawn; drawn are ${drawn}`);
  for (const store of ["latest", "counts"]) {
    await graph.getByText(store, { exact: true }).first().waitFor();
    await nodes.getByText(store, { exact: true }).first().waitFor();
  }
  assert.equal(await page.getByRole("alert").count(), 0);
  await checkPage(page, "topology with nodes");
  await close();
});
