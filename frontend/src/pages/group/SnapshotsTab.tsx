import { Fragment, useMemo, useState } from "react";
import { roleOf, type GroupDetail, type SnapshotDiff } from "../../api/types";
import { ErrorNote, Skeleton } from "../../components/Feedback";
import { Instant, NotKnown, ZoneWord } from "../../components/Known";
import { RoleMark } from "../../components/Role";
import { StatePill } from "../../components/State";
import { StatusChip } from "../../components/StatusChips";
import { count, plural, roleWord, shortId, stateWord } from "../../lib/format";
import { withShortIds } from "../../lib/memberIds";
import { processNames } from "../../lib/members";
import { useDiff, type GroupKey, type History } from "../../queries/groups";
import type { ViewChange } from "../../lib/view";
import "./SnapshotsTab.css";

interface SnapshotsTabProps {
  group: GroupKey;
  detail: GroupDetail;
  history: History | undefined;
  params: URLSearchParams;
  change: (changes: ViewChange, replace?: boolean) => void;
}

const STEP = 100;

function versionOf(params: URLSearchParams, name: string): number | null {
  const value = Number(params.get(name) ?? "");
  return Number.isInteger(value) && value > 0 ? value : null;
}

/** The versions that are compared. */
interface Compared {
  from: number | null;
  to: number | null;
}

function comparedIn(params: URLSearchParams): Compared {
  return { from: versionOf(params, "from"), to: versionOf(params, "to") };
}

/** Where nothing else is asked for, a version is compared with the one before it that is kept, and that is the one shown. */
function filled({ from, to }: Compared, detail: GroupDetail, history: History | undefined): { from: number; to: number } {
  const before = history?.snapshots.findLast(({ version }) => version < (to ?? detail.version))?.version;
  return { from: from ?? before ?? to ?? detail.version, to: to ?? detail.version };
}

