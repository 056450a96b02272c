import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import type { Snapshot } from "../../api/types";
import { Choice } from "../../components/Choice";
import { Empty, ErrorNote, Skeleton } from "../../components/Feedback";
import { RoleMark } from "../../components/Role";
import { SearchField } from "../../components/SearchField";
import { usePending } from "../../components/usePending";
import { useTokens } from "../../components/useTokens";
import { leftOfMark, spanOf, timeMarks } from "../../lib/band";
import { count, dateTimeIn, offsetIn, roleWord } from "../../lib/format";
import { barAt, layOutHead, layOutLanes, type Bar, type Lane } from "../../lib/timeline";
import { timeOf, type ViewChange } from "../../lib/view";
import { panned, rangeOf, windowOf, zoomed, type Span } from "../../lib/window";
import { useZone } from "../../lib/zone";
import { useStatuses, useTimeline, type GroupKey, type LanesBy } from "../../queries/groups";
import { draw, heightOf, TOKENS, topsOf, trackAt } from "./drawTimeline";
import "./TimelineTab.css";

const PART_OF: Record<LanesBy, string> = { process: "process id", member: "member id", task: "task" };
const BY: readonly (readonly [LanesBy, string])[] = [
  ["process", "Processes"],
  ["member", "Members"],
  ["task", "Tasks"],
];

/** How high the lanes grow before they scroll. */
const MOST_HEIGHT = 520;
const AXIS = 18;

interface TimelineTabProps {
  group: GroupKey;
  snapshots: Snapshot[] | undefined;
  end: string | null;
  /** The instant that the page shows. */
  instant: string;
  params: URLSearchParams;
  change: (changes: ViewChange, replace?: boolean) => void;
}

/** Who ran what over time: a lane a process, member or task, under the group's state, its lost tasks and statuses. */
export function TimelineTab({ group, snapshots, end, instant, params, change }: TimelineTabProps) {
  const zone = useZone();
  const by = BY.find(([name]) => name === params.get("by"))?.[0] ?? "process";
  const search = params.get("lanes") ?? "";
  const range = params.get("range");
  const known = useMemo(() => snapshots ?? [], [snapshots]);
  const all = useMemo(() => spanOf(known, end), [known, end]);
  const committed = useMemo(() => windowOf(range, known, end, instant), [range, known, end, instant]);
  const [moving, move] = usePending((to: Span) => change({ range: rangeOf(to, all) }, true));
  const window = moving ?? committed;

  const [asked, setAsked] = useState<{ from: number | null; to: number | null }>({ from: null, to: null });
  const timeline = useTimeline(group, by, asked, search);
  const statuses = useStatuses(group);
  const data = timeline.data;
  // What was asked for may end before where the reader went, and an answer that was cut may begin behind it.
  const { from, to } = committed;
  const needed = { from, to: to >= all.to ? null : to };
  const past =
    (asked.from !== null && from < asked.from) ||
    (asked.to !== null && to > asked.to) ||
    (data?.cut === true && !timeline.isPlaceholderData && data.from !== null && from < new Date(data.from).getTime() - 1 && (asked.from !== needed.from || asked.to !== needed.to));
  if (past) setAsked(needed);

  const lanes = useMemo(() => (data ? layOutLanes(data, zone) : []), [data, zone]);
  const head = useMemo(() => layOutHead(known, end, statuses.data?.items ?? [], zone), [known, end, statuses.data, zone]);
  const choose = useCallback((at: number) => change({ at: new Date(Math.round(at)).toISOString() }), [change]);
  const linkOf = useCallback(
    (lane: Lane) => {
      const next = timeOf(params);
      if (by === "task") next.set("task", lane.id);
      else next.set("tab", "members");
      if (by === "member") next.set("member", lane.id);
      return `?${next}`;
    },
    [by, params],
  );
  return (
    <section className="card timeline" aria-label="Timeline">
      <div className="timeline-bar">
        <Choice
          label="What has a lane"
          choices={BY}
          chosen={by}
          onChoose={(name) => change({ by: name === "process" ? null : name, lanes: null }, true)}
        />
        <SearchField
          key={by}
          label={`Lanes with this part of a ${PART_OF[by]}`}
          placeholder={`Part of a ${PART_OF[by]}`}
          value={search}
          onChange={(lanes) => change({ lanes: lanes === "" ? null : lanes }, true)}
        />
        <ul className="timeline-legend">
          {(["active", "standby", "warmup"] as const).map((role) => (
            <li key={role}>
              <RoleMark role={role} small /> {roleWord(role)}
            </li>
          ))}
        </ul>
        <span className="spacer" />
        <span className="joined" role="group" aria-label="Zoom">
          <button type="button" className="button" aria-label="Zoom out" onClick={() => move(zoomed(window, 2, (window.from + window.to) / 2, all), true)}>
            <span aria-hidden="true">−</span>
          </button>
          <button type="button" className="button" aria-label="Zoom in" onClick={() => move(zoomed(window, 0.5, aim(window, instant), all), true)}>
            <span aria-hidden="true">+</span>
          </button>
        </span>
      </div>
      {timeline.error && !data ? (
        <ErrorNote error={timeline.error} retry={() => void timeline.refetch()} />
      ) : !data || !snapshots ? (
        <Skeleton lines={6} height={22} />
      ) : lanes.length === 0 ? (
        search === "" ? (
          <Empty title="Nobody was here">In all that is kept of the group it had no members, and no task of it was assigned.</Empty>
        ) : (
          <Empty title="No lane fits">
            <button type="button" className="button" onClick={() => change({ lanes: null }, true)}>
              Show all
            </button>
          </Empty>
        )
      ) : (
        <>
          <Plot head={head} lanes={lanes} window={window} all={all} instant={instant} move={move} choose={choose} linkOf={linkOf} />
          <p className="timeline-foot dim">
            {data.view === "owned" && "Assignments are not known; drawn is what members said they own. "}
            {data.cut && data.from !== null && `This is too much for one picture: the lanes begin at ${dateTimeIn(data.from, zone)} ${offsetIn(data.from, zone)}. Zoom in to see what was before. `}
            {data.total > data.items.length && `The first ${count(data.items.length)} of ${count(data.total)} lanes are drawn; search for others. `}
            Drag to move, Ctrl and the wheel (or + and −) to zoom, click to go to an instant.
          </p>
        </>
      )}
    </section>
  );
}

