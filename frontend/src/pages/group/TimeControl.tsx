import { memo, useMemo, useRef, useState } from "react";
import { Empty, ErrorNote, Skeleton } from "../../components/Feedback";
import { Instant } from "../../components/Known";
import { StateGlyph, stateClass } from "../../components/State";
import { usePending } from "../../components/usePending";
import {
  describePosition,
  headPosition,
  indexOfVersion,
  layOutBand,
  leftOfMark,
  snapshotAtStep,
  spanOf,
  type Band as BandLayout,
  type BandScale,
} from "../../lib/band";
import type { Snapshot } from "../../api/types";
import { between, count, duration, stateWord } from "../../lib/format";
import { withShortIds } from "../../lib/memberIds";
import { RANGES, snapshotsWithin, versionAtInstant, windowOf, type Span } from "../../lib/window";
import { useZone } from "../../lib/zone";
import type { AsOf, History } from "../../queries/groups";
import "./TimeControl.css";

interface TimeControlProps {
  history: History | undefined;
  error: unknown;
  retry: () => void;
  /** The version that the page shows. */
  shown: number | null;
  /** The instant that is asked for; null where a version is, or the latest. */
  instant: string | null;
  /** Whether the page follows the latest snapshot. */
  latest: boolean;
  /** The instant that the latest state is told of, once it is known. */
  now: string | null;
  live: boolean;
  end: string | null;
  /** What of the time is drawn, as the address says it. */
  range: string | null;
  onRange: (range: string | null) => void;
  /** The names of processes by member id, for the words about what changed. */
  names: ReadonlyMap<string, string>;
  onGo: (to: AsOf | null, replace: boolean) => void;
}

const SCALE_KEY = "streamgauge.bandScale";

function storedScale(): BandScale {
  try {
    return localStorage.getItem(SCALE_KEY) === "steps" ? "steps" : "time";
  } catch {
    return "time";
  }
}

/** Where the page is in time: an instant of a version. */
interface Place {
  version: number;
  instant: string | null;
}

/** How the address says a place: by its instant, by its number where others share that instant, or not if it is the latest. */
function asOf({ version, instant }: Place, snapshots: readonly Snapshot[]): AsOf | null {
  if (instant !== null) return { at: instant };
  if (version === snapshots.at(-1)?.version) return null;
  const index = indexOfVersion(snapshots, version);
  const at = snapshots[index]?.at;
  return at === undefined || at === snapshots[index + 1]?.at ? { version } : { at };
}