/** The states that are kept, newest first, and what differs between any two of them. */
export function SnapshotsTab({ group, detail, history, params, change }: SnapshotsTabProps) {
  const [shown, setShown] = useState(STEP);
  const names = useMemo(() => processNames(detail.members), [detail.members]);
  const compared = comparedIn(params);
  const choose = (which: keyof Compared, version: number) => {
    change({ ...filled({ ...compared, [which]: version }, detail, history) }, true);
  };
  return (
    <>
      <Compare group={group} detail={detail} history={history} params={params} change={change} names={names} />
      <section className="card" aria-label="Snapshots">
        {!history ? (
          <Skeleton lines={6} />
        ) : (
          <>
            <div className="scroll-x">
              <table className="table stacks snapshots-table">
                <thead>
                  <tr>
                    <th scope="col" className="compared" title="Compare from">
                      From
                    </th>
                    <th scope="col" className="compared" title="Compare to">
                      To
                    </th>
                    <th scope="col">Version</th>
                    <th scope="col">
                      At (<ZoneWord />)
                    </th>
                    <th scope="col">State</th>
                    <th scope="col">Changes</th>
                    <th scope="col">Members</th>
                    <th scope="col">Run nowhere</th>
                  </tr>
                </thead>
                <tbody>
                  {history.snapshots
                    .slice(-shown)
                    .reverse()
                    .map((snapshot) => (
                      <tr
                        key={snapshot.version}
                        className={snapshot.version === detail.version ? "chosen" : undefined}
                        aria-current={snapshot.version === detail.version ? "true" : undefined}
                      >
                        {(["from", "to"] as const).map((which) => (
                          <td key={which} className={`compared compared-${which}`}>
                            <input
                              type="radio"
                              name={`compare-${which}`}
                              aria-label={`Compare ${which} version ${snapshot.version}`}
                              checked={compared[which] === snapshot.version}
                              onChange={() => choose(which, snapshot.version)}
                            />
                          </td>
                        ))}
                        <th scope="row">
                          <button
                            type="button"
                            className="jump"
                            onClick={() => change({ version: snapshot.version })}
                            aria-label={`Show version ${snapshot.version}`}
                          >
                            {count(snapshot.version)}
                          </button>
                        </th>
                        <td className="nowrap mono at">
                          <Instant at={snapshot.at} day />
                        </td>
                        <td className="state">
                          <StatePill state={snapshot.state} derived={snapshot.stateSource === "DERIVED"} />
                        </td>
                        <td className="changes">
                          {snapshot.changes.length === 0 ? (
                            <span className="dim">no change is described</span>
                          ) : (
                            <ul className="change-list">
                              {snapshot.changes.map((one, index) => (
                                <li key={index} title={one}>
                                  {withShortIds(one, names)}
                                </li>
                              ))}
                            </ul>
                          )}
                        </td>
                        <td data-label="Members">{count(snapshot.memberCount)}</td>
                        <td data-label="Run nowhere">
                          {snapshot.unassignedTaskCount === null ? (
                            <NotKnown why="the number of tasks was not observed" />
                          ) : snapshot.unassignedTaskCount === 0 ? (
                            <span className="dim">0</span>
                          ) : (
                            <b className="bad">{count(snapshot.unassignedTaskCount)}</b>
                          )}
                        </td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </div>
            {history.snapshots.length > shown && (
              <p className="section-foot">
                <button type="button" className="button" onClick={() => setShown(shown + STEP)}>
                  Show {count(Math.min(STEP, history.snapshots.length - shown))} earlier
                </button>
              </p>
            )}
          </>
        )}
      </section>
    </>
  );
}

interface CompareProps extends SnapshotsTabProps {
  names: ReadonlyMap<string, string>;
}

function Compare({ group, detail, history, params, change, names }: CompareProps) {
  const { from, to } = comparedIn(params);
  const first = history?.snapshots[0]?.version ?? 1;
  const last = history?.snapshots.at(-1)?.version ?? detail.version;
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null);
  const chosen = `${from} ${to}`;
  const [seen, setSeen] = useState(chosen);
  if (chosen !== seen) {
    setSeen(chosen);
    setTyped(null);
  }
  const offered = filled({ from, to }, detail, history);
  const values = typed ?? { from: String(offered.from), to: String(offered.to) };
  const diff = useDiff(group, from, to);
  return (
    <section className="card compare" aria-label="Compare">
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          change({ from: values.from, to: values.to }, true);
          setTyped(null);
        }}
      >
        <h2>Compare</h2>
        {(["from", "to"] as const).map((name) => (
          <label key={name} className="labelled">
            {name === "from" ? "from version" : "to version"}
            <input
              className="field mono version-field"
              type="number"
              name={name}
              min={first}
              max={last}
              required
              value={values[name]}
              onChange={(event) => setTyped({ ...values, [name]: event.target.value })}
            />
          </label>
        ))}
        <button className="button">Compare</button>
        {from !== null && to !== null && (
          <button
            type="button"
            className="button plain"
            onClick={() => {
              setTyped(null);
              change({ from: null, to: null }, true);
            }}
          >
            Clear
          </button>
        )}
      </form>
      {from !== null && to !== null && (
        <div aria-live="polite">
          {diff.error && !diff.data ? (
            <ErrorNote error={diff.error} retry={() => void diff.refetch()} />
          ) : !diff.data ? (
            <Skeleton lines={3} />
          ) : (
            <Diff diff={diff.data} names={names} />
          )}
        </div>
      )}
    </section>
  );
}

