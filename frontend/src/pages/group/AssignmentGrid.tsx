import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { Link, useSearchParams } from "react-router";
import type { GroupDetail, Member, View } from "../../api/types";
import { NotKnown } from "../../components/Known";
import { RoleMark } from "../../components/Role";
import { count, NOT_KNOWN, plural, roleWord, shortCount } from "../../lib/format";
import { describeCell, roleIn, type Cell, type ColumnGroup, type GridModel, type MemberRow } from "../../lib/grid";
import {
  cellAt,
  cellsOfStrip,
  HEADER,
  isInStrip,
  measure,
  move,
  NOWHERE,
  sightOf,
  stripsInSight,
  widthOfStrip,
  type Arrangement,
  type Block,
  type Direction,
  type Geometry,
  type GridLayout,
  type GridPosition,
  type Line,
  type Measures,
  type Placed,
  type RowLine,
} from "../../lib/gridLayout";
import { lagKey, type Lag } from "../../lib/lags";
import { absenceOf, memberName, threadOf } from "../../lib/members";
import { parseTaskId } from "../../lib/tasks";
import { Turns } from "../../lib/turns";
import { timeOf } from "../../lib/view";
import { CellTip, type Tip } from "./CellTip";

/** Beyond this many columns or rows the cells shrink, and say their numbers in tips only. */
const COMPACT_COLUMNS = 64;
const COMPACT_ROWS = 80;
const NARROW = "(max-width: 720px)";
const SUBTOPOLOGY_HEIGHT = 28;

type Density = "roomy" | "compact" | "packed";

/** By density, on a desk and on a phone. */
const MEASURES: Record<Density, [wide: Measures, narrow: Measures]> = {
  roomy: [
    { width: 34, gap: 22, row: 33, alone: 46 },
    { width: 34, gap: 16, row: 46, alone: 46 },
  ],
  compact: [
    { width: 19, gap: 16, row: 25, alone: 40 },
    { width: 19, gap: 16, row: 40, alone: 40 },
  ],
  packed: [
    { width: 38, gap: 20, row: 36, alone: 44 },
    { width: 38, gap: 14, row: 46, alone: 46 },
  ],
};
const HEADING_HEIGHT: Record<Density, number> = { roomy: 26, compact: 32, packed: 24 };
const LEAD = [418, 150] as const;
const NOWHERE_HEIGHT = 36;
/** The number that the grid gives to the column of the first slot, after process, member, epoch and counts. */
const FIRST_COLUMN = 5;
/** More is drawn than is seen, so that scrolling finds it there. */
const MARGIN = 100;

interface AssignmentGridProps {
  detail: GroupDetail;
  grid: GridModel;
  layout: GridLayout;
  /** Null while they are asked for. */
  lags: ReadonlyMap<string, Lag> | null;
  selected: string | null;
  onOpen: (taskId: string) => void;
}

const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "rowStart",
  End: "rowEnd",
  PageUp: "pageUp",
  PageDown: "pageDown",
};

function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(NARROW);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => window.matchMedia(NARROW).matches,
  );
}

