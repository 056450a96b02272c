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
import "./ChangesTab.css";

interface ChangesTabProps {
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

/** What changed when, newest first, and what differs between any two versions. */
export function ChangesTab({ group, detail, history, params, change }: ChangesTabProps) {
  const [shown, setShown] = useState(STEP);
  const names = useMemo(() => processNames(detail.members), [detail.members]);
  return (
    <>
      <Compare group={group} detail={detail} history={history} params={params} change={change} />
      <section className="card" aria-label="Snapshots">
        {!history ? (
          <Skeleton lines={6} />
        ) : (
          <>
            <div className="scroll-x">
              <table className="table changes-table">
                <thead>
                  <tr>
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
                        <td className="nowrap mono">
                          <Instant at={snapshot.at} day />
                        </td>
                        <td>
                          <StatePill state={snapshot.state} derived={snapshot.stateSource === "DERIVED"} />
                        </td>
                        <td>
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
                        <td>{count(snapshot.memberCount)}</td>
                        <td>
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

function Compare({ group, detail, history, params, change }: ChangesTabProps) {
  const from = versionOf(params, "from");
  const to = versionOf(params, "to");
  const first = history?.snapshots[0]?.version ?? 1;
  const last = history?.snapshots.at(-1)?.version ?? detail.version;
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null);
  const values = typed ?? {
    from: String(from ?? Math.max(first, detail.version - 1)),
    to: String(to ?? detail.version),
  };
  const diff = useDiff(group, from, to);
  return (
    <section className="card lookup" aria-label="Compare">
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
          <label key={name} className="labelled inline">
            {name === "from" ? "version" : "with"}
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
            <Diff diff={diff.data} />
          )}
        </div>
      )}
    </section>
  );
}

function Diff({ diff }: { diff: SnapshotDiff }) {
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
              {diff.tasks.map((task) => (
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
              {diff.changed.flatMap((member) =>
                member.fields.map((field) => (
                  <tr key={`${member.memberId} ${field.name}`}>
                    <th scope="row" className="mono" title={member.memberId}>
                      {shortId(member.memberId)}
                    </th>
                    <td>{field.name}</td>
                    <td className="mono wrap-anywhere">{field.from ?? <NotKnown why="not known" />}</td>
                    <td className="mono wrap-anywhere">{field.to ?? <NotKnown why="not known" />}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
