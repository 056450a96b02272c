import type { GroupState } from "../../api/types";
import type { Tokens } from "../../components/useTokens";
import { firstEndingAfter, type Bar, type Lane, type Track } from "../../lib/timeline";
import type { Span } from "../../lib/window";

/** The colours that the drawing uses. */
export const TOKENS = [
  "active",
  "on-active",
  "standby",
  "warmup",
  "surface",
  "soft",
  "line",
  "line-strong",
  "ink",
  "dim",
  "bad",
  "bad-fill",
  "bad-soft",
  "bad-ink",
  "fine-fill",
  "fine-ink",
  "moving",
  "moving-fill",
  "moving-ink",
  "moving-soft",
  "idle-fill",
  "idle-ink",
] as const;

/** A token's name. */
export type Colours = Tokens<(typeof TOKENS)[number]>;

const SANS = '600 11px "Inter Variable", system-ui, sans-serif';
const MONO = '600 10px "JetBrains Mono Variable", ui-monospace, monospace';
const TRACK = 15;
const GAP = 2;
const PAD = 5;

/** How high a lane is drawn. */
export function heightOf(lane: Lane): number {
  return Math.max(1, lane.tracks.length) * (TRACK + GAP) - GAP + 2 * PAD;
}

/** Where each lane begins, from the top, and behind the last where all of them end. */
export function topsOf(lanes: readonly Lane[]): number[] {
  const tops = [0];
  for (const lane of lanes) tops.push((tops.at(-1) ?? 0) + heightOf(lane));
  return tops;
}

/** The track of a lane that is drawn at a height within it. */
export function trackAt(lane: Lane, y: number): Track | undefined {
  return lane.tracks[Math.min(lane.tracks.length - 1, Math.max(0, Math.floor((y - PAD + GAP / 2) / (TRACK + GAP))))];
}

/** What is drawn. */
export interface Picture {
  lanes: readonly Lane[];
  tops: readonly number[];
  /** How far it is scrolled. */
  top: number;
  window: Span;
  width: number;
  height: number;
  colours: Colours;
  /** Instants with a line across. */
  marks: readonly number[];
  /** The instant that the page shows, if it is in the window. */
  head: number | null;
  /** The bar that the keyboard is at. */
  chosen: Bar | null;
}

const STATE: Record<GroupState, [keyof Colours, keyof Colours]> = {
  STABLE: ["fine-fill", "fine-ink"],
  RECONCILING: ["moving-fill", "moving-ink"],
  ASSIGNING: ["moving-fill", "moving-ink"],
  NOT_READY: ["bad-fill", "bad-ink"],
  EMPTY: ["idle-fill", "idle-ink"],
  DEAD: ["idle-fill", "idle-ink"],
  UNKNOWN: ["idle-fill", "idle-ink"],
};

/** Draws the lanes that are in sight. */
export function draw(canvas: HTMLCanvasElement, picture: Picture): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { lanes, tops, top, width, height, colours, window } = picture;
  const ratio = globalThis.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const x = (at: number) => ((at - window.from) / (window.to - window.from || 1)) * width;
  context.fillStyle = colours.line;
  for (const mark of picture.marks) context.fillRect(Math.round(x(mark)), 0, 1, height);
  context.textBaseline = "middle";
  const hatch = hatched(context, colours.warmup);
  const veil = hatched(context, colours.surface);
  for (let index = firstInSight(tops, top); index < lanes.length; index++) {
    const lane = lanes[index];
    const y = (tops[index] ?? 0) - top;
    if (!lane || y > height) break;
    const bottom = (tops[index + 1] ?? 0) - top;
    context.fillStyle = colours.line;
    context.fillRect(0, bottom - 1, width, 1);
    context.fillStyle = colours["line-strong"];
    for (const span of lane.present) {
      const from = Math.max(0, x(span.from));
      context.fillRect(from, bottom - 3, Math.max(1, Math.min(width, x(span.to)) - from), 2);
    }
    lane.tracks.forEach((track, number) => {
      drawTrack(context, track, y + PAD + number * (TRACK + GAP), x, picture, hatch);
    });
    for (const span of lane.absent) {
      const from = Math.max(0, x(span.from));
      context.fillStyle = veil ?? colours.soft;
      context.fillRect(from, y + PAD, Math.min(width, x(span.to)) - from, bottom - y - 2 * PAD);
    }
  }
  if (picture.head !== null) {
    const at = Math.min(width - 2, Math.max(0, Math.round(x(picture.head)) - 1));
    context.fillStyle = colours.surface;
    context.fillRect(at - 1, 0, 4, height);
    context.fillStyle = colours.ink;
    context.fillRect(at, 0, 2, height);
  }
}

