import { useDeferredValue, useMemo } from "react";
import { Link } from "react-router";
import type { GroupDetail, GroupOffsets, Place } from "../../api/types";
import { Choice } from "../../components/Choice";
import { PartFailureLine } from "../../components/ClusterLine";
import { ErrorNote, Nothing, Skeleton } from "../../components/Feedback";
import { EndOffset, Instant, Known, NotKnown, ZoneWord } from "../../components/Known";
import { Pager } from "../../components/Pager";
import { RoleMark } from "../../components/Role";
import { ScrollX } from "../../components/ScrollX";
import { SearchField } from "../../components/SearchField";
import { SortHead } from "../../components/SortHead";
import { count, plural, roleWord, shortId } from "../../lib/format";
import {
  bySubtopology,
  copiesOf,
  lagRows,
  searched,
  sorted,
  together,
  type LagRow,
  type LagSort,
  type LagsOf,
  type SubtopologyLag,
  type Sum,
} from "../../lib/lagRows";
import { pageOf, timeOf, type ViewChange } from "../../lib/view";
import { useOffsets, type AsOf, type GroupKey } from "../../queries/groups";
import "./LagTab.css";

const SIZE = 50;

const OF: readonly (readonly [LagsOf, string])[] = [
  ["task", "Tasks"],
  ["partition", "Partitions read"],
  ["copy", "Copies"],
];

const SORTS: Record<LagsOf, readonly LagSort[]> = {
  task: ["lag", "task"],
  partition: ["lag", "topic", "task"],
  copy: ["lag", "restored", "task"],
};

interface LagTabProps {
  group: GroupKey;
  detail: GroupDetail;
  /** The names of processes by member id. */
  names: ReadonlyMap<string, string>;
  asOf: AsOf | null;
  /** Whether brokers are asked for the group now. */
  live: boolean;
  changing: boolean;
  params: URLSearchParams;
  change: (changes: ViewChange, replace?: boolean) => void;
}

/** How far the group is behind in what it reads, and its copies in what they restore. */
export function LagTab({ group, detail, names, asOf, live, changing, params, change }: LagTabProps) {
  const { data: offsets, error, isPlaceholderData, refetch } = useOffsets(group, asOf, changing);
  if (!offsets) {
    return (
      <section className="card lag-waiting" aria-label="Lag">
        {error ? <ErrorNote error={error} retry={() => void refetch()} /> : <Skeleton lines={9} height={22} />}
      </section>
    );
  }
  return (
    <div className={`stack${isPlaceholderData ? " stepping" : ""}`} aria-busy={isPlaceholderData}>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      <section className="card" aria-label="Lag">
        <div className="section-head">
          <h2>Lag</h2>
          <p className="dim">
            In records.{" "}
            {offsets.readAt !== null && (
              <>
                Ends of the topics were read <Instant at={offsets.readAt} day zoned />.{" "}
              </>
            )}
            Copies as members told by <Instant at={offsets.asOf} day zoned />.
          </p>
        </div>
        {offsets.readFailure && <PartFailureLine what="The offsets" failure={offsets.readFailure} />}
        {offsets.readAt === null && (
          <p className="lag-note">
            <b>Input lag is not known</b>: {whyNotRead(live, asOf)}
          </p>
        )}
        <Totals offsets={offsets} detail={detail} />
      </section>
      <List offsets={offsets} detail={detail} names={names} params={params} change={change} />
    </div>
  );
}

function whyNotRead(live: boolean, asOf: AsOf | null): string {
  if (!live) {
    return "what was recorded tells how far copies are restored, and not how far the group is in its topics. That is known of clusters that are watched live (streamgauge.clusters).";
  }
  return asOf === null
    ? "the brokers have not been asked yet. They are every streamgauge.offsets-interval, 15 s if nothing else is set."
    : "only the latest reading of offsets is kept, and it is later than this instant. What copies told is kept.";
}

