import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { GroupDetail } from "../../api/types";
import { NotKnown } from "../../components/Known";
import { RoleMark } from "../../components/Role";
import { count, plural, shortCount, shortId } from "../../lib/format";
import { describeCell, move, slotsOf, type Cell, type ColumnGroup, type Direction, type GridModel, type MemberRow } from "../../lib/grid";
import { lagKey, type Lag } from "../../lib/lags";
import { absenceOf, threadOf, type ProcessGroup } from "../../lib/members";

const HEADER = "header";
const NOWHERE = "nowhere";
/** Beyond this many columns or rows the cells shrink, and say their numbers in titles only. */
const COMPACT_COLUMNS = 64;
const COMPACT_ROWS = 80;

interface AssignmentGridProps {
  detail: GroupDetail;
  grid: GridModel;
  lags: ReadonlyMap<string, Lag>;
  selected: string | null;
  onOpen: (taskId: string) => void;
}

interface Focus {
  row: string;
  column: number;
}

const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "rowStart",
  End: "rowEnd",
};

/** Where a column is drawn: its slot, and how many gaps between subtopologies are before it. */
interface Spot {
  slot: number;
  gaps: number;
}

function placed(spot: Spot | undefined): React.CSSProperties {
  return { "--i": spot?.slot ?? 0, "--g": spot?.gaps ?? 0 } as React.CSSProperties;
}

/**
 * Members by process against tasks by subtopology. Only cells that say something are in the document, each at its place;
 * so hundreds of members against hundreds of tasks stay a few thousand elements.
 */