/** Zooms to the instant shown where it is in sight, else to the middle. */
function aim(window: Span, instant: string): number {
  const at = new Date(instant).getTime();
  return at >= window.from && at <= window.to ? at : (window.from + window.to) / 2;
}

interface PlotProps {
  head: Lane[];
  lanes: Lane[];
  window: Span;
  all: Span;
  instant: string;
  move: (to: Span, replace: boolean) => void;
  choose: (at: number) => void;
  linkOf: (lane: Lane) => string;
}

/** A bar that is pointed at, and where to say so. */
interface Pointed {
  bar: Bar;
  x: number;
  y: number;
}

function Plot({ head, lanes, window, all, instant, move, choose, linkOf }: PlotProps) {
  const colours = useTokens(TOKENS);
  const zone = useZone();
  const plot = useRef<HTMLDivElement>(null);
  const headCanvas = useRef<HTMLCanvasElement>(null);
  const laneCanvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  const [top, setTop] = useState(0);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [cursor, setCursor] = useState<{ lane: number; bar: Bar } | null>(null);
  const every = useMemo(() => [...head, ...lanes], [head, lanes]);
  const headTops = useMemo(() => topsOf(head), [head]);
  const laneTops = useMemo(() => topsOf(lanes), [lanes]);
  const headHeight = headTops.at(-1) ?? 0;
  const laneHeight = laneTops.at(-1) ?? 0;
  const shown = Math.min(MOST_HEIGHT, laneHeight);
  const marks = useMemo(() => {
    const found = timeMarks(window.from, window.to, zone);
    return width < 420 ? found.filter((_, index) => index % 2 === 0) : found;
  }, [window, width, zone]);

  useLayoutEffect(() => {
    const element = headCanvas.current?.parentElement;
    if (!element) return;
    const measure = () => setWidth(Math.max(1, element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const at = new Date(instant).getTime();
    const common = {
      window,
      width,
      colours,
      marks: marks.map((mark) => window.from + mark.position * (window.to - window.from)),
      head: at >= window.from && at <= window.to ? at : null,
      chosen: cursor?.bar ?? null,
    };
    if (headCanvas.current) draw(headCanvas.current, { ...common, lanes: head, tops: headTops, top: 0, height: headHeight });
    if (laneCanvas.current) draw(laneCanvas.current, { ...common, lanes, tops: laneTops, top, height: shown });
  });

  const timeAt = (x: number) => window.from + (x / width) * (window.to - window.from);
  const xOf = (at: number) => ((at - window.from) / (window.to - window.from)) * width;
  const find = (canvas: HTMLCanvasElement, event: React.PointerEvent): Pointed | null => {
    const box = canvas.getBoundingClientRect();
    const inHead = canvas === headCanvas.current;
    const y = event.clientY - box.top + (inHead ? 0 : top);
    const tops = inHead ? headTops : laneTops;
    const index = tops.findIndex((_, at) => y < (tops[at + 1] ?? -1));
    const lane = (inHead ? head : lanes)[index];
    const track = lane && trackAt(lane, y - (tops[index] ?? 0));
    const x = event.clientX - box.left;
    const bar = track ? barAt(track, timeAt(x), (4 * (window.to - window.from)) / width) : null;
    const outer = plot.current?.getBoundingClientRect();
    return bar && outer ? { bar, x: event.clientX - outer.left, y: event.clientY - outer.top } : null;
  };

  // A wheel listener of React's is passive, and could not keep the page from zooming.
  const wheel = useRef<(event: WheelEvent) => void>(() => undefined);
  useEffect(() => {
    wheel.current = (event) => {
      const box = headCanvas.current?.getBoundingClientRect();
      if (!box) return;
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        move(zoomed(window, Math.exp(event.deltaY * 0.003), timeAt(event.clientX - box.left), all), true);
      } else if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) {
        event.preventDefault();
        move(panned(window, (sideways / width) * (window.to - window.from), all), true);
      }
    };
  });
  useEffect(() => {
    const element = plot.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => wheel.current(event);
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);

  const pointers = useRef(new Map<number, { x: number; from: Span; moved: boolean }>());
  const handlers = {
    onPointerDown: (event: React.PointerEvent<HTMLCanvasElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      for (const [id, one] of pointers.current) pointers.current.set(id, { ...one, from: window });
      pointers.current.set(event.pointerId, { x: event.clientX, from: window, moved: pointers.current.size > 0 });
    },
    onPointerMove: (event: React.PointerEvent<HTMLCanvasElement>) => {
      const own = pointers.current.get(event.pointerId);
      if (!own) {
        setPointed(find(event.currentTarget, event));
        return;
      }
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId);
      if (other) {
        // Two fingers: what lies between them grows as they part.
        const apart = Math.max(10, Math.abs(event.clientX - other[1].x));
        const before = Math.max(10, Math.abs(own.x - other[1].x));
        const left = event.currentTarget.getBoundingClientRect().left;
        move(zoomed(window, before / apart, timeAt((event.clientX + other[1].x) / 2 - left), all), true);
        pointers.current.set(event.pointerId, { ...own, x: event.clientX, moved: true });
        return;
      }
      const dx = event.clientX - own.x;
      if (!own.moved && Math.abs(dx) < 4) return;
      own.moved = true;
      setPointed(null);
      move(panned(own.from, (-dx / width) * (own.from.to - own.from.from), all), true);
    },
    onPointerUp: (event: React.PointerEvent<HTMLCanvasElement>) => {
      const own = pointers.current.get(event.pointerId);
      pointers.current.delete(event.pointerId);
      if (!own || own.moved) return;
      setPointed(find(event.currentTarget, event));
      choose(timeAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
    },
    onPointerCancel: (event: React.PointerEvent<HTMLCanvasElement>) => pointers.current.delete(event.pointerId),
    onPointerLeave: () => setPointed(null),
  };

  const put = (lane: number, bar: Bar) => {
    setCursor({ lane, bar });
    const length = window.to - window.from;
    if (bar.to < window.from || bar.from > window.to) move(panned(window, bar.from - window.from - length / 4, all), true);
    const own = lane - head.length;
    const at = laneTops[own];
    if (own >= 0 && at !== undefined && scroller.current) {
      const bottom = laneTops[own + 1] ?? at;
      if (at < scroller.current.scrollTop) scroller.current.scrollTop = at;
      else if (bottom > scroller.current.scrollTop + shown) scroller.current.scrollTop = bottom - shown;
    }
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return;
    const length = window.to - window.from;
    const inTime = (lane: number) => (every[lane]?.tracks.flat() ?? []).sort((a, b) => a.from - b.from || a.to - b.to);
    const lane = cursor && every[cursor.lane] ? cursor.lane : 0;
    const bars = inTime(lane);
    const index = cursor ? bars.findIndex((bar) => bar.from === cursor.bar.from && bar.kind === cursor.bar.kind) : -1;
    const from = cursor?.bar.from ?? new Date(instant).getTime();
    const sideways = (by: number) => {
      if (event.shiftKey) return move(panned(window, (by * length) / 4, all), true);
      const next = cursor ? bars[Math.min(bars.length - 1, Math.max(0, index + by))] : begunBy(bars, from);
      if (next) put(lane, next);
    };
    const across = (by: number) => {
      for (let next = cursor ? lane + by : 0; next >= 0 && next < every.length; next += by) {
        const bar = begunBy(inTime(next), from);
        if (bar) return put(next, bar);
      }
    };
    const keys: Record<string, () => void> = {
      ArrowLeft: () => sideways(-1),
      ArrowRight: () => sideways(1),
      ArrowUp: () => across(-1),
      ArrowDown: () => across(1),
      Home: () => bars[0] && put(lane, bars[0]),
      End: () => bars.at(-1) && put(lane, bars.at(-1) as Bar),
      Enter: () => cursor && choose(Math.max(all.from, cursor.bar.from)),
      Escape: () => setCursor(null),
      "+": () => move(zoomed(window, 0.5, cursor ? Math.max(window.from, cursor.bar.from) : aim(window, instant), all), true),
      "=": () => move(zoomed(window, 0.5, aim(window, instant), all), true),
      "-": () => move(zoomed(window, 2, aim(window, instant), all), true),
      "0": () => move(all, true),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const said = pointed ?? (cursor ? placeOf(cursor, head, headTops, laneTops, top, shown, headHeight, xOf, width) : null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys by its definition
    <div
      ref={plot}
      className="plot"
      role="application"
      aria-roledescription="timeline"
      aria-label="Who ran what over time. Arrow keys go from bar to bar and from lane to lane, Enter goes to the instant, plus and minus zoom."
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys are the only way into a drawing
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(null)}
    >
      <div className="plot-axis mono" aria-hidden="true" style={{ height: AXIS }}>
        {marks.map((mark) => (
          <span key={mark.position} style={{ left: leftOfMark(mark) }}>
            {mark.label}
          </span>
        ))}
      </div>
      <div className="plot-row">
        <Labels lanes={head} tops={headTops} top={0} height={headHeight} />
        <div className="plot-canvas" style={{ height: headHeight }}>
          <canvas ref={headCanvas} style={{ width, height: headHeight }} {...handlers} />
        </div>
      </div>
      <div ref={scroller} className="plot-scroll" style={{ height: shown }} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
        <div className="plot-row" style={{ height: laneHeight }}>
          <Labels lanes={lanes} tops={laneTops} top={top} height={shown} linkOf={linkOf} />
          <div className="plot-canvas">
            <canvas ref={laneCanvas} className="stuck" style={{ width, height: shown }} {...handlers} />
          </div>
        </div>
      </div>
      {said && (
        <p
          className="plot-said"
          aria-hidden="true"
          style={{ left: said.x, top: said.y, translate: `${said.x > width * 0.6 ? "calc(-100% - 12px)" : "12px"} 14px` }}
        >
          {said.bar.words}
        </p>
      )}
      <p className="sr-only" aria-live="polite">
        {cursor?.bar.words}
      </p>
    </div>
  );
}

/** Of bars in the order of time the one that began last by an instant, and of several the first; else the first of all. */
function begunBy(bars: readonly Bar[], at: number): Bar | undefined {
  let found = bars[0];
  for (const bar of bars) if (bar.from <= at && found && bar.from > found.from) found = bar;
  return found;
}

function placeOf(
  cursor: { lane: number; bar: Bar },
  head: readonly Lane[],
  headTops: readonly number[],
  laneTops: readonly number[],
  top: number,
  shown: number,
  headHeight: number,
  xOf: (at: number) => number,
  width: number,
): Pointed {
  const own = cursor.lane - head.length;
  const y =
    own < 0
      ? AXIS + (headTops[cursor.lane + 1] ?? 0)
      : AXIS + headHeight + Math.min(shown, Math.max(0, (laneTops[own + 1] ?? 0) - top));
  const x = Math.min(width, Math.max(0, xOf(cursor.bar.from)));
  return { bar: cursor.bar, x: x + LABELS, y: y - 10 };
}

/** How wide the names are on a desk; on a phone the box stands a little to the right of its bar. */
const LABELS = 190;

interface LabelsProps {
  lanes: readonly Lane[];
  tops: readonly number[];
  top: number;
  height: number;
  linkOf?: (lane: Lane) => string;
}

function Labels({ lanes, tops, top, height, linkOf }: LabelsProps) {
  return (
    <ul className={`plot-labels${linkOf ? "" : " plot-kinds"}`}>
      {lanes.map((lane, index) => {
        const at = tops[index] ?? 0;
        if (at > top + height || at + heightOf(lane) < top) return null;
        return (
          <li key={lane.id} style={{ top: at, height: heightOf(lane) }} title={`${lane.name} ${lane.detail}`.trim()}>
            {linkOf ? <Link to={linkOf(lane)}>{lane.name}</Link> : <span>{lane.name}</span>}{" "}
            {lane.detail !== "" && <span className="dim">{lane.detail}</span>}
          </li>
        );
      })}
    </ul>
  );
}