interface Seen {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What is seen beside the lead and below the header, and a margin around it. */
function around(geometry: Geometry, { left, top, width, height }: Seen, lead: number, headerHeight: number) {
  return sightOf(geometry, left - MARGIN, top - MARGIN, width - lead + 2 * MARGIN, height - headerHeight + 2 * MARGIN);
}

/**
 * Members by process against tasks by subtopology. Only what is in sight is in the document, each cell at its place; so
 * five hundred members against ten thousand tasks are as light as a few members with a few.
 */
export function AssignmentGrid({ detail, grid, layout, lags, selected, onOpen }: AssignmentGridProps) {
  const [params] = useSearchParams();
  const membersAt = membersLink(params);
  const root = useRef<HTMLDivElement>(null);
  const [turns] = useState(() => new Turns(flushSync));
  const narrow = useNarrow();
  const density: Density =
    layout.arrangement === "packed"
      ? "packed"
      : grid.taskIds.length > COMPACT_COLUMNS || layout.rows.length > COMPACT_ROWS
        ? "compact"
        : "roomy";
  const measures = MEASURES[density][narrow ? 1 : 0];
  const lead = LEAD[narrow ? 1 : 0];
  const headerHeight = SUBTOPOLOGY_HEIGHT + HEADING_HEIGHT[density];
  const geometry = useMemo(() => measure(layout, measures), [layout, measures]);
  const lines = useMemo<Line[]>(() => [layout.header, ...layout.rows, layout.nowhere], [layout]);

  const [seen, setSeen] = useState<Seen>(() => ({ left: 0, top: 0, width: window.innerWidth, height: window.innerHeight }));
  const sight = useMemo(
    () => around(geometry, seen, lead, headerHeight),
    [geometry, seen, lead, headerHeight],
  );
  const look = useCallback(() => {
    const scroller = root.current;
    // Without a layout, as in tests, the first guess stays.
    if (!scroller || scroller.clientWidth === 0) return;
    setSeen({ left: scroller.scrollLeft, top: scroller.scrollTop, width: scroller.clientWidth, height: scroller.clientHeight });
  }, []);
  useLayoutEffect(() => {
    look();
    if (!root.current || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(look);
    observer.observe(root.current);
    return () => observer.disconnect();
  }, [look]);
  const drawn = useRef(sight);
  useLayoutEffect(() => {
    drawn.current = sight;
  }, [sight]);
  const onScroll = () => {
    const scroller = root.current;
    if (!scroller) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller;
    const next = around(geometry, { left: scrollLeft, top: scrollTop, width: clientWidth, height: clientHeight }, lead, headerHeight);
    const now = drawn.current;
    if (next.fromRow === now.fromRow && next.toRow === now.toRow && next.fromSlot === now.fromSlot && next.toSlot === now.toSlot) return;
    // In the same frame, so that what comes into sight is there; of much at once its outline, and the rest in turns.
    turns.hurry();
    flushSync(look);
    turns.rest();
  };

  const [wanted, setWanted] = useState<GridPosition | null>(null);
  const focus = useMemo(() => {
    const line = wanted && lines.find((one) => one.key === wanted.row);
    // The focus may have stood on a cell that this snapshot does not have.
    if (wanted && line && cellAt(line, wanted.slot)) return wanted;
    const first = lines.find((one) => one.cells.length > 0);
    return first ? { row: first.key, slot: first.cells[0]?.slot ?? 0 } : null;
  }, [lines, wanted]);

  /** Scrolls so that a place is in sight, as little as needed, or to the middle when it was far. */
  const reveal = useCallback(
    (slot: number, rowIndex: number, far: boolean) => {
      const scroller = root.current;
      if (!scroller || scroller.clientWidth === 0) return;
      const into = (from: number, size: number, view: number, extent: number) => {
        if (from >= view && from + size <= view + extent) return view;
        if (far) return from + size / 2 - extent / 2;
        return from < view ? from - size : from + 2 * size - extent;
      };
      const nowhereHeight = layout.nowhere.cells.length > 0 ? NOWHERE_HEIGHT : 0;
      const left = into(geometry.lefts[slot] ?? 0, measures.width, scroller.scrollLeft, scroller.clientWidth - lead);
      const top =
        rowIndex < 0
          ? scroller.scrollTop
          : into(geometry.tops[rowIndex] ?? 0, geometry.heights[rowIndex] ?? 0, scroller.scrollTop, scroller.clientHeight - headerHeight - nowhereHeight);
      scroller.scrollTo({ left, top, behavior: "instant" });
    },
    [geometry, headerHeight, layout, lead, measures],
  );

  const open = (target: EventTarget) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-task]") : null;
    if (!cell?.dataset.task) return;
    setWanted({ row: rowOf(cell), slot: slotOf(cell) });
    onOpen(cell.dataset.task);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-task]")) return;
    if (event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      open(event.target);
      return;
    }
    const direction = DIRECTIONS[event.key];
    if (!direction || !focus) return;
    event.preventDefault();
    const edge = direction === "rowStart" || direction === "rowEnd";
    const next = event.ctrlKey && edge ? edgeOf(lines, direction) : move(lines, focus, direction);
    flushSync(() => setWanted(next));
    reveal(next.slot, layout.rows.findIndex((row) => row.key === next.row), edge);
    root.current?.querySelector<HTMLElement>('[data-task][tabindex="0"]')?.focus({ preventScroll: true });
  };
  // The column under the pointer is lit without a render: at this size a render for each move would lag behind it.
  const onPointerOver = (event: React.PointerEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-task]") : null;
    const lit = root.current?.querySelector<HTMLElement>(".tg-lit");
    if (!lit) return;
    lit.hidden = !cell || layout.arrangement === "packed";
    if (cell) lit.style.left = `${geometry.lefts[slotOf(cell)] ?? 0}px`;
  };

  // A link to a task far to the right or down opens with it in sight.
  const revealed = useRef<string | null>(null);
  useEffect(() => {
    const mark = `${selected} ${layout.arrangement}`;
    if (revealed.current === mark) return;
    revealed.current = mark;
    if (selected === null) return;
    const holds = ({ taskId, cell }: Placed) => taskId === selected && cell?.role === "active";
    let row = layout.rows.findIndex((line) => line.cells.some(holds));
    if (row < 0) row = layout.rows.findIndex((line) => line.cells.some((placed) => placed.taskId === selected));
    const line = layout.rows[row] ?? layout.header;
    const placed = line.cells.find(({ taskId }) => taskId === selected);
    if (placed) reveal(placed.slot, row, true);
  }, [selected, layout, reveal]);

  const tell = useCallback(
    (element: HTMLElement) => tipOf(element, { detail, grid, layout, lags }),
    [detail, grid, layout, lags],
  );
  const memberRows = layout.rows.length;
  const chosen = selected === null ? undefined : layout.header.cells[grid.columnOf.get(selected) ?? -1];
  const nowhereCells = layout.nowhere.cells;
  const own = (key: string) => (focus?.row === key ? focus.slot : null);
  const processes = useMemo(() => processesInSight(geometry, sight, layout.rows.findIndex((row) => row.key === focus?.row)), [geometry, sight, layout, focus]);
  return (
    <>
      <div
        ref={root}
        className={`tg-scroll ${density}`}
        style={{ "--cw": `${measures.width}px`, "--lead": `${lead}px` } as React.CSSProperties}
        onScroll={onScroll}
        onPointerOver={onPointerOver}
        onPointerLeave={onPointerOver}
      >
        <div
          className="tg"
          role="grid"
          aria-label={`Assignment of ${plural(grid.taskIds.length, "task")} to ${plural(grid.memberCount, "member")}`}
          aria-rowcount={memberRows + 2 + (nowhereCells.length > 0 ? 1 : 0)}
          aria-colcount={layout.slots + FIRST_COLUMN - 1}
          style={{ width: lead + geometry.width + 28 }}
          tabIndex={-1}
          onClick={(event) => open(event.target)}
          onKeyDown={onKeyDown}
        >
          <div className="tg-header" role="rowgroup">
            <div className="tg-row" role="row" aria-rowindex={1} style={{ height: SUBTOPOLOGY_HEIGHT }}>
              <div className="tg-lead" role="presentation" />
              <div className="tg-cells" role="presentation">
                {layout.blocks
                  .filter((block) => block.slot < sight.toSlot && block.slot + block.slots > sight.fromSlot)
                  .map((block) => (
                    <SubtopologyHead key={block.group.subtopologyId} block={block} geometry={geometry} arrangement={layout.arrangement} />
                  ))}
              </div>
            </div>
            <div className="tg-row tg-partitions" role="row" aria-rowindex={2} data-row={HEADER} style={{ height: HEADING_HEIGHT[density] }}>
              <div className="tg-lead" role="presentation">
                <div role="columnheader" className="tg-process" aria-colindex={1}>
                  process
                </div>
                <div role="columnheader" className="tg-member" aria-colindex={2}>
                  member
                </div>
                <div role="columnheader" className="tg-epoch" aria-colindex={3}>
                  epoch
                </div>
                <div role="columnheader" className="tg-sum" aria-colindex={4} aria-label="tasks: active, standby, warm-up">
                  <span>a</span>
                  <span>s</span>
                  <span>w</span>
                </div>
              </div>
              <div className="tg-cells" role="presentation">
                {stripsInSight(layout.header, sight, own(HEADER)).map((strip) => (
                  <Strip key={strip} strip={strip} geometry={geometry}>
                    {cellsOfStrip(layout.header, geometry, strip).map(({ slot, taskId, before }) => (
                      <PartitionHead
                        key={taskId}
                        taskId={taskId}
                        slot={slot}
                        before={before}
                        nowhere={grid.nowhere.has(taskId)}
                        selected={taskId === selected}
                        focused={own(HEADER) === slot}
                      />
                    ))}
                  </Strip>
                ))}
              </div>
            </div>
          </div>
          <div className="tg-columns" role="presentation" aria-hidden="true" style={{ top: headerHeight, left: lead }}>
            <i className="tg-lit" hidden />
            {chosen && <i className="tg-chosen" style={{ left: geometry.lefts[chosen.slot] }} />}
          </div>
          <div className="tg-body" role="presentation" style={{ height: geometry.height }}>
            {processes.map(({ top, height, rows }) => (
              <div key={layout.rows[rows[0] ?? 0]?.process.key ?? top} className="tg-group" role="rowgroup" style={{ top, height }}>
                {rows.map((index) => {
                  const line = layout.rows[index];
                  return (
                    line && (
                      <Row
                        key={line.key}
                        rowIndex={index + 3}
                        top={(geometry.tops[index] ?? 0) - top - 1}
                        height={geometry.heights[index] ?? 0}
                        line={line}
                        geometry={geometry}
                        fromSlot={sight.fromSlot}
                        toSlot={sight.toSlot}
                        lags={lags}
                        density={density}
                        observedAt={detail.asOf}
                        membersAt={membersAt}
                        turns={turns}
                        selected={selected !== null && line.cells.some((placed) => placed.taskId === selected) ? selected : null}
                        focused={own(line.key)}
                      />
                    )
                  );
                })}
              </div>
            ))}
          </div>
          {nowhereCells.length > 0 && (
            <div className="tg-nowhere" role="rowgroup">
              <div className="tg-row" role="row" aria-rowindex={memberRows + 3} data-row={NOWHERE} style={{ height: NOWHERE_HEIGHT }}>
                <div className="tg-lead" role="presentation">
                  <div role="rowheader" className="tg-process bad" aria-colindex={1}>
                    runs nowhere
                  </div>
                  <div role="gridcell" className="tg-sum bad" aria-colindex={4}>
                    <span>{count(nowhereCells.length)}</span>
                  </div>
                </div>
                <div className="tg-cells" role="presentation">
                  {stripsInSight(layout.nowhere, sight, own(NOWHERE)).map((strip) => (
                    <Strip key={strip} strip={strip} geometry={geometry}>
                      {cellsOfStrip(layout.nowhere, geometry, strip).map(({ slot, taskId, before }) => (
                        <div
                          key={taskId}
                          role="gridcell"
                          className="tg-cell"
                          aria-colindex={slot + FIRST_COLUMN}
                          aria-label={`${taskId} runs nowhere`}
                          aria-selected={taskId === selected || undefined}
                          tabIndex={own(NOWHERE) === slot ? 0 : -1}
                          data-task={taskId}
                          style={marginOf(before)}
                        >
                          <span className="tg-none">{density === "packed" ? partitionOf(taskId) : "!"}</span>
                        </div>
                      ))}
                    </Strip>
                  ))}
                </div>
              </div>
            </div>
          )}
        </div>
      </div>
      <CellTip root={root} tell={tell} />
    </>
  );
}

