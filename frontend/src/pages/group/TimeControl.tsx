import { memo, startTransition, useEffect, useMemo, useRef, useState } from "react";
import { Empty, ErrorNote, Skeleton } from "../../components/Feedback";
import { Instant } from "../../components/Known";
import { StateGlyph, stateClass } from "../../components/State";
import {
  describePosition,
  headPosition,
  indexOfVersion,
  layOutBand,
  versionAt,
  type Band as BandLayout,
  type BandScale,
} from "../../lib/band";
import { count, stateWord, utcDate, utcTime } from "../../lib/format";
import { withShortIds } from "../../lib/memberIds";
import type { History } from "../../queries/groups";
import "./TimeControl.css";

interface TimeControlProps {
  history: History | undefined;
  error: unknown;
  retry: () => void;
  /** The version that the page shows. */
  shown: number | null;
  /** Whether the page follows the latest snapshot. */
  latest: boolean;
  live: boolean;
  end: string | null;
  /** The names of processes by member id, for the words about what changed. */
  names: ReadonlyMap<string, string>;
  onVersion: (version: number, replace: boolean) => void;
}

const SCALE_KEY = "streamgauge.bandScale";

function storedScale(): BandScale {
  try {
    return localStorage.getItem(SCALE_KEY) === "steps" ? "steps" : "time";
  } catch {
    return "time";
  }
}

/** The band of a group's states over its snapshots, with the head at the one that is shown. */
export function TimeControl({ history, error, retry, shown, latest, live, end, names, onVersion }: TimeControlProps) {
  const [scale, setScale] = useState<BandScale>(storedScale);
  const [pending, goTo] = usePendingVersion(onVersion);
  const current = pending ?? shown;
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
  const index = current === null ? -1 : indexOfVersion(snapshots, current);
  const snapshot = snapshots[index];
  const step = (by: number, replace = false) => {
    const next = snapshots[Math.min(snapshots.length - 1, Math.max(0, index + by))];
    if (next && index >= 0 && next.version !== current) goTo(next.version, replace);
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
  return (
    <section className="card time" aria-label="Time">
      <div className="time-row">
        <span className="joined steps">
          <button type="button" className="button" aria-label="Previous snapshot" disabled={index <= 0} onClick={() => step(-1)}>
            <span aria-hidden="true">◂</span>
          </button>
          <button
            type="button"
            className="button"
            aria-label="Next snapshot"
            disabled={index < 0 || index === snapshots.length - 1}
            onClick={() => step(1)}
          >
            <span aria-hidden="true">▸</span>
          </button>
        </span>
        <Band history={history} version={current} end={end} scale={scale} step={step} goTo={goTo} />
        <span className="joined scale-choice" role="group" aria-label="Scale of the band">
          <button type="button" className="button" aria-pressed={scale === "time"} onClick={() => choose("time")}>
            Time
          </button>
          <button
            type="button"
            className="button"
            aria-pressed={scale === "steps"}
            title="One step for each snapshot"
            onClick={() => choose("steps")}
          >
            Steps
          </button>
        </span>
        <button
          type="button"
          className={`button latest${latest ? "" : " primary"}`}
          aria-pressed={latest}
          disabled={newest === null}
          onClick={() => newest !== null && goTo(newest, false)}
        >
          {latest && live ? "● Live" : latest ? "● Latest" : "Latest"}
        </button>
      </div>
      <div className="time-said">
        {snapshot ? (
          <>
            <span className="nowrap">
              <b>
                Version {count(snapshot.version)}
                {newest !== null && <span className="dim"> of {count(newest)}</span>}
              </b>{" "}
              <span className="mono">
                {utcDate(snapshot.at)} <Instant at={snapshot.at} />
              </span>{" "}
              <span className="dim">UTC</span>
            </span>
            <Changes changes={snapshot.changes} names={names} />
          </>
        ) : (
          <span className="dim">{current === null ? "" : `Version ${current} is not among the snapshots drawn.`}</span>
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

const LEAST_BETWEEN_MS = 310;

/**
 * Moves through versions faster than the address may follow: browsers allow about a hundred rewrites of it in half a
 * minute. The head goes where it is dragged at once, and the address, with the page below it, follows a few times a
 * second.
 */
function usePendingVersion(
  onVersion: (version: number, replace: boolean) => void,
): [number | null, (version: number, replace: boolean) => void] {
  const [pending, setPending] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const last = useRef(0);
  const fire = useRef(onVersion);
  useEffect(() => {
    fire.current = onVersion;
  }, [onVersion]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const goTo = (version: number, replace: boolean) => {
    clearTimeout(timer.current);
    const go = () => {
      last.current = Date.now();
      fire.current(version, replace);
      // The router changes its location in a transition; so that the head does not jump back in between, this goes with it.
      startTransition(() => setPending(null));
    };
    const wait = last.current + LEAST_BETWEEN_MS - Date.now();
    setPending(version);
    if (!replace || wait <= 0) go();
    else timer.current = setTimeout(go, wait);
  };
  return [pending, goTo];
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
      {changes.length > CHANGES_SHOWN && <li className="dim">and {count(changes.length - CHANGES_SHOWN)} more under Changes</li>}
    </ul>
  );
}

interface BandProps {
  history: History;
  version: number | null;
  end: string | null;
  scale: BandScale;
  step: (by: number, replace?: boolean) => void;
  goTo: (version: number, replace: boolean) => void;
}

function Band({ history: { snapshots }, version, end, scale, step, goTo }: BandProps) {
  const element = useRef<HTMLDivElement>(null);
  const band = useMemo(() => layOutBand(snapshots, end, scale), [snapshots, end, scale]);
  const head = version === null ? null : headPosition(snapshots, end, scale, version);
  const snapshot = version === null ? undefined : snapshots[indexOfVersion(snapshots, version)];
  const first = snapshots[0]?.version ?? 0;
  const last = snapshots.at(-1)?.version ?? 0;

  const seek = (clientX: number) => {
    const box = element.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const found = versionAt(snapshots, end, scale, Math.min(1, Math.max(0, (clientX - box.left) / box.width)));
    if (found !== null && found !== version) goTo(found, true);
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
        aria-label="Snapshot"
        aria-valuemin={first}
        aria-valuemax={last}
        aria-valuenow={version ?? last}
        aria-valuetext={version === null ? undefined : describePosition(snapshots, version)}
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
              {utcTime(snapshot.at)}
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
        <span key={`${mark.position}${mark.label}`} style={{ left: `${mark.position * 100}%` }}>
          {mark.label}
        </span>
      ))}
    </div>
  );
});
