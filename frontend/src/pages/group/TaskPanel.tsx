import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { GroupDetail, Member, Place, Snapshot, Task, TaskHistory } from "../../api/types";
import { ErrorNote, Skeleton } from "../../components/Feedback";
import { EndOffset, Instant, NotKnown } from "../../components/Known";
import { RoleMark } from "../../components/Role";
import { spanOf } from "../../lib/band";
import { count, roleWord, shortId, timeIn } from "../../lib/format";
import type { Cell, GridModel } from "../../lib/grid";
import { layOutLife } from "../../lib/life";
import { absenceOf, memberName, processNames } from "../../lib/members";
import { parseTaskId } from "../../lib/tasks";
import { useZone } from "../../lib/zone";
import { groupQuery, useTaskHistory, type GroupKey } from "../../queries/groups";
import { LookupCall } from "./LookupCall";
import "./TaskPanel.css";

interface TaskPanelProps {
  group: GroupKey;
  taskId: string;
  detail: GroupDetail;
  grid: GridModel;
  task: Task | undefined;
  snapshots: Snapshot[] | undefined;
  end: string | null;
  onClose: () => void;
}

/** One task: who holds it now, how far each copy is, and who held it before. */
export function TaskPanel({ group, taskId, detail, grid, task, snapshots, end, onClose }: TaskPanelProps) {
  const name = parseTaskId(taskId);
  const subtopology = detail.subtopologies?.find((one) => one.subtopologyId === name?.subtopologyId);
  const holders = useMemo(
    () =>
      grid.processes.flatMap(({ process, rows }) =>
        rows.flatMap((row) =>
          row.cells.filter((cell) => cell.taskId === taskId).map((cell) => ({ process: process.name, member: row.member, cell })),
        ),
      ),
    [grid, taskId],
  );
  const known = grid.columnOf.has(taskId);
  const topics = [...(subtopology?.sourceTopics ?? []), ...(subtopology?.repartitionSourceTopics ?? [])];
  const store = subtopology?.stores?.[0];
  const asks =
    store !== undefined ? { what: "store" as const, name: store } : topics[0] !== undefined ? { what: "topic" as const, name: topics[0] } : null;
  return (
    <aside className="card task-panel" aria-labelledby="task-title">
      <div className="task-head">
        <h2 id="task-title" aria-live="polite">
          Task <span className="mono">{taskId}</span>
        </h2>
        <button type="button" className="button plain" aria-label="Close the task" onClick={onClose}>
          <span aria-hidden="true">✕</span>
        </button>
      </div>
      {!known && <p className="task-note">At this instant the task is not known.</p>}
      {grid.nowhere.has(taskId) && (
        <p className="task-note task-note-bad">
          <b>Runs nowhere.</b> {waitsFor(holders)}
        </p>
      )}
      <section className="task-part">
        <h3>Holders</h3>
        {holders.length === 0 ? (
          <p className="dim">none</p>
        ) : (
          <ul className="holders">
            {holders.map(({ process, member, cell }) => (
              <li key={member.memberId}>
                <RoleMark role={cell.role} phase={cell.phase} />
                <div>
                  <p>
                    <b>{process}</b> <span className="mono dim">{memberName(member)}</span>
                  </p>
                  <p className="dim">
                    {roleWord(cell.role)}
                    {phaseWords(cell)}
                    {absenceOf(member, detail.asOf) && (
                      <span className="bad">, {absenceOf(member, detail.asOf)?.text}</span>
                    )}
                  </p>
                </div>
                <Behind place={placeOf(task, cell, member)} cell={cell} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <Offsets task={task} names={processNames(detail.members)} />
      <section className="task-part">
        <dl className="facts">
          {(subtopology?.stores ?? []).length > 0 && (
            <>
              <dt>{subtopology?.stores?.length === 1 ? "Store" : "Stores"}</dt>
              <dd>
                {subtopology?.stores?.join(", ")}, partition {name?.partition}
              </dd>
            </>
          )}
          <dt>Reads</dt>
          <dd className="mono">{topics.length > 0 ? topics.join(", ") : <NotKnown why="the topology is not known" />}</dd>
          {(subtopology?.changelogTopics ?? []).length > 0 && (
            <>
              <dt>Changelog</dt>
              <dd className="mono">{subtopology?.changelogTopics?.join(", ")}</dd>
            </>
          )}
          {(subtopology?.repartitionSinkTopics ?? []).length > 0 && (
            <>
              <dt>Writes</dt>
              <dd className="mono">{subtopology?.repartitionSinkTopics?.join(", ")}</dd>
            </>
          )}
        </dl>
      </section>
      <LifeOf group={group} taskId={taskId} detail={detail} snapshots={snapshots} end={end} />
      {asks !== null && name && (
        <section className="task-part">
          <h3>Ask who serves partition {name.partition}</h3>
          <LookupCall group={group} question={{ ...asks, by: "partition", value: String(name.partition), serializer: "string" }} asOf={null} />
        </section>
      )}
    </aside>
  );
}

function placeOf(task: Task | undefined, cell: Cell, member: Member): Place | null {
  if (!task || cell.phase === "target") return null;
  const places = { active: task.active ? [task.active] : [], standby: task.standbys, warmup: task.warmups }[cell.role];
  return places.find((place) => place.memberId === member.memberId) ?? null;
}

function Behind({ place, cell }: { place: Place | null; cell: Cell }) {
  if (cell.role === "active" || cell.phase === "target") return null;
  return (
    <span className="holder-lag">
      {place?.lag == null ? (
        <NotKnown why="how far behind is not known" />
      ) : (
        <>
          <span className="mono">{count(place.lag)}</span> <span className="dim">behind</span>
        </>
      )}
    </span>
  );
}

function phaseWords(cell: Cell): string {
  const phase = {
    held: "",
    starting: ", assigned, not yet running",
    stopping: ", gives it up",
    target: " in the target assignment",
  }[cell.phase];
  const next = cell.next === null ? "" : cell.next === "none" ? ", moves away" : `, becomes ${roleWord(cell.next)}`;
  return `${phase}${next}`;
}

function waitsFor(holders: { process: string; member: Member; cell: Cell }[]): string {
  const stopping = holders.find(({ cell }) => cell.role === "active" && cell.phase === "stopping");
  const parked = holders.find(({ cell, member }) => cell.role === "active" && cell.phase === "held" && (member.away || member.fenced));
  const coming = holders.find(({ cell }) => cell.role === "active" && cell.phase === "target");
  const sentences: string[] = [];
  if (stopping) {
    const epoch = stopping.member.memberEpoch;
    sentences.push(
      `${stopping.process} must give it up first${epoch !== null && epoch >= 0 ? ` (its member epoch is ${epoch})` : ""}.`,
    );
  }
  if (parked) sentences.push(`It is parked with ${parked.process}, which ${parked.member.away ? "is away" : "was fenced"}.`);
  if (coming) sentences.push(`${coming.process} is to run it.`);
  return sentences.join(" ") || "No member is assigned it.";
}

function Offsets({ task, names }: { task: Task | undefined; names: ReadonlyMap<string, string> }) {
  const places = task
    ? [
        ...(task.active ? [["active", task.active] as const] : []),
        ...task.standbys.map((place) => ["standby", place] as const),
        ...task.warmups.map((place) => ["warmup", place] as const),
      ].filter(([, place]) => place.offset !== null || place.endOffset !== null)
    : [];
  if (places.length === 0) return null;
  return (
    <section className="task-part">
      <h3>Offsets</h3>
      <div className="scroll-x">
        <table className="offsets">
          <thead>
            <tr>
              <th scope="col">copy</th>
              <th scope="col">offset</th>
              <th scope="col">end</th>
              <th scope="col">at</th>
            </tr>
          </thead>
          <tbody>
            {places.map(([role, place]) => (
              <tr key={`${role} ${place.memberId}`}>
                <th scope="row">
                  <RoleMark role={role} small /> {names.get(place.memberId) ?? shortId(place.memberId)}
                </th>
                <td className="mono">{place.offset === null ? <NotKnown why="not known" /> : count(place.offset)}</td>
                <td className="mono">
                  <EndOffset offset={place.endOffset} />
                </td>
                <td className="mono">{place.offsetAt === null ? <NotKnown why="not known" /> : <Instant at={place.offsetAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface LifeProps {
  group: GroupKey;
  taskId: string;
  detail: GroupDetail;
  snapshots: Snapshot[] | undefined;
  end: string | null;
}

function LifeOf({ group, taskId, detail, snapshots, end }: LifeProps) {
  const zone = useZone();
  const history = useTaskHistory(group, taskId);
  const span = useMemo(() => spanOf(snapshots ?? [], end), [snapshots, end]);
  const names = useNamesOverTime(group, history.data, detail);
  const life = useMemo(
    () =>
      history.data
        ? layOutLife(
            history.data.intervals,
            span,
            (interval) => names.get(interval.memberId) ?? shortId(interval.processId ?? interval.memberId),
          )
        : null,
    [history.data, span, names],
  );
  const now = span.to > span.from ? (new Date(snapshotAt(snapshots, detail)).getTime() - span.from) / (span.to - span.from) : null;
  return (
    <section className="task-part">
      <h3>Life, by what was {life?.view === "owned" ? "owned" : "assigned"}</h3>
      {history.error && !history.data ? (
        <ErrorNote error={history.error} retry={() => void history.refetch()} />
      ) : !life ? (
        <Skeleton lines={3} height={12} />
      ) : life.rows.length === 0 ? (
        <p className="dim">No member was seen with this task.</p>
      ) : (
        <>
          <ul className="life">
            {life.rows.map((row) => (
              <li key={row.key}>
                <span className="life-name" title={row.name}>
                  {row.name}
                </span>
                <span className="life-bar">
                  {row.bars.map((bar, index) => (
                    <i
                      key={index}
                      className={`life-${bar.role}`}
                      style={{ left: `${bar.from * 100}%`, width: `${(bar.to - bar.from) * 100}%` }}
                      title={`${roleWord(bar.role)} ${bar.start === null ? "from before what is kept" : timeIn(bar.start, zone)} – ${bar.stop === null ? "now" : timeIn(bar.stop, zone)}`}
                    />
                  ))}
                  {now !== null && <i className="life-now" style={{ left: `${Math.min(1, Math.max(0, now)) * 100}%` }} />}
                </span>
                <span className="sr-only">
                  {row.bars
                    .map((bar) => `${roleWord(bar.role)} from ${bar.start === null ? "before what is kept" : timeIn(bar.start, zone)}${bar.stop ? ` to ${timeIn(bar.stop, zone)}` : ""}`)
                    .join("; ")}
                </span>
              </li>
            ))}
            {life.nowhere.length > 0 && (
              <li>
                <span className="life-name bad">nowhere</span>
                <span className="life-bar">
                  {life.nowhere.map((gap) => (
                    <i key={gap.from} className="life-nowhere" style={{ left: `${gap.from * 100}%`, width: `${(gap.to - gap.from) * 100}%` }} />
                  ))}
                  {now !== null && <i className="life-now" style={{ left: `${Math.min(1, Math.max(0, now)) * 100}%` }} />}
                </span>
              </li>
            )}
          </ul>
          {span.to > span.from && (
            <p className="life-scale mono dim">
              <Instant at={new Date(span.from).toISOString()} />
              <Instant at={new Date(span.to).toISOString()} />
            </p>
          )}
        </>
      )}
    </section>
  );
}

const MOST_LOOKED_UP = 8;

/** The names of processes that held the task, also of those gone by now: each is looked up in a snapshot that has it. */
function useNamesOverTime(group: GroupKey, history: TaskHistory | undefined, detail: GroupDetail): ReadonlyMap<string, string> {
  const now = useMemo(() => processNames(detail.members), [detail.members]);
  const versions = useMemo(() => {
    const unknown = new Map<string, number>();
    for (const interval of history?.intervals ?? []) {
      const key = interval.processId ?? interval.memberId;
      if (!now.has(interval.memberId) && !unknown.has(key)) {
        // Its first version may be kept no more, its last is.
        unknown.set(key, interval.from === null && interval.toVersion !== null ? interval.toVersion - 1 : interval.fromVersion);
      }
    }
    return [...new Set(unknown.values())].slice(0, MOST_LOOKED_UP);
  }, [history, now]);
  return useQueries({
    queries: versions.map((version) => groupQuery(group, { version })),
    combine: useCallback(
      (answers: { data: GroupDetail | undefined }[]) => {
        const names = new Map(now);
        for (const { data } of answers) {
          for (const [memberId, name] of processNames(data?.members ?? [])) {
            if (!names.has(memberId)) names.set(memberId, name);
          }
        }
        return names;
      },
      [now],
    ),
  });
}

function snapshotAt(snapshots: readonly Snapshot[] | undefined, detail: GroupDetail): string {
  return snapshots?.find((snapshot) => snapshot.version === detail.version)?.at ?? detail.changedAt;
}