function edgeOf(lines: readonly Line[], direction: Direction): GridPosition {
  const filled = lines.filter((line) => line.cells.length > 0);
  const line = direction === "rowStart" ? filled[0] : filled.at(-1);
  const placed = direction === "rowStart" ? line?.cells[0] : line?.cells.at(-1);
  return { row: line?.key ?? HEADER, slot: placed?.slot ?? 0 };
}

/** The processes with rows in sight, and of each those rows; the row with the focus stays wherever it is. */
function processesInSight({ processes }: Geometry, { fromRow, toRow }: { fromRow: number; toRow: number }, focusRow: number) {
  return processes.flatMap(({ top, height, from, to }) => {
    const rows: number[] = [];
    for (let row = Math.max(from, fromRow); row < Math.min(to, toRow); row++) rows.push(row);
    if (focusRow >= from && focusRow < to && !rows.includes(focusRow)) rows.push(focusRow);
    return rows.length === 0 ? [] : [{ top, height, rows }];
  });
}

/** The key of the line and the slot that a cell in the document stands at. */
function rowOf(cell: HTMLElement): string {
  return cell.closest<HTMLElement>("[data-row]")?.dataset.row ?? HEADER;
}

function slotOf(cell: HTMLElement): number {
  return Number(cell.getAttribute("aria-colindex")) - FIRST_COLUMN;
}

