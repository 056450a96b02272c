import { useEffect, useRef } from "react";
import type { GroupDetail, Member, View } from "../../api/types";
import { Empty } from "../../components/Feedback";
import { Instant, Known, NotKnown, ZoneWord } from "../../components/Known";
import { RoleCounts } from "../../components/Role";
import { count, duration, shortId } from "../../lib/format";
import { absenceOf, comparableEpoch, processGroups } from "../../lib/members";
import type { ViewChange } from "../../lib/view";
import "./MembersTab.css";

interface MembersTabProps {
  detail: GroupDetail;
  chosen: string | null;
  change: (changes: ViewChange, replace?: boolean) => void;
}

/** Every member with every field that was observed; a click on one shows its ids and tasks whole. */
export function MembersTab({ detail, chosen, change }: MembersTabProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    row.current?.scrollIntoView?.({ block: "nearest" });
  }, [chosen]);
  if (detail.members.length === 0) {
    return (
      <section className="card">
        <Empty title="No members at this instant" />
      </section>
    );
  }
  const member = detail.members.find((one) => one.memberId === chosen);
  return (
    <>
      {chosen !== null && (
        <section className="card member-card" aria-label="Member">
          <div className="task-head">
            <h2 className="mono wrap-anywhere">{chosen}</h2>
            <button type="button" className="button plain" aria-label="Close the member" onClick={() => change({ member: null }, true)}>
              <span aria-hidden="true">✕</span>
            </button>
          </div>
          {member ? <MemberViews member={member} /> : <p className="dim">At this instant the group has no such member.</p>}
        </section>
      )}
      <section className="card" aria-label="Members">
        <div className="scroll-x members-scroll">
          <table className="table members-table">
            <thead>
              <tr>
                {["Member", "Process", "Epoch", "Assigned", "Instance id", "Rack", "Endpoint", "Client host", "Client id", "Topology epoch"].map(
                  (label) => (
                    <th key={label} scope="col">
                      {label}
                    </th>
                  ),
                )}
                <th scope="col">Last heartbeat (<ZoneWord />)</th>
                <th scope="col">Heartbeat interval</th>
                <th scope="col">Offset interval</th>
                <th scope="col">Accepted recovery lag</th>
                <th scope="col">Throttled</th>
                <th scope="col">Client tags</th>
                <th scope="col">Protocol</th>
              </tr>
            </thead>
            <tbody>
              {processGroups(detail.members).flatMap((process) =>
                process.members.map((one) => {
                  const absence = absenceOf(one, detail.asOf);
                  const epoch = comparableEpoch(one);
                  const behind = epoch !== null && detail.groupEpoch !== null && epoch < detail.groupEpoch;
                  const view = one.assigned ?? one.owned;
                  return (
                    <tr key={one.memberId} ref={one.memberId === chosen ? row : undefined} className={one.memberId === chosen ? "chosen" : undefined}>
                      <th scope="row">
                        <button
                          type="button"
                          className="jump mono"
                          title={one.memberId}
                          onClick={() => change({ member: one.memberId }, true)}
                        >
                          {shortId(one.memberId)}
                        </button>
                        {absence && <span className="bad"> {absence.text}</span>}
                      </th>
                      <td title={one.processId ?? undefined}>{one.processId === null ? <NotKnown /> : process.name}</td>
                      <td className={`mono${behind ? " behind" : ""}`}>
                        <Known value={one.memberEpoch} />
                        {behind && <span className="sr-only"> behind the group</span>}
                      </td>
                      <td>
                        {view ? (
                          <RoleCounts
                            counts={{
                              active: view.active?.length ?? null,
                              standby: view.standby?.length ?? null,
                              warmup: view.warmup?.length ?? null,
                            }}
                          />
                        ) : (
                          <NotKnown />
                        )}
                      </td>
                      <td>
                        <Known value={one.instanceId} why="not known, or the member is not static" />
                      </td>
                      <td>
                        <Known value={one.rackId} why="not known, or no rack is set" />
                      </td>
                      <td className="mono">
                        <Known
                          value={one.endpoint && `${one.endpoint.host}:${one.endpoint.port}`}
                          why="not known, or application.server is not set"
                        />
                      </td>
                      <td className="mono">
                        <Known value={one.clientHost} />
                      </td>
                      <td className="mono">
                        <Known value={one.clientId} />
                      </td>
                      <td className="mono">
                        <Known value={one.topologyEpoch} />
                      </td>
                      <td>{one.lastHeartbeatAt === null ? <NotKnown why="no heartbeat was observed" /> : <Instant at={one.lastHeartbeatAt} />}</td>
                      <td>
                        <Known value={one.heartbeatIntervalMs !== null ? duration(one.heartbeatIntervalMs) : null} />
                      </td>
                      <td>
                        <Known value={one.taskOffsetIntervalMs !== null ? duration(one.taskOffsetIntervalMs) : null} />
                      </td>
                      <td className="mono">
                        <Known value={one.acceptableRecoveryLag === null ? null : count(one.acceptableRecoveryLag)} />
                      </td>
                      <td>
                        <Known value={one.throttleTimeMs === null ? null : duration(one.throttleTimeMs)} />
                      </td>
                      <td>
                        <Tags tags={one.clientTags} />
                      </td>
                      <td>
                        <Known value={one.classic === null ? null : one.classic ? "classic" : "streams"} />
                      </td>
                    </tr>
                  );
                }),
              )}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}

function Tags({ tags }: { tags: Record<string, string> | null }) {
  if (tags === null) return <NotKnown />;
  const entries = Object.entries(tags);
  if (entries.length === 0) return <span className="dim">none</span>;
  return <span className="mono">{entries.map(([key, value]) => `${key}=${value}`).join(", ")}</span>;
}

function MemberViews({ member }: { member: Member }) {
  const views: [string, string, View | null][] = [
    ["owned", "what it said it runs", member.owned],
    ["assigned", "what it was told to run", member.assigned],
    ["target", "where the coordinator wants to get to", member.target],
  ];
  return (
    <>
      <dl className="facts">
        <dt>Process id</dt>
        <dd className="mono">
          <Known value={member.processId} />
        </dd>
        <dt>Client id</dt>
        <dd className="mono">
          <Known value={member.clientId} />
        </dd>
      </dl>
      <div className="scroll-x">
        <table className="table views-table">
          <thead>
            <tr>
              <th scope="col">View</th>
              <th scope="col">active</th>
              <th scope="col">standby</th>
              <th scope="col">warm-up</th>
            </tr>
          </thead>
          <tbody>
            {views.map(([name, meaning, view]) => (
              <tr key={name}>
                <th scope="row">
                  {name} <span className="dim">{meaning}</span>
                </th>
                {(["active", "standby", "warmup"] as const).map((role) => (
                  <td key={role} className="mono">
                    {view?.[role] == null ? <NotKnown why="not observed" /> : view[role].join(" ") || <span className="dim">none</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