function firstInSight(tops: readonly number[], top: number): number {
  let index = 0;
  while (index + 1 < tops.length && (tops[index + 1] ?? 0) <= top) index++;
  return index;
}

function drawTrack(
  context: CanvasRenderingContext2D,
  track: Track,
  y: number,
  x: (at: number) => number,
  { window, width, colours, chosen }: Picture,
  hatch: CanvasPattern | null,
): void {
  let drawn = -1;
  for (let index = firstEndingAfter(track, window.from); index < track.length; index++) {
    const bar = track[index];
    if (!bar || bar.from > window.to) break;
    const from = Math.max(-2, x(bar.from));
    const to = Math.min(width + 2, x(bar.to));
    // Of bars on the same point of the screen one is enough; the one chosen is always drawn.
    if (to <= drawn && bar !== chosen) continue;
    drawn = Math.max(to, from + 1);
    drawBar(context, bar, from, Math.max(1.5, to - from - 1), y, colours, hatch);
    if (bar === chosen) {
      context.strokeStyle = colours.ink;
      context.lineWidth = 2;
      context.strokeRect(from - 1, y - 1, Math.max(4, to - from + 1), TRACK + 2);
    }
  }
}

function drawBar(
  context: CanvasRenderingContext2D,
  bar: Bar,
  from: number,
  width: number,
  y: number,
  colours: Colours,
  hatch: CanvasPattern | null,
): void {
  const box = () => {
    context.beginPath();
    context.roundRect(from, y, width, TRACK, Math.min(3, width / 2));
  };
  let ink: string;
  switch (bar.kind) {
    case "active":
      context.fillStyle = colours.active;
      box();
      context.fill();
      ink = colours["on-active"];
      break;
    case "standby":
    case "warmup": {
      const role = colours[bar.kind];
      context.fillStyle = width < 4 ? role : colours.surface;
      box();
      context.fill();
      if (bar.kind === "warmup" && hatch) {
        context.fillStyle = hatch;
        context.fill();
      }
      context.strokeStyle = role;
      context.lineWidth = 1.5;
      context.beginPath();
      context.roundRect(from + 0.75, y + 0.75, Math.max(0, width - 1.5), TRACK - 1.5, 2.5);
      context.stroke();
      ink = bar.kind === "warmup" ? colours.ink : role;
      break;
    }
    case "state": {
      const [fill, text] = STATE[bar.state ?? "UNKNOWN"] ?? STATE.UNKNOWN;
      context.fillStyle = colours[fill];
      box();
      context.fill();
      ink = colours[text];
      break;
    }
    case "nowhere":
      context.fillStyle = colours.bad;
      box();
      context.fill();
      ink = colours.surface;
      break;
    default:
      context.fillStyle = colours["moving-soft"];
      box();
      context.fill();
      context.strokeStyle = colours.moving;
      context.lineWidth = 1;
      context.stroke();
      ink = colours["moving-ink"];
  }
  write(context, bar, Math.max(0, from), width - Math.max(0, -from), y, ink, bar.kind === "warmup" ? colours.surface : null);
}

function write(
  context: CanvasRenderingContext2D,
  bar: Bar,
  from: number,
  room: number,
  y: number,
  ink: string,
  behind: string | null,
): void {
  if (room < 12) return;
  const named = bar.kind === "state" || bar.kind === "status" || bar.kind === "nowhere";
  context.font = named ? SANS : MONO;
  for (const text of bar.texts) {
    const width = context.measureText(text).width;
    if (width + 8 > room) continue;
    if (behind !== null) {
      context.fillStyle = behind;
      context.fillRect(from + 3, y + 2.5, width + 3, TRACK - 5);
    }
    context.fillStyle = ink;
    context.fillText(text, from + 4.5, y + TRACK / 2 + 0.5);
    return;
  }
}

/** Diagonal lines, so that what is drawn with them differs by more than its colour. */
function hatched(context: CanvasRenderingContext2D, colour: string): CanvasPattern | null {
  const tile = document.createElement("canvas");
  tile.width = 6;
  tile.height = 6;
  const lines = tile.getContext("2d");
  if (!lines) return null;
  lines.strokeStyle = colour;
  lines.lineWidth = 1.6;
  lines.beginPath();
  for (const shift of [-6, 0, 6]) {
    lines.moveTo(shift, 6);
    lines.lineTo(shift + 6, 0);
  }
  lines.stroke();
  return context.createPattern(tile, "repeat");
}