/** Most cells stand beside the one before them, and need no style of their own. */
function marginOf(before: number): React.CSSProperties | undefined {
  return before === 0 ? undefined : { marginLeft: before };
}

function partitionOf(taskId: string): string {
  return taskId.slice(taskId.lastIndexOf("_") + 1);
}

function membersLink(params: URLSearchParams): string {
  const next = timeOf(params);
  next.set("tab", "members");
  return `?${next}&member=`;
}

function sourcesOf({ subtopology }: ColumnGroup): string | null {
  if (!subtopology) return null;
  const topics = [
    ...(subtopology.sourceTopics ?? []),
    ...(subtopology.sourceTopicRegex ?? []),
    ...(subtopology.repartitionSourceTopics ?? []),
  ];
  return topics.length === 0 ? null : topics.join(", ");
}

function SubtopologyHead({ block, geometry, arrangement }: { block: Block; geometry: Geometry; arrangement: Arrangement }) {
  const { group } = block;
  const sources = sourcesOf(group);
  const stores = group.subtopology?.stores ?? [];
  return (
    <div
      role="columnheader"
      aria-colindex={block.slot + FIRST_COLUMN}
      aria-colspan={Math.max(1, block.slots)}
      className="tg-subtopology"
      style={{ left: geometry.lefts[block.slot], width: block.slots * geometry.measures.width }}
      title={[
        `Subtopology ${group.subtopologyId} with ${plural(group.taskIds.length, "task")}`,
        sources && `reads ${sources}`,
        stores.length > 0 && `keeps ${stores.join(", ")}`,
      ]
        .filter(Boolean)
        .join(", ")}
    >
      <span>
        <b className="mono">{group.subtopologyId}</b>{" "}
        {stores.length > 0
          ? stores.map((store) => (
              <span key={store} className="chip">
                {store}
              </span>
            ))
          : sources}
        {arrangement === "packed" && <span className="tg-of"> {count(group.taskIds.length)}</span>}
      </span>
    </div>
  );
}

