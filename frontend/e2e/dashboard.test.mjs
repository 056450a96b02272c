import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { checkPage, launch, openPage } from "./browser.mjs";
import { LARGE, largeExport } from "./make-large.mjs";
import { makeRecording, ODD_GROUP } from "./make-recording.mjs";

const base = process.env.STREAMGAUGE_URL?.replace(/\/$/, "");
assert.ok(base, "STREAMGAUGE_URL must name a running Streamgauge, as in STREAMGAUGE_URL=http://127.0.0.1:8080 npm run e2e");

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const stamp = Date.now();

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Runs a walk on a page of its own. */
async function walk(steps, options) {
  const { page, close } = await openPage(browser, base, options);
  try {
    await steps(page);
  } catch (error) {
    const shot = join(tmpdir(), `streamgauge-e2e-${Date.now()}.png`);
    await page.screenshot({ path: shot, fullPage: true }).catch(() => undefined);
    error.message += `\n  at ${page.url()}, screenshot ${shot}`;
    throw error;
  }
  await close();
}

async function openSample(page, query = "") {
  await page.goto(`/clusters/sample/groups/orders-app${query}`);
  await page.getByRole("heading", { level: 1, name: "orders-app" }).waitFor();
}

async function upload(page, file, name) {
  await page.goto("/recordings");
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Upload and replay" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  const over = page.locator(".recording-completed, .recording-failed, .recording-cancelled");
  await over.waitFor({ timeout: 60_000 });
  assert.equal((await over.innerText()).replace(/\W/g, ""), "Completed", "the replay did not complete");
}