/** The band of a group's states over its snapshots, with the head at the instant that is shown. */
export function TimeControl(props: TimeControlProps) {
  const { history, error, retry, shown, instant, latest, now, live, end, range, onRange, names, onGo } = props;
  const [scale, setScale] = useState<BandScale>(storedScale);
  const [pending, goTo] = usePending((place: Place, replace) => onGo(asOf(place, history?.snapshots ?? []), replace));
  if (!history) {
    return <section className="card time">{error ? <ErrorNote error={error} retry={retry} /> : <Skeleton lines={2} />}</section>;
  }
  if (history.snapshots.length === 0) {
    return (
      <section className="card time">
        <Empty title="No snapshot is kept of this group" />
      </section>
    );
  }
  const { snapshots, total } = history;
  const place = pending ?? (shown === null ? null : { version: shown, instant });
  const index = place === null ? -1 : indexOfVersion(snapshots, place.version);
  const snapshot = snapshots[index];
  const step = (by: number, replace = false) => {
    if (index < 0) return;
    // In the middle of a version its own beginning is the change before.
    const within = place?.instant != null && snapshot !== undefined && between(snapshot.at, place.instant) > 0;
    const from = by < 0 && within ? index + 1 : index;
    const next = snapshots[Math.min(snapshots.length - 1, Math.max(0, from + by))];
    if (next && (within || next.version !== place?.version)) goTo({ version: next.version, instant: null }, replace);
  };
  const choose = (next: BandScale) => {
    setScale(next);
    try {
      localStorage.setItem(SCALE_KEY, next);
    } catch {
      // The choice then lasts as long as the page.
    }
  };
  const newest = snapshots.at(-1)?.version ?? null;
  const all = spanOf(snapshots, end);
  const window = windowOf(range, snapshots, end, place?.instant ?? (latest ? null : (snapshot?.at ?? null)));
  const atEnd = latest && pending === null;
  // What is latest lasts until it was looked at last, and not only from when it began.
  const told = atEnd && now !== null ? new Date(Math.min(new Date(now).getTime(), all.to)).toISOString() : (place?.instant ?? null);
  return (
    <section className="card time" aria-label="Time">
      <div className="time-row">
        <span className="joined steps">
          <button type="button" className="button" aria-label="Previous change" disabled={index <= 0 && !place?.instant} onClick={() => step(-1)}>
            <span aria-hidden="true">◂</span>
          </button>
          <button
            type="button"
            className="button"
            aria-label="Next change"
            disabled={index < 0 || index === snapshots.length - 1}
            onClick={() => step(1)}
          >
            <span aria-hidden="true">▸</span>
          </button>
        </span>
        <Band snapshots={snapshots} place={place} told={told} window={window} scale={scale} step={step} goTo={goTo} />
        <Ranges range={range} all={all} scale={scale} onRange={onRange} onScale={choose} />
        <button
          type="button"
          className={`button latest${atEnd ? "" : " primary"}`}
          aria-pressed={atEnd}
          disabled={newest === null}
          onClick={() => newest !== null && goTo({ version: newest, instant: null }, false)}
        >
          {atEnd && live ? "● Live" : atEnd ? "● Latest" : live ? "Live" : "Latest"}
        </button>
      </div>
      <div className="time-said">
        {snapshot && place ? (
          <>
            <span className="nowrap">
              <b>
                Version {count(snapshot.version)}
                {newest !== null && <span className="dim"> of {count(newest)}</span>}
              </b>{" "}
              <Instant at={snapshot.at} day zoned />
            </span>
            {since(snapshot, told) !== null && <span className="dim">{since(snapshot, told)} before what is shown</span>}
            <Changes changes={snapshot.changes} names={names} />
          </>
        ) : (
          <span className="dim">{place === null ? "" : `Version ${place.version} is not among the snapshots drawn.`}</span>
        )}
      </div>
      {total > snapshots.length && (
        <p className="dim time-cap">
          Only the last {count(snapshots.length)} of {count(total)} snapshots are drawn.
        </p>
      )}
    </section>
  );
}

/** How long a version had lasted at the instant shown, where that is not its beginning. */
function since(snapshot: Snapshot, instant: string | null): string | null {
  const ms = instant === null ? 0 : between(snapshot.at, instant);
  return ms > 0 ? duration(ms) : null;
}

interface RangesProps {
  range: string | null;
  all: Span;
  scale: BandScale;
  onRange: (range: string | null) => void;
  onScale: (scale: BandScale) => void;
}

function Ranges({ range, all, scale, onRange, onScale }: RangesProps) {
  const steps = scale === "steps";
  const useful = RANGES.filter(([, , length]) => length < all.to - all.from);
  return (
    <span className="joined ranges" role="group" aria-label="What of the time is drawn">
      {useful.map(([name, label]) => (
        <button
          key={name}
          type="button"
          className="button"
          title={`The last ${label}`}
          aria-pressed={range === name}
          onClick={() => onRange(name)}
        >
          {label}
        </button>
      ))}
      <button
        type="button"
        className="button"
        title="All that is kept of the group"
        aria-pressed={range === null}
        onClick={() => onRange(null)}
      >
        All
      </button>
      <button
        type="button"
        className="button"
        aria-pressed={steps}
        title="One step for each snapshot, however long it lasted"
        onClick={() => onScale(steps ? "time" : "steps")}
      >
        Steps
      </button>
    </span>
  );
}

const CHANGES_SHOWN = 5;