interface PartitionHeadProps {
  taskId: string;
  slot: number;
  before: number;
  nowhere: boolean;
  selected: boolean;
  focused: boolean;
}

const PartitionHead = memo(function PartitionHead({ taskId, slot, before, nowhere, selected, focused }: PartitionHeadProps) {
  return (
    <div
      role="columnheader"
      className={`tg-partition mono${nowhere ? " none" : ""}${selected ? " on" : ""}`}
      aria-colindex={slot + FIRST_COLUMN}
      aria-label={nowhere ? `${taskId}, runs nowhere` : taskId}
      tabIndex={focused ? 0 : -1}
      data-task={taskId}
      style={marginOf(before)}
    >
      {partitionOf(taskId)}
    </div>
  );
});

interface RowProps {
  rowIndex: number;
  top: number;
  height: number;
  line: RowLine;
  geometry: Geometry;
  fromSlot: number;
  toSlot: number;
  lags: ReadonlyMap<string, Lag> | null;
  density: Density;
  observedAt: string;
  /** The address of the members, but for which of them. */
  membersAt: string;
  turns: Turns;
  selected: string | null;
  focused: number | null;
}

const Row = memo(function Row(props: RowProps) {
  const { line, geometry, lags, density, observedAt, selected, focused } = props;
  const absence = absenceOf(line.row.member, observedAt)?.text ?? null;
  return (
    <div
      className={`tg-row tg-line${absence ? " absent" : ""}`}
      role="row"
      aria-rowindex={props.rowIndex}
      data-row={line.key}
      style={{ top: props.top, height: props.height, "--rh": `${props.height}px` } as React.CSSProperties}
    >
      <RowLead line={line} absence={absence} membersAt={props.membersAt} />
      <div className="tg-cells" role="presentation">
        {stripsInSight(line, props, focused).map((strip) => (
          <RowStrip
            key={strip}
            strip={strip}
            line={line}
            geometry={geometry}
            lags={lags}
            turns={props.turns}
            density={density}
            absence={absence}
            selected={selected}
            focused={isInStrip(strip, focused) ? focused : null}
          />
        ))}
      </div>
    </div>
  );
});