export function AssignmentGrid({ detail, grid, lags, selected, onOpen }: AssignmentGridProps) {
  const [params] = useSearchParams();
  const root = useRef<HTMLDivElement>(null);
  const spots = useMemo(
    () => grid.groups.flatMap((group, index) => group.taskIds.map((_, at): Spot => ({ slot: group.slot + at, gaps: index }))),
    [grid],
  );
  const rows = useMemo(
    () => [
      { key: HEADER, columns: grid.taskIds.map((_, column) => column) },
      ...grid.processes.flatMap((process) =>
        process.rows.map((row) => ({ key: row.key, columns: row.cells.map((cell) => cell.column) })),
      ),
      { key: NOWHERE, columns: [...grid.nowhere].map((taskId) => grid.columnOf.get(taskId) ?? 0) },
    ],
    [grid],
  );
  const [wanted, setWanted] = useState<Focus>({ row: HEADER, column: 0 });
  // The focus may have stood on a cell that this snapshot does not have.
  const focus = rows.find((row) => row.key === wanted.row)?.columns.includes(wanted.column) ? wanted : { row: HEADER, column: 0 };

  const open = useCallback(
    (target: EventTarget) => {
      const cell = target instanceof Element ? target.closest<HTMLElement>("[data-task]") : null;
      if (!cell?.dataset.task) return;
      setWanted({ row: cell.dataset.row ?? HEADER, column: Number(cell.dataset.column) });
      onOpen(cell.dataset.task);
    },
    [onOpen],
  );
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-task]")) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      open(event.target);
      return;
    }
    const direction = DIRECTIONS[event.key];
    if (!direction) return;
    event.preventDefault();
    const next = move(rows, focus, direction);
    setWanted(next);
    root.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.row)}"][data-column="${next.column}"]`)
      ?.focus();
  };
  // The column under the pointer is lit without a render: at this size a render for each move would lag behind it.
  const onPointerOver = (event: React.PointerEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-column]") : null;
    const lit = root.current?.querySelector<HTMLElement>(".tg-lit");
    if (!lit) return;
    lit.hidden = !cell;
    if (cell) {
      const spot = spots[Number(cell.dataset.column)];
      lit.style.setProperty("--i", String(spot?.slot ?? 0));
      lit.style.setProperty("--g", String(spot?.gaps ?? 0));
    }
  };

  // A link to a task far to the right or down opens with it in sight.
  useEffect(() => {
    const scroller = root.current;
    if (!scroller || selected === null) return;
    const lead = scroller.querySelector<HTMLElement>(".tg-header .tg-lead");
    const header = scroller.querySelector<HTMLElement>(".tg-header");
    const [head, holder] = scroller.querySelectorAll<HTMLElement>(`[data-task="${CSS.escape(selected)}"]`);
    if (!lead || !header || !head) return;
    const box = scroller.getBoundingClientRect();
    const column = head.getBoundingClientRect();
    const left = box.left + lead.offsetWidth;
    if (column.left < left || column.right > box.right) {
      scroller.scrollLeft += column.left - left - (box.right - left) / 2;
    }
    const row = holder?.getBoundingClientRect();
    const top = box.top + header.offsetHeight;
    if (row && (row.top < top || row.bottom > box.bottom)) scroller.scrollTop += row.top - top - (box.bottom - top) / 2;
  }, [selected]);

  const memberRows = grid.processes.reduce((sum, process) => sum + process.rows.length, 0);
  const compact = grid.taskIds.length > COMPACT_COLUMNS || memberRows > COMPACT_ROWS;
  const selectedColumn = selected === null ? undefined : grid.columnOf.get(selected);
  // Two header rows come before the first member's.
  const firstRowOf = grid.processes.map((_, index) =>
    grid.processes.slice(0, index).reduce((sum, process) => sum + process.rows.length, 3),
  );
  return (
    <div
      ref={root}
      className={`tg-scroll${compact ? " compact" : ""}`}
      onPointerOver={onPointerOver}
      onPointerLeave={onPointerOver}
    >
      <div
        className="tg"
        role="grid"
        aria-label={`Assignment of ${plural(grid.taskIds.length, "task")} to ${plural(grid.memberCount, "member")}`}
        aria-rowcount={memberRows + 2 + (grid.nowhere.size > 0 ? 1 : 0)}
        aria-colcount={grid.taskIds.length + 4}
        style={{ "--columns": slotsOf(grid.groups), "--gaps": Math.max(0, grid.groups.length - 1) } as React.CSSProperties}
        tabIndex={-1}
        onClick={(event) => open(event.target)}
        onKeyDown={onKeyDown}
      >
        <div className="tg-header" role="rowgroup">
          <div className="tg-row tg-subtopologies" role="row" aria-rowindex={1}>
            <div className="tg-lead" role="presentation" />
            <div className="tg-cells" role="presentation">
              {grid.groups.map((group, index) => (
                <SubtopologyHead key={group.subtopologyId} group={group} index={index} />
              ))}
            </div>
          </div>
          <div className="tg-row tg-partitions" role="row" aria-rowindex={2}>
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
                a · s · w
              </div>
            </div>
            <div className="tg-cells" role="presentation">
              {grid.taskIds.map((taskId, column) => (
                <PartitionHead
                  key={taskId}
                  taskId={taskId}
                  column={column}
                  spot={spots[column]}
                  nowhere={grid.nowhere.has(taskId)}
                  selected={taskId === selected}
                  focused={focus.row === HEADER && focus.column === column}
                />
              ))}
            </div>
          </div>
        </div>
        <div className="tg-columns" role="presentation" aria-hidden="true">
          <i className="tg-lit" hidden />
          {selectedColumn !== undefined && (
            <i className="tg-chosen" style={placed(spots[selectedColumn])} />
          )}
        </div>
        {grid.processes.map(({ process, rows: own }, at) => (
          <div key={process.key} className="tg-group" role="rowgroup">
            {own.map((row, index) => (
              <Row
                key={row.key}
                rowIndex={(firstRowOf[at] ?? 3) + index}
                process={process}
                place={index}
                row={row}
                spots={spots}
                lags={lags}
                compact={compact}
                observedAt={detail.asOf}
                membersLink={membersLink(params, row.member.memberId)}
                selected={row.cells.some((cell) => cell.taskId === selected) ? selected : null}
                focused={focus.row === row.key ? focus.column : null}
              />
            ))}
          </div>
        ))}
        {grid.nowhere.size > 0 && (
          <div className="tg-group" role="rowgroup">
            <div className="tg-row tg-nowhere" role="row" aria-rowindex={memberRows + 3}>
              <div className="tg-lead" role="presentation">
                <div role="rowheader" className="tg-process bad">
                  runs nowhere
                </div>
                <div role="gridcell" className="tg-sum bad">
                  {count(grid.nowhere.size)}
                </div>
              </div>
              <div className="tg-cells" role="presentation">
                {[...grid.nowhere].map((taskId) => {
                  const column = grid.columnOf.get(taskId) ?? 0;
                  return (
                    <div
                      key={taskId}
                      role="gridcell"
                      className="tg-cell"
                      aria-colindex={column + 5}
                      aria-label={`${taskId} runs nowhere`}
                      aria-selected={taskId === selected}
                      title={`${taskId} runs nowhere`}
                      tabIndex={focus.row === NOWHERE && focus.column === column ? 0 : -1}
                      data-task={taskId}
                      data-row={NOWHERE}
                      data-column={column}
                      style={placed(spots[column])}
                    >
                      <span className="tg-none">!</span>
                    </div>
                  );
                })}
              </div>
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

function membersLink(params: URLSearchParams, memberId: string): string {
  const next = new URLSearchParams({ tab: "members", member: memberId });
  const version = params.get("version");
  if (version !== null) next.set("version", version);
  return `?${next}`;
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

function SubtopologyHead({ group, index }: { group: ColumnGroup; index: number }) {
  const sources = sourcesOf(group);
  const stores = group.subtopology?.stores ?? [];
  return (
    <div
      role="columnheader"
      aria-colindex={group.first + 5}
      aria-colspan={Math.max(1, group.taskIds.length)}
      className="tg-subtopology"
      style={{ ...placed({ slot: group.slot, gaps: index }), "--n": group.taskIds.length } as React.CSSProperties}
      title={[`Subtopology ${group.subtopologyId}`, sources && `reads ${sources}`, stores.length > 0 && `keeps ${stores.join(", ")}`]
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
      </span>
    </div>
  );
}

interface PartitionHeadProps {
  taskId: string;
  column: number;
  spot: Spot | undefined;
  nowhere: boolean;
  selected: boolean;
  focused: boolean;
}

const PartitionHead = memo(function PartitionHead({ taskId, column, spot, nowhere, selected, focused }: PartitionHeadProps) {
  return (
    <div
      role="columnheader"
      className={`tg-partition mono${nowhere ? " none" : ""}${selected ? " on" : ""}`}
      aria-colindex={column + 5}
      aria-label={nowhere ? `${taskId}, runs nowhere` : taskId}
      title={nowhere ? `${taskId} runs nowhere` : taskId}
      tabIndex={focused ? 0 : -1}
      data-task={taskId}
      data-row={HEADER}
      data-column={column}
      style={placed(spot)}
    >
      {taskId.slice(taskId.lastIndexOf("_") + 1)}
    </div>
  );
});

interface RowProps {
  rowIndex: number;
  process: ProcessGroup;
  place: number;
  row: MemberRow;
  spots: readonly Spot[];
  lags: ReadonlyMap<string, Lag>;
  compact: boolean;
  observedAt: string;
  membersLink: string;
  selected: string | null;
  focused: number | null;
}

const Row = memo(function Row(props: RowProps) {
  const { rowIndex, process, place, row, spots, lags, compact, observedAt, selected, focused } = props;
  const { member } = row;
  const absence = absenceOf(member, observedAt);
  const thread = threadOf(member);
  const alone = process.members.length === 1;
  return (
    <div className={`tg-row${absence ? " absent" : ""}${alone ? " alone" : ""}`} role="row" aria-rowindex={rowIndex}>
      <div className="tg-lead" role="presentation">
        <div role="rowheader" className="tg-process" aria-colindex={1}>
          {place === 0 ? (
            <>
              <span className="tg-name" title={process.processId ?? undefined}>
                {process.name}
              </span>
              {alone && process.detail && <span className="dim">{process.detail}</span>}
            </>
          ) : (
            <>
              <span className="sr-only">{process.name} </span>
              {place === 1 && process.detail && <span className="dim tg-name">{process.detail}</span>}
            </>
          )}
        </div>
        <div role="gridcell" className="tg-member" aria-colindex={2}>
          <Link to={props.membersLink} className="mono" title={member.memberId}>
            {member.instanceId ?? shortId(member.memberId)}
          </Link>
          {thread !== null && <span className="dim"> {thread}</span>}
          {absence && <span className="tg-absence">{absence.text}</span>}
        </div>
        <div role="gridcell" className={`tg-epoch mono${row.behind ? " behind" : ""}`} aria-colindex={3}>
          {member.memberEpoch === null ? <NotKnown why="no epoch was observed" /> : member.memberEpoch}
          {row.behind && <span className="sr-only"> behind the group</span>}
        </div>
        <Sum counts={row.counts} />
      </div>
      <div className="tg-cells" role="presentation">
        {row.cells.map((cell) => (
          <GridCell
            key={cell.taskId}
            cell={cell}
            row={row.key}
            spot={spots[cell.column]}
            lag={lags.get(lagKey(cell.taskId, member.memberId))}
            compact={compact}
            absence={absence?.text ?? null}
            owner={`${process.name}, member ${member.instanceId ?? shortId(member.memberId)}`}
            selected={cell.taskId === selected}
            focused={cell.column === focused}
          />
        ))}
      </div>
    </div>
  );
});

function Sum({ counts }: { counts: MemberRow["counts"] }) {
  const said = (value: number | null) => (value === null ? "—" : String(value));
  const words = [
    [counts.active, "active"],
    [counts.standby, "standby"],
    [counts.warmup, "warm-up"],
  ]
    .map(([value, word]) => `${value === null ? "not known:" : value} ${word}`)
    .join(", ");
  return (
    <div role="gridcell" className="tg-sum mono" aria-colindex={4} title={words}>
      <span aria-hidden="true">
        <span className={counts.active ? "" : "dim"}>{said(counts.active)}</span>
        <span className="dim"> · </span>
        <span className={counts.standby ? "" : "dim"}>{said(counts.standby)}</span>
        <span className="dim"> · </span>
        <span className={counts.warmup ? "" : "dim"}>{said(counts.warmup)}</span>
      </span>
      <span className="sr-only">{words}</span>
    </div>
  );
}

interface GridCellProps {
  cell: Cell;
  row: string;
  spot: Spot | undefined;
  lag: Lag | undefined;
  compact: boolean;
  absence: string | null;
  owner: string;
  selected: boolean;
  focused: boolean;
}

function GridCell({ cell, row, spot, lag, compact, absence, owner, selected, focused }: GridCellProps) {
  const restored = cell.role === "warmup" && lag?.progress != null ? `, ${Math.floor(lag.progress * 100)} % restored` : "";
  const say = (records: (lag: Lag["lag"]) => string) => {
    const behind = lag ? `${restored}, ${records(lag.lag)} records behind` : cell.role === "active" ? "" : ", lag not known";
    return `${describeCell(cell)} on ${owner}${cell.phase === "target" ? "" : behind}${absence ? ` (${absence})` : ""}`;
  };
  let text: string | null = null;
  if (lag && !compact && cell.phase === "held") {
    if (cell.role === "standby" && Number(lag.lag) > 0) text = shortCount(lag.lag);
    if (cell.role === "warmup" && lag.progress !== null) text = String(Math.floor(lag.progress * 100));
  }
  return (
    <div
      role="gridcell"
      className={`tg-cell${cell.next ? " tg-moves" : ""}`}
      aria-colindex={cell.column + 5}
      // What is read out has the number as it is drawn; the title has it whole.
      aria-label={say(text === null ? count : shortCount)}
      aria-selected={selected}
      title={say(count)}
      tabIndex={focused ? 0 : -1}
      data-task={cell.taskId}
      data-row={row}
      data-column={cell.column}
      style={placed(spot)}
    >
      <RoleMark role={cell.role} phase={cell.phase} text={text} progress={lag?.progress ?? null} />
    </div>
  );
}
