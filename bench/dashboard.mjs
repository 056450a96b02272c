// Measures the dashboard in Chromium against the service as it is packaged: bench/run dashboard [<name>…] [--minutes=<n>]
import { spawn } from "node:child_process";
import { mkdtempSync, openAsBlob, readdirSync, rmSync, createWriteStream } from "node:fs";
import { createServer } from "node:net";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { launch } from "../frontend/e2e/browser.mjs";
import { LARGE, largeExport, largeLog } from "../frontend/e2e/make-large.mjs";

const RUNS = 5;
const VIEW = { width: 1440, height: 900 };
const FRAMES = 240;
const SAMPLE_MS = 30_000;
/** How long an empty page is looked at. */
const FLOOR_MS = 4_000;
/** Groups of the long list. */
const MANY = 10_000;
const NAMES = ["dashboard-list", "dashboard-group", "dashboard-groups", "dashboard-scroll", "dashboard-columns", "dashboard-heap"];
const asked = process.argv.slice(2).filter((argument) => argument !== "dashboard" && !argument.startsWith("--"));
const unknown = asked.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}; there are ${NAMES.join(", ")}`);
const wanted = (name) => asked.length === 0 || asked.includes(name);
const minutes = Number(process.argv.find((argument) => argument.startsWith("--minutes="))?.split("=")[1] ?? 3);

const count = (number) => number.toLocaleString("en-US");
const load = () => `load ${loadavg()[0].toFixed(1)}`;
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const print = (name, text) => console.log(`${name.padEnd(18)} ${text} | ${load()}`);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function startService(work) {
  const jar = readdirSync("target").find((name) => /^streamgauge-.*\.jar$/.test(name));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : "java";
  const service = spawn(java, ["-Xmx512m", "-jar", join("target", jar), `--server.port=${port}`, `--streamgauge.data-dir=${join(work, "data")}`, "--streamgauge.sample=false", "--streamgauge.recordings.pace=1", "--logging.level.root=WARN", "--spring.main.banner-mode=off"], { stdio: "inherit" });
  for (let tries = 0; tries < 1500; tries++) {
    if (service.exitCode !== null) break;
    if (await fetch(`${base}/actuator/health`).then((answer) => answer.ok, () => false)) return { base, service };
    await wait(200);
  }
  service.kill();
  throw new Error("The service did not start");
}

async function upload(base, path, fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const answer = await fetch(`${base}/api/v1/${path}`, { method: "POST", body: form });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/**
 * Processor time of the page's main thread by task, in milliseconds: what other programs do on the machine makes frames
 * longer, and this not.
 */
async function tasksOf(browser, page, action) {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  const result = await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const mains = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
  const byThread = new Map();
  for (const { pid, tid, name, tdur } of traceEvents) {
    const thread = `${pid} ${tid}`;
    if (tdur !== undefined && mains.has(thread) && /RunTask$/.test(name)) byThread.set(thread, [...(byThread.get(thread) ?? []), tdur / 1000]);
  }
  // Of several pages the one that was busy is the one that was measured.
  const sum = (all) => all.reduce((total, one) => total + one, 0);
  const tasks = [...byThread.values()].sort((a, b) => sum(b) - sum(a))[0] ?? [];
  return { result, longest: Math.max(0, ...tasks), total: sum(tasks) };
}

/** Milliseconds from the last byte of the data to the frame that shows it, its parsing and layout included. */
async function firstView(browser, base, path, data, shown) {
  const context = await browser.newContext({ viewport: VIEW, baseURL: base });
  const page = await context.newPage();
  await page.addInitScript(({ selector }) => {
    const seen = () => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      // The second frame begins when the first one is drawn.
      requestAnimationFrame(() => requestAnimationFrame(() => (globalThis.shownAt = performance.now())));
    };
    const observer = new MutationObserver(seen);
    observer.observe(document, { childList: true, subtree: true });
  }, { selector: shown });
  const scripts = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  const { total: processor } = await tasksOf(browser, page, async () => {
    await page.goto(path);
    await page.waitForFunction(() => globalThis.shownAt !== undefined, undefined, { timeout: 60_000 });
  });
  const times = await page.evaluate((source) => {
    const arrived = performance.getEntriesByType("resource").filter(({ name }) => new RegExp(source).test(name)).map((entry) => entry.responseEnd);
    return { ms: globalThis.shownAt - arrived[0], all: globalThis.shownAt };
  }, data.source);
  const gzipped = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { ...times, gzipped, processor };
}

async function measureFirstView(browser, base, name, path, data, shown, what) {
  const runs = [];
  for (let run = -1; run < RUNS; run++) {
    const one = await firstView(browser, base, path, data, shown);
    if (run >= 0) runs.push(one);
  }
  const all = runs.map(({ ms }) => ms);
  print(name, `${what}: first view ${median(all).toFixed(0)} ms after the data arrived (${RUNS} runs, ${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}), bound < 1000; from the address to it ${median(runs.map((one) => one.all)).toFixed(0)} ms, of which ${median(runs.map((one) => one.processor)).toFixed(0)} ms of processor time | script ${(median(runs.map((one) => one.gzipped)) / 1000).toFixed(1)} kB gzipped, bound <= 200`);
}

/** Scrolls by so many pixels a frame, back from where it ends, so that each frame shows others; gives how long each took. */
function scrollFrames(page, selector, dx, dy) {
  return page.evaluate(
    ({ selector, dx, dy, count }) =>
      new Promise((resolve) => {
        const scroller = document.querySelector(selector);
        scroller.scrollTo(0, 0);
        const frames = [];
        let last;
        const step = (now) => {
          if (last !== undefined) frames.push(now - last);
          last = now;
          if (frames.length === count) resolve(frames);
          else {
            const { scrollLeft: left, scrollTop: top, scrollWidth, scrollHeight, clientWidth, clientHeight } = scroller;
            if ((dx < 0 && left <= 0) || (dx > 0 && left + clientWidth >= scrollWidth - 1)) dx = -dx;
            if ((dy < 0 && top <= 0) || (dy > 0 && top + clientHeight >= scrollHeight - 1)) dy = -dy;
            scroller.scrollBy(dx, dy);
            requestAnimationFrame(step);
          }
        };
        requestAnimationFrame(step);
      }),
    { selector, dx, dy, count: FRAMES },
  );
}

const framesInWords = (frames) => `${frames.length} frames, median ${median(frames).toFixed(1)} ms, longest ${Math.max(...frames).toFixed(1)} ms`;

async function measureScrolling(browser, base, name, query) {
  const context = await browser.newContext({ viewport: VIEW, baseURL: base });
  const page = await context.newPage();
  const floor = await context.newPage();
  await floor.setContent(`<div id="floor" style="width:1000px;height:600px;overflow:auto"><div style="width:200000px;height:20000px">nothing</div></div>`);
  await page.goto(`/clusters/large/groups/${LARGE.group}${query}`);
  await page.locator(".tg-cell").first().waitFor({ timeout: 60_000 });
  // The lags of ten thousand tasks come page by page; one who scrolls at once meets them, so this does too.
  for (const [how, dx, dy] of [["down, 40 px a frame", 0, 40], ["down, 400 px a frame", 0, 400], ["right, 40 px a frame", 40, 0], ["right, 400 px a frame", 400, 0], ["both, 100 px a frame", 100, 100]]) {
    await floor.bringToFront();
    const least = await scrollFrames(floor, "#floor", dx, dy);
    await page.bringToFront();
    const { result: frames, longest, total } = await tasksOf(browser, page, () => scrollFrames(page, ".tg-scroll", dx, dy));
    print(name, `${how}: ${framesInWords(frames)}, bound <= 50; of processor time ${(total / frames.length).toFixed(1)} ms a frame, the longest task ${longest.toFixed(1)} ms | an empty page ${framesInWords(least)}`);
  }
  await context.close();
}

/** Does something to a page while it notes its frames; gives how long each took, and the processor time of its tasks. */
async function framesWhile(browser, page, action) {
  const { result, longest } = await tasksOf(browser, page, async () => {
    await page.evaluate(() => {
      globalThis.frames = [];
      let last;
      const step = (now) => {
        if (last !== undefined) globalThis.frames.push(now - last);
        last = now;
        globalThis.noting = requestAnimationFrame(step);
      };
      globalThis.noting = requestAnimationFrame(step);
    });
    const done = await action();
    return { done, frames: await page.evaluate(() => (cancelAnimationFrame(globalThis.noting), globalThis.frames)) };
  });
  return { ...result, longest };
}

/** Has a page note when it is acted on (`begun`), and when the frame is there that shows another text in an element (`shown`). */
function noteAnswers(page, selector) {
  return page.evaluate((selector) => {
    let text = document.querySelector(selector).textContent;
    globalThis.answers = [];
    for (const event of ["keydown", "click"]) document.addEventListener(event, () => (globalThis.begun = performance.now()), { capture: true });
    new MutationObserver(() => {
      const now = document.querySelector(selector)?.textContent ?? text;
      if (now === text) return;
      text = now;
      const { begun } = globalThis;
      // The second frame begins when the first one is drawn.
      requestAnimationFrame(() => requestAnimationFrame(() => globalThis.answers.push(performance.now() - begun)));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, selector);
}

/** Acts so many times, each when the answer to the one before is shown; gives how long each took. */
async function answersTo(page, acts) {
  const before = await page.evaluate(() => globalThis.answers.length);
  for (const [index, act] of acts.entries()) {
    await act();
    await page.waitForFunction((count) => globalThis.answers.length >= count, before + index + 1, { timeout: 60_000 });
  }
  return page.evaluate((from) => globalThis.answers.slice(from), before);
}

const answersInWords = (times) => `median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms of ${times.length}`;

async function measureGroups(browser, base, name) {
  const many = count(MANY);
  const groups = `${base}/api/v1/clusters/many/streams-groups?size=25`;
  const asking = async (url) => {
    const begun = performance.now();
    await fetch(url).then((answer) => answer.arrayBuffer());
    return performance.now() - begun;
  };
  const first = await asking(`${groups}&sort=findings,desc`);
  const again = await asking(`${groups}&sort=findings,desc`);
  print(name, `${many} groups by findings: the server's first answer since it has them ${first.toFixed(0)} ms, the second ${again.toFixed(0)} ms | by name ${(await asking(groups)).toFixed(0)} ms`);
  await measureFirstView(browser, base, name, "/clusters/many", /streams-groups\?/, "tbody tr", `${many} groups`);

  const context = await browser.newContext({ viewport: VIEW, baseURL: base });
  const floor = await context.newPage();
  const { frames: least } = await framesWhile(browser, floor, () => wait(FLOOR_MS));
  const page = await context.newPage();
  await page.goto("/clusters/many");
  await page.locator("tbody tr").first().waitFor({ timeout: 60_000 });
  const search = page.getByRole("searchbox", { name: "Search groups" });
  await search.focus();
  await noteAnswers(page, "tbody");
  // Each of these keys has another answer: names that have the digit once, twice, and so on.
  const keysOf = (digit) => [...Array(4).fill(digit), ...Array(4).fill("Backspace")];
  const typed = await framesWhile(browser, page, () => answersTo(page, [...keysOf("7"), ...keysOf("3")].map((key) => () => page.keyboard.press(key))));
  print(name, `typing in the search: from a key to the frame with its answer ${answersInWords(typed.done)}; ${framesInWords(typed.frames)}, bound <= 50; the longest task ${typed.longest.toFixed(1)} ms of processor time | an empty page ${framesInWords(least)}`);
  // As people type: the next key does not wait for an answer.
  const quick = await framesWhile(browser, page, async () => {
    await page.keyboard.type("billing-70", { delay: 80 });
    await page.waitForFunction(() => new URLSearchParams(location.search).get("search") === "billing-70" && document.querySelector(".groups")?.getAttribute("aria-busy") === "false", undefined, { timeout: 60_000 });
  });
  print(name, `typing a key every 80 ms: ${framesInWords(quick.frames)}, bound <= 50; the longest task ${quick.longest.toFixed(1)} ms of processor time`);
  await search.fill("");
  await page.waitForFunction(() => !new URLSearchParams(location.search).has("search") && document.querySelector(".groups")?.getAttribute("aria-busy") === "false");
  const next = page.getByRole("button", { name: /next/i });
  const paged = await framesWhile(browser, page, () => answersTo(page, Array.from({ length: 10 }, () => () => next.click())));
  print(name, `to the next page: from the click to the frame that shows it ${answersInWords(paged.done)}; ${framesInWords(paged.frames)}, bound <= 50; the longest task ${paged.longest.toFixed(1)} ms of processor time`);
  const scrolled = await tasksOf(browser, page, () => scrollFrames(page, "html", 0, 40));
  print(name, `scrolled, 40 px a frame: ${framesInWords(scrolled.result)}, bound <= 50; the longest task ${scrolled.longest.toFixed(1)} ms of processor time`);
  await context.close();
}