interface StripProps {
  strip: number;
  geometry: Geometry;
  /** Its outline alone: that there is something, and not yet what. */
  outline?: boolean;
  children?: React.ReactNode;
}

/** The place of some slots beside each other. */
function Strip({ strip, geometry, outline = false, children }: StripProps) {
  return (
    <div
      className={`tg-strip${outline ? " outline" : ""}`}
      role="presentation"
      style={{ left: geometry.lefts[strip], width: widthOfStrip(geometry, strip) }}
    >
      {children}
    </div>
  );
}

type RowStripProps = Pick<RowProps, "line" | "geometry" | "lags" | "turns" | "density" | "selected" | "focused"> & { strip: number; absence: string | null };

const RowStrip = memo(function RowStrip({ strip, line, geometry, lags, turns, density, absence, selected, focused }: RowStripProps) {
  const { member } = line.row;
  const owner = `${line.process.name}, member ${memberName(member)}`;
  // The lags that are told here, once there was a turn to draw it; new ones wait for theirs.
  const [told, setTold] = useState(() => (focused !== null || turns.take() ? { lags } : null));
  useEffect(() => (told?.lags === lags && told !== null ? undefined : turns.wait(() => setTold({ lags }))), [told, lags, turns]);
  if (told === null && focused === null) return <Strip strip={strip} geometry={geometry} outline />;
  const known = told === null ? lags : told.lags;
  return (
    <Strip strip={strip} geometry={geometry}>
      {cellsOfStrip(line, geometry, strip).map(
        ({ slot, cell, before }) =>
          cell && (
            <GridCell
              key={cell.taskId}
              cell={cell}
              slot={slot}
              before={before}
              lag={known ? known.get(lagKey(cell.taskId, member.memberId)) : null}
              density={density}
              absence={absence}
              owner={owner}
              selected={cell.taskId === selected}
              focused={slot === focused}
            />
          ),
      )}
    </Strip>
  );
});

