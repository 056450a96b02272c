// Pictures of each view, wide and narrow, light and dark, of the sample and of a large group: npm run screenshots [-- <view>…]
import { mkdirSync, openAsBlob, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { launch } from "./browser.mjs";
import { LARGE, largeExport } from "./make-large.mjs";

const base = process.env.STREAMGAUGE_URL?.replace(/\/$/, "");
if (!base) throw new Error("STREAMGAUGE_URL must name a running Streamgauge with its sample, as in STREAMGAUGE_URL=http://127.0.0.1:8080 npm run screenshots");
const directory = resolve(import.meta.dirname, "../../docs/screenshots");
const CLUSTER = "large";

const SAMPLE = "/clusters/sample/groups/orders-app";
const BIG = `/clusters/${CLUSTER}/groups/${LARGE.group}`;
/** While four tasks of the sample run nowhere. */
const CRASH = "2026-11-29T22:24:43.9Z";

/** A view is added by a line here: its name and address, and `@crash` where it is shown as of then. */
const VIEWS = {
  "sample-groups": "/clusters/sample",
  "sample-assignment": `${SAMPLE}?version=@crash`,
  "sample-task": `${SAMPLE}?version=@crash&task=1_3`,
  "sample-timeline": `${SAMPLE}?tab=timeline`,
  "sample-rebalances": `${SAMPLE}?tab=rebalances`,
  "sample-statuses": `${SAMPLE}?tab=statuses`,
  "sample-endpoints": `${SAMPLE}?tab=endpoints&store=counts&key=alice`,
  "sample-topology": `${SAMPLE}?tab=topology`,
  "sample-members": `${SAMPLE}?tab=members`,
  "sample-lag": `${SAMPLE}?tab=lag`,
  "sample-snapshots": `${SAMPLE}?tab=snapshots&from=70&to=83`,
  recordings: "/recordings",
  "large-groups": `/clusters/${CLUSTER}`,
  "large-assignment": BIG,
  "large-columns": `${BIG}?arrange=columns&task=3_50`,
  "large-search": `${BIG}?find=counts+order-017`,
  "large-timeline": `${BIG}?tab=timeline`,
  "large-endpoints": `${BIG}?tab=endpoints`,
  "large-lag": `${BIG}?tab=lag`,
  "large-topology": `${BIG}?tab=topology`,
  "large-members": `${BIG}?tab=members`,
};
const WIDE = { viewport: { width: 1440, height: 900 } };
/** Of a JPEG: letters stay sharp, and all pictures together small enough for the repository. */
const QUALITY = 72;
const NARROW = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function crashVersion() {
  const answer = await fetch(`${base}/api/v1/clusters/sample/streams-groups/orders-app?at=${CRASH}`);
  if (!answer.ok) throw new Error("The server has no sample; start it on an empty data directory");
  return (await answer.json()).version;
}

/** Imports the large cluster unless it is there; returns how to remove it again. */
async function withLarge() {
  const there = await fetch(`${base}/api/v1/clusters/${CLUSTER}`);
  if (there.ok) return async () => undefined;
  const file = join(tmpdir(), `streamgauge-large-${process.pid}.json`);
  writeFileSync(file, largeExport());
  const form = new FormData();
  form.append("file", await openAsBlob(file));
  form.append("name", CLUSTER);
  const answer = await fetch(`${base}/api/v1/imports`, { method: "POST", body: form });
  if (!answer.ok) throw new Error(await answer.text());
  const { recordingId } = await answer.json();
  return async () => {
    await fetch(`${base}/api/v1/recordings/${recordingId}`, { method: "DELETE" });
  };
}

/** Waits until nothing more arrives; the stream of events never ends, so the network is never idle. */
async function quiet(page) {
  const arrived = () => page.evaluate(() => performance.getEntriesByType("resource").length);
  for (let before = -1, now = await arrived(); before !== now; ) {
    before = now;
    await page.waitForTimeout(1500);
    now = await arrived();
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in VIEWS));
if (unknown.length > 0) throw new Error(`There is no view ${unknown.join(", ")}; views are ${Object.keys(VIEWS).join(", ")}`);
mkdirSync(directory, { recursive: true });
const version = await crashVersion();
const removeLarge = await withLarge();
const browser = await launch();
let bytes = 0;
let pictures = 0;
try {
  for (const [name, address] of Object.entries(VIEWS)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    for (const [width, device] of [["1440", WIDE], ["390", NARROW]]) {
      const context = await browser.newContext({ ...device, baseURL: base, colorScheme: "light", reducedMotion: "reduce" });
      const page = await context.newPage();
      await page.goto(address.replace("@crash", String(version)));
      await page.locator("main h1").first().waitFor({ timeout: 60_000 });
      await page.waitForFunction(() => !document.querySelector(".skeleton") && document.fonts.status === "loaded", undefined, { timeout: 60_000 });
      await quiet(page);
      // Of the large group the view that was asked for, and not the findings above it.
      if (name.startsWith("large")) await page.locator(".tabs").evaluateAll(([tabs]) => tabs?.scrollIntoView());
      await page.waitForTimeout(200);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        // Drawings on a canvas follow a frame later.
        await page.waitForTimeout(200);
        const file = join(directory, `${name}-${width}-${colorScheme}.jpg`);
        // On a phone everything that is below is part of the view; at a desk what is seen at first is.
        await page.screenshot({ path: file, quality: QUALITY, fullPage: width === "390" && !name.startsWith("large") });
        bytes += statSync(file).size;
        pictures++;
      }
      await context.close();
    }
    console.log(name);
  }
} finally {
  await browser.close();
  await removeLarge();
}
console.log(`${pictures} pictures, ${Math.round(bytes / 1000)} kB, in ${directory}`);