/** Records, of how many copies where that matters, and of how many nobody knows. */
function SumText({ sum, what, counted = false }: { sum: Sum; what: string; counted?: boolean }) {
  if (sum.known + sum.unknown === 0) return <span className="dim">none</span>;
  if (sum.known === 0) return <NotKnown why={`not known of any of ${count(sum.unknown)} ${what}`} />;
  return (
    <>
      <span className="mono">{count(sum.sum)}</span>
      <span className="dim">
        {counted && ` in ${count(sum.known)}`}
        {sum.unknown > 0 && `, not known of ${count(sum.unknown)}`}
      </span>
    </>
  );
}

function Totals({ offsets, detail }: { offsets: GroupOffsets; detail: GroupDetail }) {
  const rows = useMemo(() => bySubtopology(offsets.tasks, detail), [offsets.tasks, detail]);
  if (rows.length === 0) return <Nothing>No task was observed.</Nothing>;
  const line = (row: Pick<SubtopologyLag, "tasks" | "input" | "standby" | "warmup">) => (
    <>
      <td className="number mono" data-label="Tasks">
        {count(row.tasks)}
      </td>
      <td className="number" data-label="Input lag">
        <SumText sum={row.input} what="partitions" />
      </td>
      <td className="number" data-label="Standbys">
        <SumText sum={row.standby} what="copies" counted />
      </td>
      <td className="number" data-label="Warm-ups">
        <SumText sum={row.warmup} what="copies" counted />
      </td>
    </>
  );
  return (
    <ScrollX label="Lag by subtopology">
      <table className="table stacks lag-totals">
        <thead>
          <tr>
            <th scope="col">Subtopology</th>
            <th scope="col" className="lag-topics">
              Reads
            </th>
            <th scope="col" className="number">
              Tasks
            </th>
            <th scope="col" className="number">
              Input lag
            </th>
            <th scope="col" className="number">
              <RoleMark role="standby" small /> Standby copies behind
            </th>
            <th scope="col" className="number">
              <RoleMark role="warmup" small /> Warm-up copies behind
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.subtopologyId}>
              <th scope="row" className="mono" data-label="Subtopology">
                {row.subtopologyId}
              </th>
              <td className="mono wrap-anywhere" data-label="Reads">
                <Known value={row.topics?.join(", ")} why="the topology is not known" />
              </td>
              {line(row)}
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                All
              </th>
              {line({
                tasks: offsets.tasks.length,
                input: together(rows.map((row) => row.input)),
                standby: together(rows.map((row) => row.standby)),
                warmup: together(rows.map((row) => row.warmup)),
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollX>
  );
}

interface ListProps {
  offsets: GroupOffsets;
  detail: GroupDetail;
  names: ReadonlyMap<string, string>;
  params: URLSearchParams;
  change: (changes: ViewChange, replace?: boolean) => void;
}

function List({ offsets, detail, names, params, change }: ListProps) {
  const suited: LagsOf = offsets.readAt === null ? "copy" : "task";
  const of = OF.find(([name]) => name === params.get("of"))?.[0] ?? suited;
  const search = useDeferredValue(params.get("find") ?? "");
  const [by = "lag", direction] = sortOf(of, params.get("sort"));
  const all = useMemo(() => lagRows(offsets, of, detail, names), [offsets, of, detail, names]);
  const found = useMemo(() => sorted(searched(all, search), by, direction === "desc"), [all, search, by, direction]);
  const last = Math.max(0, Math.ceil(found.length / SIZE) - 1);
  const page = Math.min(pageOf(params), last);
  const rows = found.slice(page * SIZE, (page + 1) * SIZE);
  const onSort = (sort: string) => change({ sort: sort === "lag,desc" ? null : sort, page: null }, true);
  const what = { task: "tasks", partition: "partitions", copy: "copies" }[of];
  return (
    <section className="card" aria-label="Lags">
      <div className="section-head lag-head">
        <Choice
          label="What has a row"
          choices={OF}
          chosen={of}
          onChoose={(name) => change({ of: name === suited ? null : name, sort: null, page: null }, true)}
        />
        <SearchField
          label="Search tasks, topics, stores and members"
          placeholder="Task, topic, store, member"
          value={params.get("find") ?? ""}
          onChange={(find) => change({ find: find === "" ? null : find, page: null }, true)}
        />
        <span className="dim" aria-live="polite">
          {search.trim() !== "" && `${count(found.length)} of ${count(all.length)} ${what}`}
        </span>
      </div>
      {all.length === 0 ? (
        <Nothing>{nothing(of, offsets)}</Nothing>
      ) : found.length === 0 ? (
        <Nothing>Nothing here fits “{search.trim()}”.</Nothing>
      ) : (
        <>
          <div className="scroll-x">
            {of === "task" ? (
              <Tasks rows={rows} sort={`${by},${direction}`} onSort={onSort} names={names} params={params} />
            ) : of === "partition" ? (
              <Partitions rows={rows} sort={`${by},${direction}`} onSort={onSort} params={params} />
            ) : (
              <Copies rows={rows} sort={`${by},${direction}`} onSort={onSort} names={names} params={params} />
            )}
          </div>
          <Pager page={page} size={SIZE} total={found.length} onPage={(next) => change({ page: next === 0 ? null : next + 1 }, true)} what={what} />
        </>
      )}
    </section>
  );
}

function sortOf(of: LagsOf, asked: string | null): [LagSort, "asc" | "desc"] {
  const [key, direction] = (asked ?? "").split(",");
  const by = SORTS[of].find((one) => one === key);
  return by === undefined ? ["lag", "desc"] : [by, direction === "desc" ? "desc" : "asc"];
}

function nothing(of: LagsOf, offsets: GroupOffsets): string {
  if (offsets.tasks.length === 0) return "No task was observed.";
  if (of === "copy") return "No member has a standby or warm-up copy of a task.";
  return "Not known: the offsets of the topics that tasks read were not read.";
}

interface TableProps {
  rows: readonly LagRow[];
  sort: string;
  onSort: (sort: string) => void;
  params: URLSearchParams;
}

function TaskLink({ taskId, params }: { taskId: string; params: URLSearchParams }) {
  const view = timeOf(params);
  view.set("task", taskId);
  return (
    <Link to={`?${view}`} className="mono">
      {taskId}
    </Link>
  );
}

function Holder({ place, names }: { place: Place; names: ReadonlyMap<string, string> }) {
  const name = names.get(place.memberId);
  return (
    <span title={place.memberId}>
      {name} <span className={name === undefined ? "mono" : "mono dim"}>{shortId(place.memberId)}</span>
    </span>
  );
}

function Tasks({ rows, sort, onSort, names, params }: TableProps & { names: ReadonlyMap<string, string> }) {
  return (
    <table className="table stacks lag-table">
      <thead>
        <tr>
          <SortHead by="task" sort={sort} onSort={onSort}>
            Task
          </SortHead>
          <SortHead by="lag" first="desc" number sort={sort} onSort={onSort}>
            Input lag
          </SortHead>
          <th scope="col" className="lag-topics">
            Reads
          </th>
          <th scope="col">Runs on</th>
          <th scope="col">Copy that is most behind</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, task, lag }) => {
          const { copies, most, unknown } = copiesOf(task);
          return (
            <tr key={key}>
              <th scope="row">
                <TaskLink taskId={task.taskId} params={params} />
              </th>
              <td className="number mono" data-label="Input lag">
                {lag === null ? <NotKnown why="not known" /> : count(lag)}
              </td>
              <td data-label="Reads">
                {task.inputs === null ? (
                  <NotKnown why="not read" />
                ) : task.inputs.length === 1 ? (
                  <span className="dim wrap-anywhere">{task.inputs[0]?.topic}</span>
                ) : (
                  <ul className="lag-inputs">
                    {task.inputs.map((input) => (
                      <li key={input.topic}>
                        <span className="mono">{input.lag === null ? <NotKnown why="not known" /> : count(input.lag)}</span>{" "}
                        <span className="dim wrap-anywhere">{input.topic}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </td>
              <td className="nowrap" data-label="Runs on">
                {task.active === null ? <span className="bad">nowhere</span> : <Holder place={task.active} names={names} />}
              </td>
              <td className="nowrap" data-label="Copy behind">
                {copies === 0 ? (
                  <span className="dim">no copies</span>
                ) : (
                  <>
                    {most === null ? <NotKnown why="not known" /> : <span className="mono">{count(most)}</span>}
                    <span className="dim">
                      {" "}
                      of {plural(copies, "copy", "copies")}
                      {unknown > 0 && most !== null && `, not known of ${count(unknown)}`}
                    </span>
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Partitions({ rows, sort, onSort, params }: TableProps) {
  return (
    <table className="table stacks lag-table">
      <thead>
        <tr>
          <SortHead by="topic" sort={sort} onSort={onSort}>
            Topic and partition
          </SortHead>
          <SortHead by="task" sort={sort} onSort={onSort}>
            Task
          </SortHead>
          <th scope="col" className="number">
            Committed offset
          </th>
          <th scope="col" className="number">
            End
          </th>
          <SortHead by="lag" first="desc" number sort={sort} onSort={onSort}>
            Lag
          </SortHead>
        </tr>
      </thead>
      <tbody>
        {rows.map(
          ({ key, task, input }) =>
            input && (
              <tr key={key}>
                <th scope="row" className="mono wrap-anywhere">
                  {input.topic} {input.partition}
                </th>
                <td data-label="Task">
                  <TaskLink taskId={task.taskId} params={params} />
                </td>
                <td className="number mono" data-label="Committed">
                  {input.committedOffset === null ? <span className="dim">none committed</span> : count(input.committedOffset)}
                </td>
                <td className="number mono" data-label="End">
                  {input.endOffset === null ? <NotKnown why="it could not be read" /> : count(input.endOffset)}
                </td>
                <td className="number mono" data-label="Lag">
                  {input.lag === null ? <NotKnown why="not known" /> : count(input.lag)}
                </td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}

function Copies({ rows, sort, onSort, names, params }: TableProps & { names: ReadonlyMap<string, string> }) {
  return (
    <table className="table stacks lag-table">
      <thead>
        <tr>
          <SortHead by="task" sort={sort} onSort={onSort}>
            Task
          </SortHead>
          <th scope="col">Copy</th>
          <th scope="col">On</th>
          <th scope="col" className="number">
            Restored to
          </th>
          <th scope="col" className="number">
            End
          </th>
          <SortHead by="lag" first="desc" number sort={sort} onSort={onSort}>
            Behind
          </SortHead>
          <SortHead by="restored" sort={sort} onSort={onSort}>
            Restored
          </SortHead>
          <th scope="col">
            Told at (<ZoneWord />)
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(
          ({ key, task, copy }) =>
            copy && (
              <tr key={key}>
                <th scope="row">
                  <TaskLink taskId={task.taskId} params={params} />
                </th>
                <td className="nowrap" data-label="Copy">
                  <RoleMark role={copy.role} progress={copy.progress} small /> {roleWord(copy.role)}
                </td>
                <td className="nowrap" data-label="On">
                  <Holder place={copy.place} names={names} />
                </td>
                <td className="number mono" data-label="Restored to">
                  {copy.place.offset === null ? <NotKnown why="not told" /> : count(copy.place.offset)}
                </td>
                <td className="number mono" data-label="End">
                  <EndOffset offset={copy.place.endOffset} />
                </td>
                <td className="number mono" data-label="Behind">
                  {copy.place.lag === null ? <NotKnown why="not known" /> : count(copy.place.lag)}
                </td>
                <td data-label="Restored">
                  <Progress of={copy.progress} role={copy.role} />
                </td>
                <td className="mono" data-label="Told at">
                  {copy.place.offsetAt === null ? <NotKnown why="not told" /> : <Instant at={copy.place.offsetAt} />}
                </td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}

function Progress({ of, role }: { of: number | null; role: "active" | "standby" | "warmup" }) {
  if (of === null) return <NotKnown why="not known" />;
  return (
    <span className={`lag-progress lag-progress-${role}`}>
      <span aria-hidden="true">
        <i style={{ width: `${of * 100}%` }} />
      </span>
      {/* Never 100 % while a record lacks. */}
      <span className="mono">{Math.floor(of * 100)} %</span>
    </span>
  );
}