const RowLead = memo(function RowLead({ line, absence, membersAt }: { line: RowLine; absence: string | null; membersAt: string }) {
  const { process, place, alone, row } = line;
  const { member } = row;
  const thread = threadOf(member);
  const name = place === 1 && process.detail ? `${process.name} ${process.detail}` : process.name;
  return (
    <div className="tg-lead" role="presentation">
      <div role="rowheader" className="tg-process" aria-colindex={1} aria-label={place === 0 ? undefined : name}>
        {place === 0 ? (
          <>
            <span className="tg-name" title={process.processId ?? undefined}>
              {process.name}
            </span>
            {alone && process.detail && <span className="dim">{process.detail}</span>}
          </>
        ) : (
          place === 1 && process.detail && <span className="dim tg-name">{process.detail}</span>
        )}
      </div>
      <div role="gridcell" className="tg-member" aria-colindex={2}>
        <Link to={`${membersAt}${encodeURIComponent(member.memberId)}`} className="mono" title={member.memberId}>
          {memberName(member)}
        </Link>
        {thread !== null && <span className="dim"> {thread}</span>}
        {absence && <span className="tg-absence">{absence}</span>}
      </div>
      <div
        role="gridcell"
        className={`tg-epoch mono${row.behind ? " behind" : ""}`}
        aria-colindex={3}
        aria-label={row.behind ? `${member.memberEpoch} behind the group` : undefined}
      >
        {member.memberEpoch === null ? <NotKnown why="no epoch was observed" /> : member.memberEpoch}
      </div>
      <Sum counts={row.counts} />
    </div>
  );
});

function Sum({ counts }: { counts: MemberRow["counts"] }) {
  const said = (value: number | null) => <span aria-hidden="true">{value ? <b>{value}</b> : (value ?? NOT_KNOWN)}</span>;
  const words = [
    [counts.active, "active"],
    [counts.standby, "standby"],
    [counts.warmup, "warm-up"],
  ]
    .map(([value, word]) => `${value === null ? "not known:" : value} ${word}`)
    .join(", ");
  return (
    <div role="gridcell" className="tg-sum mono" aria-colindex={4} title={words}>
      {said(counts.active)}
      {said(counts.standby)}
      {said(counts.warmup)}
      <span className="sr-only">{words}</span>
    </div>
  );
}

interface GridCellProps {
  cell: Cell;
  slot: number;
  /** How far it stands from the one before it. */
  before: number;
  /** Null while it is asked for, undefined when it is not known. */
  lag: Lag | undefined | null;
  density: Density;
  absence: string | null;
  owner: string;
  selected: boolean;
  focused: boolean;
}

/** What a cell says of its lag: a standby's records behind, unless it has all, and how far a warm-up is. */
function lagText(cell: Cell, lag: Lag | undefined | null): string | null {
  if (!lag || cell.phase !== "held") return null;
  if (cell.role === "standby" && Number(lag.lag) > 0) return shortCount(lag.lag);
  if (cell.role === "warmup" && lag.progress !== null) return String(Math.floor(lag.progress * 100));
  return null;
}

const GridCell = memo(function GridCell({ cell, slot, before, lag, density, absence, owner, selected, focused }: GridCellProps) {
  const restored = cell.role === "warmup" && lag?.progress != null ? `, ${Math.floor(lag.progress * 100)} % restored` : "";
  const text = density === "compact" ? null : lagText(cell, lag);
  // What is read out has the number as it is drawn; the tip has it whole.
  const records = text === null ? count : shortCount;
  const behind = lag ? `${restored}, ${records(lag.lag)} records behind` : cell.role === "active" || lag === null ? "" : ", lag not known";
  const label = `${describeCell(cell)} on ${owner}${cell.phase === "target" ? "" : behind}${absence ? ` (${absence})` : ""}`;
  const packed = density === "packed";
  return (
    <div
      role="gridcell"
      className={`tg-cell${cell.next ? " tg-moves" : ""}${packed && text !== null ? " tg-lagged" : ""}`}
      aria-colindex={slot + FIRST_COLUMN}
      aria-label={label}
      aria-selected={selected || undefined}
      tabIndex={focused ? 0 : -1}
      data-task={cell.taskId}
      style={marginOf(before)}
    >
      <RoleMark
        role={cell.role}
        phase={cell.phase}
        text={packed ? null : text}
        progress={lag?.progress ?? null}
        label={packed ? partitionOf(cell.taskId) : null}
      />
      {packed && text !== null && (
        <span className="tg-lag" aria-hidden="true">
          {cell.role === "warmup" ? `${text}%` : text}
        </span>
      )}
    </div>
  );
});

interface TipContext {
  detail: GroupDetail;
  grid: GridModel;
  layout: GridLayout;
  lags: ReadonlyMap<string, Lag> | null;
}