function Changes({ changes, names }: { changes: readonly string[]; names: ReadonlyMap<string, string> }) {
  if (changes.length === 0) return <span className="dim">no change is described</span>;
  return (
    <ul className="time-changes">
      {changes.slice(0, CHANGES_SHOWN).map((change, index) => (
        <li key={index} title={change}>
          {withShortIds(change, names)}
        </li>
      ))}
      {changes.length > CHANGES_SHOWN && <li className="dim">and {count(changes.length - CHANGES_SHOWN)} more under Snapshots</li>}
    </ul>
  );
}

interface BandProps {
  snapshots: Snapshot[];
  place: Place | null;
  /** The instant that is shown, where it is not the beginning of the version. */
  told: string | null;
  window: Span;
  scale: BandScale;
  step: (by: number, replace?: boolean) => void;
  goTo: (to: Place, replace: boolean) => void;
}

function Band({ snapshots, place, told, window: { from, to }, scale, step, goTo }: BandProps) {
  const element = useRef<HTMLDivElement>(null);
  const zone = useZone();
  const drawn = useMemo(() => snapshotsWithin(snapshots, { from, to }), [snapshots, from, to]);
  const band = useMemo(() => layOutBand(drawn, { from, to }, scale, zone), [drawn, from, to, scale, zone]);
  const version = place?.version ?? null;
  const head = place === null ? null : headPosition(drawn, { from, to }, scale, place.version, told);
  const snapshot = version === null ? undefined : snapshots[indexOfVersion(snapshots, version)];
  const first = snapshots[0]?.version ?? 0;
  const last = snapshots.at(-1)?.version ?? 0;

  const seek = (clientX: number) => {
    const box = element.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const fraction = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
    if (band.scale === "steps") {
      const found = snapshotAtStep(drawn, fraction);
      if (found && found.version !== version) goTo({ version: found.version, instant: null }, true);
      return;
    }
    const instant = new Date(Math.round(from + fraction * (to - from))).toISOString();
    const found = versionAtInstant(snapshots, instant);
    if (found === null) return;
    goTo({ version: found, instant: fraction === 1 && found === last ? null : instant }, true);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by: Record<string, number> = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -10,
      PageUp: 10,
      Home: -snapshots.length,
      End: snapshots.length,
    };
    const steps = by[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    step(steps, true);
  };
  return (
    <div className="band-box">
      <div
        ref={element}
        className="band"
        role="slider"
        tabIndex={0}
        aria-label="Instant"
        aria-valuemin={first}
        aria-valuemax={last}
        aria-valuenow={version ?? last}
        aria-valuetext={version === null ? undefined : describePosition(snapshots, version, told, zone)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          seek(event.clientX);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seek(event.clientX)}
      >
        <BandDrawing band={band} />
        {head !== null && snapshot && (
          <span className="head" style={{ left: `${head * 100}%` }}>
            <span className="head-label mono" style={{ translate: `${-Math.round(head * 100)}% 0` }}>
              <Instant at={told ?? snapshot.at} />
            </span>
          </span>
        )}
      </div>
      <Marks band={band} />
    </div>
  );
}

/** Hundreds of elements that stay as they are while the head moves over them. */
const BandDrawing = memo(function BandDrawing({ band }: { band: BandLayout }) {
  return (
    <>
      {band.segments.map((segment, index) => (
        <span
          key={index}
          className={`segment ${stateClass(segment.state)} segment-${segment.state.toLowerCase()}`}
          style={{ left: `${segment.from * 100}%`, width: `${(segment.to - segment.from) * 100}%` }}
          title={stateWord(segment.state)}
        >
          <span className="segment-text">
            <StateGlyph state={segment.state} />
            <span>{stateWord(segment.state)}</span>
          </span>
        </span>
      ))}
      {band.ticks.map((position) => (
        <i key={position} className="tick" style={{ left: `${position * 100}%` }} />
      ))}
    </>
  );
});

const Marks = memo(function Marks({ band }: { band: BandLayout }) {
  return (
    <div className="marks" aria-hidden="true">
      {band.marks.map((mark) => (
        <span key={`${mark.position}${mark.label}`} style={{ left: leftOfMark(mark) }}>
          {mark.label}
        </span>
      ))}
    </div>
  );
});