function Diff({ diff, names }: { diff: SnapshotDiff; names: ReadonlyMap<string, string> }) {
  const [most, setMost] = useState(STEP);
  const fields = diff.changed.flatMap(({ memberId, fields: own }) => own.map((field) => ({ memberId, ...field })));
  const longest = Math.max(diff.tasks.length, fields.length);
  const same =
    diff.state === null &&
    diff.fields.length + diff.joined.length + diff.left.length + diff.changed.length + diff.tasks.length === 0 &&
    diff.statusesOpened.length + diff.statusesClosed.length === 0 &&
    !diff.endpointsChanged &&
    !diff.topologyChanged;
  const ids = (memberIds: string[]) =>
    memberIds.length === 0 ? <span className="dim">nobody</span> : <span title={memberIds.join(", ")}>{memberIds.map(shortId).join(" ")}</span>;
  return (
    <div className="diff">
      <p className="dim">
        From version {count(diff.from.version)} (<Instant at={diff.from.at} day zoned />) to version {count(diff.to.version)} (
        <Instant at={diff.to.at} day zoned />)
      </p>
      {same && <p>Nothing differs.</p>}
      {diff.changes.length > 0 && (
        <ul className="diff-words" aria-label="What differs, in words">
          {diff.changes.map((one, index) => (
            <li key={index} title={one}>
              {withShortIds(one, names)}
            </li>
          ))}
        </ul>
      )}
      <dl className="facts">
        {diff.state && (
          <>
            <dt>State</dt>
            <dd>
              {stateWord(diff.state.from)} → {stateWord(diff.state.to)}
            </dd>
          </>
        )}
        {diff.fields.map((field) => (
          <Fragment key={field.name}>
            <dt>{field.name}</dt>
            <dd className="mono wrap-anywhere">
              {field.from ?? <NotKnown why="not known" />} → {field.to ?? <NotKnown why="not known" />}
            </dd>
          </Fragment>
        ))}
        {diff.joined.length > 0 && (
          <>
            <dt>Joined</dt>
            <dd className="mono">{diff.joined.join(", ")}</dd>
          </>
        )}
        {diff.left.length > 0 && (
          <>
            <dt>Left</dt>
            <dd className="mono">{diff.left.join(", ")}</dd>
          </>
        )}
        {diff.statusesOpened.length > 0 && (
          <>
            <dt>Opened</dt>
            <dd>
              {diff.statusesOpened.map((status) => (
                <p key={`${status.code} ${status.detail}`}>
                  <StatusChip status={status} /> {status.detail}
                </p>
              ))}
            </dd>
          </>
        )}
        {diff.statusesClosed.length > 0 && (
          <>
            <dt>Closed</dt>
            <dd>
              {diff.statusesClosed.map((status) => (
                <p key={`${status.code} ${status.detail}`}>
                  <StatusChip status={status} /> {status.detail}
                </p>
              ))}
            </dd>
          </>
        )}
        {diff.endpointsChanged && (
          <>
            <dt>Endpoints</dt>
            <dd>
              {diff.endpoints.length === 0
                ? "changed"
                : diff.endpoints.map((endpoint) => (
                    <p key={`${endpoint.host}:${endpoint.port}`}>
                      <span className="mono">
                        {endpoint.host}:{endpoint.port}
                      </span>{" "}
                      {endpoint.change}
                    </p>
                  ))}
            </dd>
          </>
        )}
        {diff.topologyChanged && (
          <>
            <dt>Topology</dt>
            <dd>changed</dd>
          </>
        )}
      </dl>
      {diff.tasks.length > 0 && (
        <div className="scroll-x">
          <table className="table diff-table">
            <caption className="sr-only">{plural(diff.tasks.length, "task")} differ</caption>
            <thead>
              <tr>
                <th scope="col">Task</th>
                <th scope="col">View</th>
                <th scope="col">Role</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
              </tr>
            </thead>
            <tbody>
              {diff.tasks.slice(0, most).map((task) => (
                <tr key={`${task.taskId} ${task.view} ${task.role}`}>
                  <th scope="row" className="mono">
                    {task.taskId}
                  </th>
                  <td>{task.view}</td>
                  <td className="nowrap">
                    <RoleMark role={roleOf(task.role)} small /> {roleWord(roleOf(task.role))}
                  </td>
                  <td className="mono">{ids(task.from)}</td>
                  <td className="mono">{ids(task.to)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {diff.changed.length > 0 && (
        <div className="scroll-x">
          <table className="table diff-table">
            <caption className="sr-only">Fields of members that differ</caption>
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col">Field</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
              </tr>
            </thead>
            <tbody>
              {fields.slice(0, most).map((field) => (
                <tr key={`${field.memberId} ${field.name}`}>
                  <th scope="row" className="mono" title={field.memberId}>
                    {shortId(field.memberId)}
                  </th>
                  <td>{field.name}</td>
                  <td className="mono wrap-anywhere">{field.from ?? <NotKnown why="not known" />}</td>
                  <td className="mono wrap-anywhere">{field.to ?? <NotKnown why="not known" />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {longest > most && (
        <p>
          <button type="button" className="button" onClick={() => setMost(10 * most)}>
            Show more of {count(longest)} rows
          </button>
        </p>
      )}
    </div>
  );
}