/** All that is known of a cell, of a task's heading, or of a task that runs nowhere. */
function tipOf(element: HTMLElement, { detail, grid, layout, lags }: TipContext): Tip | null {
  const { task: taskId } = element.dataset;
  if (taskId === undefined) return null;
  const key = rowOf(element);
  const about = linesOfTask(taskId, detail);
  const line = layout.rows.find((one) => one.key === key);
  const cell = line?.cells.find((placed) => placed.taskId === taskId)?.cell;
  const heading = <b className="mono">{taskId}</b>;
  if (!line || !cell) {
    const holders = layout.rows.flatMap((one) => {
      const held = one.cells.find((placed) => placed.taskId === taskId)?.cell;
      return held ? [`${roleWord(held.role)}${held.phase === "held" ? "" : ` (${PHASE_WORDS[held.phase]})`} on ${one.process.name} (${memberName(one.row.member)})`] : [];
    });
    return {
      heading: grid.nowhere.has(taskId) ? (
        <>
          {heading} <span className="bad">runs nowhere</span>
        </>
      ) : (
        heading
      ),
      lines: [["Held", holders.length === 0 ? "by no member" : holders.join(", ")], ...about],
    };
  }
  const { member } = line.row;
  const lag = lags?.get(lagKey(taskId, member.memberId));
  const absence = absenceOf(member, detail.asOf);
  const thread = threadOf(member);
  return {
    heading: (
      <>
        {heading} <RoleMark role={cell.role} phase={cell.phase} small /> {roleWord(cell.role)}
        {cell.phase !== "held" && `, ${PHASE_WORDS[cell.phase]}`}
        {grid.nowhere.has(taskId) && <span className="bad"> runs nowhere</span>}
      </>
    ),
    lines: [
      [
        "Member",
        <>
          <b>{line.process.name}</b>
          {thread !== null && ` thread ${thread}`}
          {absence && <span className="bad"> {absence.text}</span>} <span className="mono dim">{member.instanceId ?? member.memberId}</span>
        </>,
      ],
      ["Host", hostOf(member)],
      ["Owned", roleWords(member.owned, taskId)],
      ["Assigned", roleWords(member.assigned, taskId)],
      ["Target", roleWords(member.target, taskId)],
      ...(cell.role === "active" || cell.phase === "target"
        ? []
        : [
            [
              "Behind",
              lag
                ? `${count(lag.lag)} records${lag.progress === null ? "" : `, ${(Math.floor(lag.progress * 1000) / 10).toFixed(1)} % restored`}`
                : lags
                  ? "not known"
                  : "being read",
            ] as const,
          ]),
      ...about,
    ],
  };
}

const PHASE_WORDS = { held: "", starting: "not yet running", stopping: "must give it up", target: "in the target only" } as const;

function hostOf(member: Member): string {
  if (member.endpoint) return `${member.endpoint.host}:${member.endpoint.port}`;
  return member.clientHost ?? NOT_KNOWN;
}

/** What a view says of a task: its role, that it is not there, or that nobody knows. */
function roleWords(view: View | null, taskId: string): string {
  if (!view) return "not observed";
  const role = roleIn(view, taskId);
  return role ? roleWord(role) : "not there";
}

function linesOfTask(taskId: string, detail: GroupDetail): [string, React.ReactNode][] {
  const name = parseTaskId(taskId);
  const subtopology = detail.subtopologies?.find((one) => one.subtopologyId === name?.subtopologyId);
  const stores = subtopology?.stores ?? [];
  const topics = [...(subtopology?.sourceTopics ?? []), ...(subtopology?.repartitionSourceTopics ?? [])];
  return [
    ...(topics.length > 0 ? [["Reads", `${topics.join(", ")}, partition ${name?.partition}`] as [string, React.ReactNode]] : []),
    ...(stores.length > 0 ? [[stores.length === 1 ? "Store" : "Stores", stores.join(", ")] as [string, React.ReactNode]] : []),
  ];
}