async function remove(page, name) {
  await page.getByRole("button", { name: new RegExp(`^Delete ${name}`) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
}

test("the start address leads to the groups of a cluster", () =>
  walk(async (page) => {
    await page.goto("/");
    await page.waitForURL(/\/clusters\/.+/);
    await page.getByRole("table").waitFor();
    await checkPage(page, "groups");
  }));

test("the groups of the sample are listed, searched with the / key, and fit on a phone", async () => {
  await walk(async (page) => {
    await page.goto("/clusters/sample");
    await page.getByRole("link", { name: "orders-app" }).waitFor();
    await page.getByText("Nothing here is live.").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("no such group at all");
    await page.getByText("No group fits").waitFor();
    assert.match(page.url(), /search=no\+such/);
    await page.getByRole("button", { name: "Show all groups" }).click();
    await page.getByRole("link", { name: "orders-app" }).waitFor();
    await checkPage(page, "groups of the sample");
  });
  await walk(async (page) => {
    await page.goto("/clusters/sample");
    await page.getByRole("link", { name: "orders-app" }).waitFor();
    await checkPage(page, "groups on a phone");
  }, PHONE);
});

test("a group opens from the list and shows who runs what", async () => {
  await walk(async (page) => {
    await page.goto("/clusters/sample");
    await page.getByRole("link", { name: "orders-app" }).click();
    await page.getByRole("grid").waitFor();
    assert.ok((await page.locator('[role="gridcell"] .mark').count()) > 0, "the assignment has no task in it");
    await checkPage(page, "group");
  });
  await walk(async (page) => {
    await openSample(page);
    await page.getByRole("grid").waitFor();
    await checkPage(page, "group on a phone");
  }, PHONE);
});

test("the keys of the time band step through the snapshots", () =>
  walk(async (page) => {
    await openSample(page);
    const band = page.getByRole("slider", { name: "Instant" });
    // The snapshots may be there before the one that is shown, and without it there is nothing to step from.
    await page.locator('[role="slider"][aria-valuetext]').waitFor();
    const last = Number(await band.getAttribute("aria-valuemax"));
    const first = Number(await band.getAttribute("aria-valuemin"));
    assert.ok(last > first, "the sample has one snapshot only");
    await band.focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(/[?&](at|version)=/);
    await page.waitForFunction((latest) => Number(document.querySelector('[role="slider"]')?.getAttribute("aria-valuenow")) < latest, last);
    await page.keyboard.press("Home");
    await page.waitForFunction(
      (version) => new RegExp(`^Version ${version}, .* UTC`).test(document.querySelector('[role="slider"]')?.getAttribute("aria-valuetext") ?? ""),
      first,
    );
    await page.getByRole("button", { name: "Next change" }).click();
    await page.waitForFunction((version) => Number(document.querySelector('[role="slider"]')?.getAttribute("aria-valuenow")) > version, first);
    const box = await band.boundingBox();
    const before = page.url();
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2);
    await page.waitForURL((url) => url.href !== before);
    await checkPage(page, "group in the past");
    await page.getByRole("button", { name: /Latest|Live/ }).click();
    await page.waitForURL((url) => !url.searchParams.has("at") && !url.searchParams.has("version"));
  }));

test("the timeline leads from a bar to its instant by keyboard, and zooms", async () => {
  await walk(async (page) => {
    await openSample(page, "?tab=timeline");
    const plot = page.getByRole("application");
    await plot.getByRole("link").first().waitFor();
    await checkPage(page, "timeline");
    await plot.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    const said = await plot.locator("[aria-live]").textContent();
    assert.match(said ?? "", /UTC/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/[?&]at=/);
    await page.keyboard.press("+");
    await page.waitForURL(/[?&]range=/);
    await page.getByRole("button", { name: "Tasks" }).click();
    await page.getByRole("link", { name: "1_3" }).click();
    await page.waitForURL((url) => url.searchParams.get("task") === "1_3" && url.searchParams.has("at") && url.searchParams.has("range"));
    await page.getByRole("complementary").getByText("Holders").waitFor();
  });
  await walk(async (page) => {
    await openSample(page, "?tab=timeline&at=2026-11-29T22:24:43.900Z");
    await page.getByRole("application").getByRole("link").first().waitFor();
    await checkPage(page, "timeline on a phone");
  }, PHONE);
});

test("the rebalances tell why 8082's tasks ran nowhere, and for how long", async () => {
  await walk(async (page) => {
    await openSample(page);
    await page.getByRole("link", { name: "Rebalances" }).click();
    const row = page.getByRole("row", { name: /^Rebalance 4 .* app-8082 expired/ });
    assert.match(await row.innerText(), /last heard 22:24:33\.720, 10 s before/);
    assert.match(await row.innerText(), /4 tasks, up to 2\.2 s/);
    await row.getByRole("link", { name: "Rebalance 4" }).click();
    await page.waitForURL(/rebalance=4/);
    const moves = page.getByRole("table", { name: "Tasks of rebalance 4, before and after" });
    assert.match(await moves.getByRole("row", { name: /^1_3 active/ }).innerText(), /app-8082[^]*app-8081[^]*2\.2 s 22:24:43\.105 – 22:24:45\.348/);
    await checkPage(page, "rebalances");
    await row.getByRole("link", { name: "2026-11-29 22:24:43.105" }).click();
    await page.locator('[role="slider"][aria-valuetext*="22:24:43.105"]').waitFor();
    await page.locator('tr[aria-current="true"]', { hasText: "app-8082 expired" }).waitFor();
    await page.getByText(/^Not safe to restart/).click();
    await page.getByRole("listitem").filter({ hasText: "The group is RECONCILING" }).waitFor();
    await checkPage(page, "verdict that is opened");
  });
  await walk(async (page) => {
    await openSample(page, "?tab=rebalances&rebalance=4");
    await page.getByRole("table", { name: /^Tasks of rebalance 4/ }).waitFor();
    await checkPage(page, "rebalances on a phone");
  }, PHONE);
});

test("an instant opens in another browser as it was left", () =>
  walk(async (page) => {
    await openSample(page, "?at=2026-11-29T22:24:43.900Z");
    await page.locator('[role="slider"][aria-valuetext*="22:24:43.900"]').waitFor();
    await page.getByRole("region", { name: "Findings" }).locator("summary", { hasText: /runs nowhere.*\b1_3\b/s }).waitFor();
  }));

test("keys lead to the help, the groups and in time", () =>
  walk(async (page) => {
    await openSample(page);
    await page.locator('[role="slider"][aria-valuetext]').waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys and words" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("main").focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(/[?&](at|version)=/);
    await page.keyboard.press("g");
    await page.getByRole("heading", { level: 1, name: "sample" }).waitFor();
  }));

test("a task opens beside the grid by keyboard and closes with Escape", () =>
  walk(async (page) => {
    await openSample(page);
    await page.locator('.tg [data-task][tabindex="0"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForURL(/task=/);
    const panel = page.getByRole("complementary");
    await panel.getByText("Holders").waitFor();
    await panel.getByText(/^Life, by what was/).waitFor();
    await checkPage(page, "task");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    assert.ok(await page.getByRole("grid").isVisible());
  }));

test("the assignment is searched, and the address keeps the search", () =>
  walk(async (page) => {
    await openSample(page);
    await page.getByRole("searchbox", { name: /^Search tasks/ }).fill("counts app-8082");
    await page.waitForURL(/find=counts/);
    await page.getByText(/^\d+ of 12 tasks, 2 of 4 members/).waitFor();
    await checkPage(page, "assignment that is searched");
    await page.reload();
    await page.getByText(/^\d+ of 12 tasks, 2 of 4 members/).waitFor();
    await page.getByRole("searchbox", { name: /^Search tasks/ }).fill("no such thing");
    await page.getByText("No task and no member fits").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("grid").waitFor();
  }));

test("500 members and 10,000 tasks are in reach of keyboard and search, and only what is in sight is in the document", () =>
  walk(async (page) => {
    page.setDefaultTimeout(90_000);
    const name = `e2e large ${stamp}`;
    const file = join(mkdtempSync(join(tmpdir(), "streamgauge-e2e-")), "large.json");
    writeFileSync(file, largeExport(1));
    await page.goto("/recordings");
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor({ timeout: 180_000 });
    await page.goto(`/clusters/${encodeURIComponent(name)}/groups/${LARGE.group}`);
    const few = async () => {
      // What comes into sight is drawn in turns, so that for a moment there may be none.
      const drawn = await page.waitForFunction(() => document.querySelectorAll(".tg-cell").length);
      const cells = await drawn.jsonValue();
      assert.ok(cells < 2500, `${cells} cells are in the document`);
    };
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    await page.getByRole("grid", { name: "Assignment of 10,000 tasks to 500 members" }).waitFor();
    await few();
    await page.locator('.tg [data-task][tabindex="0"]').focus();
    await page.keyboard.press("Control+End");
    assert.match(await focused(), /runs nowhere/);
    await page.keyboard.press("ArrowUp");
    assert.match(await focused(), /on order-\d+, member/);
    assert.ok(await page.evaluate(() => {
      const box = document.activeElement.getBoundingClientRect();
      const grid = document.activeElement.closest(".tg-scroll").getBoundingClientRect();
      return box.top >= grid.top && box.bottom <= grid.bottom && box.left >= grid.left && box.right <= grid.right;
    }), "the cell with the focus is out of sight");
    await few();
    await checkPage(page, "large group");
    await page.getByRole("button", { name: "A column a task" }).click();
    await page.waitForURL(/arrange=columns/);
    await few();
    await page.locator('.tg [data-task][tabindex="0"]').focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    assert.match(await focused(), /^7_11/);
    await few();
    await checkPage(page, "large group in columns");
    await page.getByRole("searchbox", { name: /^Search tasks/ }).fill("1_2999");
    await page.getByText(/^1 of 10,000 tasks, 2 of 500 members/).waitFor();
    await page.locator(".tg-cell").first().click();
    await page.getByRole("complementary").getByText("counts, partition 2999").waitFor();
    await page.goto("/recordings");
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await remove(page, name);
  }));

test("statuses and heartbeat errors are told over the group's whole life", () =>
  walk(async (page) => {
    await openSample(page);
    await page.getByRole("link", { name: /^Statuses/ }).click();
    await page.getByRole("heading", { name: "Heartbeat errors" }).waitFor();
    await page.waitForFunction(() => !document.querySelector(".skeleton"));
    assert.equal(await page.getByRole("alert").count(), 0);
    await checkPage(page, "statuses");
  }));

test("the host for a key of a store is found, and that of a partition while a rebalance goes on", () =>
  walk(async (page) => {
    await openSample(page);
    await page.getByRole("link", { name: "Endpoints" }).click();
    const form = page.getByRole("region", { name: "Lookup" });
    await form.getByLabel("Key").fill("alice");
    await form.getByRole("button", { name: "Look up" }).click();
    await form.getByText("app-8082.example.internal:8082").waitFor();
    assert.match(await form.getByRole("listitem").first().innerText(), /active/);
    assert.match(page.url(), /store=counts&key=alice/);
    const answer = await page.request.get((await form.getByText(/^curl '/).innerText()).slice("curl '".length, -1));
    assert.equal((await answer.json()).partition, 3);
    await page.getByText("The partitions of all 12 known tasks are served actively, each by one endpoint.").waitFor();
    await checkPage(page, "endpoints");
    await openSample(page, "?tab=endpoints&by=store&store=counts&partition=2&at=2026-11-29T22:24:43.900Z");
    await page.getByText("counts partitions 2, 3 are served actively by no endpoint").waitFor();
    await form.getByText(/The endpoint map is older than the last rebalance/).waitFor();
    await checkPage(page, "endpoints during a rebalance");
  }));

test("lags are told as far as a recording knows them", () =>
  walk(async (page) => {
    await openSample(page);
    await page.getByRole("link", { name: "Lag", exact: true }).click();
    await page.getByText("what was recorded tells how far copies are restored").waitFor();
    const lags = page.getByRole("region", { name: "Lags" });
    await lags.getByRole("searchbox").fill("1_1");
    await lags.getByText("1 of 6 copies").waitFor();
    await checkPage(page, "lag");
    await lags.getByRole("link", { name: "1_1" }).click();
    await page.getByRole("complementary").getByText("counts, partition 1").waitFor();
  }));

test("endpoints and lags fit on a phone", () =>
  walk(async (page) => {
    await openSample(page, "?tab=endpoints&store=counts&key=alice");
    await page.getByRole("region", { name: "Lookup" }).getByRole("listitem").first().waitFor();
    await checkPage(page, "endpoints on a phone");
    await openSample(page, "?tab=lag");
    await page.getByRole("region", { name: "Lags" }).getByRole("row").first().waitFor();
    await checkPage(page, "lag on a phone");
  }, PHONE));

test("the topology tells its topics and stores, and what only brokers could tell as not known", () =>
  walk(async (page) => {
    await openSample(page);
    await page.getByRole("link", { name: "Topology" }).click();
    const graph = page.getByRole("group", { name: /^Graph of the subtopologies/ });
    await graph.getByText("orders-app-counts-repartition").waitFor();
    const counts = page.getByRole("region", { name: "Subtopologies" }).getByRole("row", { name: /^1 / });
    await counts.getByText("counts", { exact: true }).waitFor();
    await page.getByText("Not known: only brokers tell nodes, and heartbeats do not.").waitFor();
    await page.getByText("Not known: only brokers tell configs, and heartbeats do not.").waitFor();
    await checkPage(page, "topology");
    await graph.getByRole("link", { name: /^Subtopology 1/ }).click();
    await page.waitForURL((url) => url.searchParams.get("find") === "1_");
    await page.getByText("6 of 12 tasks").waitFor();
  }));

test("members show their views, and any two snapshots are compared", () =>
  walk(async (page) => {
    await openSample(page);
    await page.getByRole("link", { name: /^Members/ }).click();
    await page.getByRole("region", { name: "Members" }).getByRole("button").first().click();
    await page.getByRole("region", { name: "Member", exact: true }).waitFor();
    await checkPage(page, "members");
    await page.getByRole("link", { name: "Snapshots" }).click();
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText(/^From version/).waitFor();
    await page.getByRole("radio", { name: "Compare from version 70" }).click();
    await page.waitForURL((url) => url.searchParams.get("from") === "70" && url.searchParams.has("to"));
    await page.getByText(/^From version 70 /).waitFor();
    await page.getByRole("list", { name: "What differs, in words" }).waitFor();
    await checkPage(page, "snapshots");
    await page.getByRole("button", { name: /^Show version/ }).last().click();
    await page.waitForURL(/version=/);
  }));

test("a recording is uploaded and replayed, and a group with an odd name is found in it", () =>
  walk(async (page) => {
    const name = `e2e odd ${stamp}`;
    const file = join(mkdtempSync(join(tmpdir(), "streamgauge-e2e-")), "odd.log");
    writeFileSync(file, makeRecording());
    await page.goto("/recordings");
    await page.getByText("Choose files").first().waitFor();
    await checkPage(page, "recordings");
    await upload(page, file, name);
    await checkPage(page, "recording");
    await page.getByRole("link", { name: /^Show \d+ groups?/ }).click();
    await page.getByRole("link", { name: ODD_GROUP }).click();
    await page.getByRole("heading", { level: 1, name: ODD_GROUP }).waitFor();
    assert.match(page.url(), /\/groups\/a%2Fb%20c%252F%20%C3%A9/);
    await page.getByRole("grid").waitFor();
    await page.locator("[data-task]").first().click();
    await page.getByRole("complementary").getByText(/^Life, by what was/).waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: ODD_GROUP }).waitFor();
    await checkPage(page, "group with an odd name");
    await page.goto("/recordings");
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole("button", { name: "Upload and replay" }).click();
    const there = page.getByRole("status").filter({ hasText: "already there" });
    await there.waitFor();
    await checkPage(page, "recordings with what is there already");
    await there.getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await remove(page, name);
  }));

/** What the group's page shows of the latest snapshot, and how many there are. */
async function picture(page) {
  const grid = page.getByRole("grid");
  await grid.waitFor();
  await page.waitForFunction(() => !document.querySelector(".skeleton"));
  const band = page.getByRole("slider", { name: "Instant" });
  await page.locator('[role="slider"][aria-valuetext]').waitFor();
  const findings = page.getByRole("region", { name: "Findings" });
  await findings.waitFor();
  return {
    grid: await grid.innerText(),
    marks: await grid.locator(".mark").evaluateAll((marks) => marks.map((mark) => `${mark.className} ${mark.closest("[data-task]")?.getAttribute("data-task")}`)),
    snapshots: [await band.getAttribute("aria-valuemin"), await band.getAttribute("aria-valuemax"), await band.getAttribute("aria-valuetext")],
    findings: await findings.innerText(),
  };
}

test("a cluster is exported and imported under another name, and a broken export is refused", () =>
  walk(async (page) => {
    const name = `e2e import ${stamp}`;
    await openSample(page);
    const original = await picture(page);
    assert.ok(original.marks.length > 0, "the sample has no task in it");
    assert.equal(await page.getByRole("link", { name: "Export orders-app" }).getAttribute("href"), "/api/v1/clusters/sample/streams-groups/orders-app/export");
    await page.goto("/clusters/sample");
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export sample" }).click();
    const download = await saved;
    assert.equal(download.suggestedFilename(), "sample.streamgauge.json");
    const directory = mkdtempSync(join(tmpdir(), "streamgauge-e2e-"));
    const file = join(directory, download.suggestedFilename());
    await download.saveAs(file);

    const broken = join(directory, "broken.json");
    writeFileSync(broken, readFileSync(file).subarray(0, 100_000));
    await page.goto("/recordings");
    await page.locator('input[type="file"]').setInputFiles(broken);
    await page.getByRole("button", { name: "Import" }).click();
    const refusal = page.getByRole("form").getByRole("alert");
    await refusal.waitFor();
    assert.match(await refusal.innerText(), /The document is incomplete: it ends in groups\[\d+\].*nothing was imported/s);
    await checkPage(page, "recordings with a refused import");

    await page.getByRole("button", { name: "Remove broken.json" }).click();
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor({ timeout: 60_000 });
    await page.getByRole("link", { name: "orders-app" }).click();
    assert.deepEqual(await picture(page), original);
    assert.match(page.url(), /\/clusters\/e2e%20import/);
    await page.getByRole("link", { name: "How it was replayed" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await checkPage(page, "recording that was imported");
    await remove(page, name);
    await page.getByRole("link", { name: "sample", exact: true }).waitFor();
    assert.equal(await page.getByRole("link", { name, exact: true }).count(), 0);
  }));

test("a recording of a real broker is uploaded and replayed", { skip: process.env.RECORDING ? false : "RECORDING names no file" }, () =>
  walk(async (page) => {
    const name = `e2e real ${stamp}`;
    await upload(page, process.env.RECORDING, name);
    await checkPage(page, "recording of a real broker");
    await page.getByRole("link", { name: /^Show \d+ groups?/ }).click();
    await page.getByRole("table").getByRole("link").first().click();
    await page.getByRole("slider", { name: "Instant" }).waitFor();
    await checkPage(page, "group of a real broker");
    await page.goto("/recordings");
    await page.getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await remove(page, name);
  }));

test("what is not there is told in a sentence", () =>
  walk(async (page) => {
    await page.goto("/clusters/sample/groups/no%20such%20group");
    await page.getByRole("heading", { name: "There is no such group" }).waitFor();
    await checkPage(page, "group that is not there");
    await page.goto("/clusters/sample/groups/orders-app?at=2026-11-28T00:00:00.000Z");
    await page.getByRole("button", { name: "Show version 1" }).waitFor();
    await checkPage(page, "group at an instant before it was known");
    await page.goto("/clusters/no%20such%20cluster");
    await page.getByRole("heading", { name: "There is no such cluster" }).waitFor();
    await checkPage(page, "cluster that is not there");
    await page.goto("/nowhere/at/all");
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  }));

test("times are in the viewer's zone until they choose UTC", () =>
  walk(
    async (page) => {
      await openSample(page);
      const shown = page.locator(".time-said time");
      const there = await shown.innerText();
      assert.match(there, /^2026-11-30 03:5/);
      await checkPage(page, "group in another zone");
      await page.getByRole("button", { name: /^Times in UTC\+5:30 \(Asia\/\w+\)/ }).click();
      assert.match(await shown.innerText(), /^2026-11-29 22:2/);
      assert.equal(await shown.getAttribute("title"), `${there} UTC+5:30 (${await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)})\n${await shown.innerText()} UTC`);
      await page.reload();
      await page.getByRole("button", { name: /^Times in UTC\. Change/ }).waitFor();
    },
    { timezoneId: "Asia/Kolkata" },
  ));

test("the help tells the keys", () =>
  walk(async (page) => {
    await page.goto("/recordings");
    await page.getByRole("button", { name: "Keys and words" }).click();
    await page.getByRole("dialog", { name: "Keys and words" }).waitFor();
    await checkPage(page, "help");
    await page.keyboard.press("Escape");
  }));

test("the theme is chosen and kept", () =>
  walk(async (page) => {
    await page.goto("/recordings");
    await page.getByRole("button", { name: /^Theme/ }).click();
    await page.getByRole("button", { name: /^Theme: light/ }).click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.reload();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  }));