async function measureHeap(browser, base, work) {
  const file = join(work, "live.log");
  await pipeline(Readable.from(largeLog(minutes * 60 + 120)), createWriteStream(file));
  await upload(base, "recordings", { file: await openAsBlob(file), name: "live", sessionTimeout: "1d" });
  const context = await browser.newContext({ viewport: VIEW, baseURL: base });
  const page = await context.newPage();
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${base}/api/v1/clusters/live/streams-groups/${LARGE.group}`).then((one) => (one.ok ? one.json() : null));
    if (answer?.memberCount === LARGE.members) break;
    if (tries > 300) throw new Error("The live group did not come to have all members");
    await wait(1000);
  }
  await page.goto(`/clusters/live/groups/${LARGE.group}`);
  await page.locator(".tg-cell").first().waitFor({ timeout: 60_000 });
  const devtools = await context.newCDPSession(page);
  const heap = async () => {
    await devtools.send("HeapProfiler.collectGarbage");
    await devtools.send("HeapProfiler.collectGarbage");
    return (await devtools.send("Runtime.getHeapUsage")).usedSize / 1e6;
  };
  const version = async () => Number(await page.locator('[role="slider"][aria-valuemax]').getAttribute("aria-valuemax"));
  const begun = Date.now();
  const samples = [];
  let first;
  while (Date.now() - begun < minutes * 60_000) {
    await wait(SAMPLE_MS);
    // The first minute fills what is kept for a minute.
    if (Date.now() - begun < 75_000 && minutes > 2) continue;
    first ??= await version();
    samples.push(await heap());
  }
  const followed = (await version()) - (first ?? 0);
  const third = Math.max(1, Math.floor(samples.length / 3));
  const early = median(samples.slice(0, third));
  const late = median(samples.slice(-third));
  print("dashboard-heap", `${minutes} min of live updates, ${followed.toLocaleString("en-US")} versions followed: ${early.toFixed(1)} MB in the first third, ${late.toFixed(1)} MB in the last, growth ${(late - early).toFixed(1)} MB (${samples.map((one) => one.toFixed(0)).join(" ")})`);
  await context.close();
}

const work = mkdtempSync(join("target", "bench-dashboard-"));
let running;
let browser;
try {
  running = await startService(work);
  const { base } = running;
  await upload(base, "imports", { file: new Blob([largeExport()]), name: "large" });
  browser = await launch();
  console.log(`Chromium ${browser.version()}, Node.js ${process.versions.node}, ${cpus().length} processors`);
  if (wanted("dashboard-list")) await measureFirstView(browser, base, "dashboard-list", "/clusters/large", /streams-groups\?/, "tbody tr", `${LARGE.groups.toLocaleString("en-US")} groups`);
  if (wanted("dashboard-group")) await measureFirstView(browser, base, "dashboard-group", `/clusters/large/groups/${LARGE.group}`, /streams-groups\/[^/?]+$/, ".tg-cell", `${LARGE.members} members x ${LARGE.tasks.toLocaleString("en-US")} tasks`);
  if (wanted("dashboard-scroll")) await measureScrolling(browser, base, "dashboard-scroll", "");
  if (wanted("dashboard-columns")) await measureScrolling(browser, base, "dashboard-columns", "?arrange=columns");
  if (wanted("dashboard-groups")) {
    await upload(base, "imports", { file: new Blob([largeExport(MANY)]), name: "many" });
    await measureGroups(browser, base, "dashboard-groups");
  }
  if (minutes > 0 && wanted("dashboard-heap")) await measureHeap(browser, base, work);
} finally {
  await browser?.close();
  if (running) {
    running.service.kill();
    await new Promise((resolve) => (running.service.exitCode === null ? running.service.once("exit", resolve) : resolve()));
  }
  rmSync(work, { recursive: true, force: true });
}
