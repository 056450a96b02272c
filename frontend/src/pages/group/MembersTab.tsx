import { useEffect, useRef } from "react";
import type { GroupDetail, Member, View } from "../../api/types";
import { Empty } from "../../components/Feedback";
import { Instant, Known, NotKnown, ZoneWord } from "../../components/Known";
import { RoleCounts } from "../../components/Role";
import { count, duration, shortId } from "../../lib/format";
import { absenceOf, epochToReach, isBehind, processGroups } from "../../lib/members";
import type { ViewChange } from "../../lib/view";
import "./MembersTab.css";

interface MembersTabProps {
  detail: GroupDetail;
  chosen: string | null;
  change: (changes: ViewChange, replace?: boolean) => void;
}

const HEARTBEAT = "Last heartbeat";

interface Field {
  label: string;
  /** Null where it is not known. */
  of: (member: Member) => React.ReactNode;
  why?: string;
  mono?: boolean;
}

/** What a member tells beside its tasks; the longest last, since it is what a narrow window cuts. */
const FIELDS: readonly Field[] = [
  { label: "Instance id", of: (one) => one.instanceId, why: "not known, or the member is not static" },
  { label: "Rack", of: (one) => one.rackId, why: "not known, or no rack is set" },
  { label: "Endpoint", of: (one) => one.endpoint && `${one.endpoint.host}:${one.endpoint.port}`, why: "not known, or application.server is not set", mono: true },
  // Brokers describe an address as Java writes one without a name, behind a slash.
  { label: "Client host", of: (one) => one.clientHost?.replace(/^\//, "") ?? null, mono: true },
  {
    label: HEARTBEAT,
    of: (one) => one.lastHeartbeatAt && <Instant at={one.lastHeartbeatAt} />,
    why: "no heartbeat was observed",
  },
  { label: "Heartbeat interval", of: (one) => (one.heartbeatIntervalMs === null ? null : duration(one.heartbeatIntervalMs)) },
  { label: "Offset interval", of: (one) => (one.taskOffsetIntervalMs === null ? null : duration(one.taskOffsetIntervalMs)) },
  { label: "Accepted recovery lag", of: (one) => (one.acceptableRecoveryLag === null ? null : count(one.acceptableRecoveryLag)), mono: true },
  { label: "Throttled", of: (one) => (one.throttleTimeMs === null ? null : duration(one.throttleTimeMs)) },
  { label: "Topology epoch", of: (one) => one.topologyEpoch, mono: true },
  { label: "Client tags", of: (one) => one.clientTags && <Tags tags={one.clientTags} /> },
  { label: "Protocol", of: (one) => (one.classic === null ? null : one.classic ? "classic" : "streams") },
  { label: "Client id", of: (one) => one.clientId, mono: true },
];

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
  const toReach = epochToReach(detail);
  const told = FIELDS.filter(({ of }) => detail.members.some((one) => of(one) !== null));
  const untold = FIELDS.filter((field) => !told.includes(field));
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
                {["Member", "Process", "Epoch", "Assigned", ...told.map(({ label }) => label)].map((label) => (
                  <th key={label} scope="col">
                    {label}
                    {label === HEARTBEAT && (
                      <>
                        {" "}
                        (<ZoneWord />)
                      </>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {processGroups(detail.members).flatMap((process) =>
                process.members.map((one) => {
                  const absence = absenceOf(one, detail.asOf);
                  const behind = isBehind(one, toReach);
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
                      {told.map(({ label, of, why, mono }) => (
                        <td key={label} className={mono ? "mono" : undefined}>
                          <Known value={of(one)} why={why} />
                        </td>
                      ))}
                    </tr>
                  );
                }),
              )}
            </tbody>
          </table>
        </div>
        {untold.length > 0 && (
          <p className="section-foot dim">Not known of any member, or none has it: {untold.map(({ label }) => label.toLowerCase()).join(", ")}.</p>
        )}
      </section>
    </>
  );
}

function Tags({ tags }: { tags: Record<string, string> }) {
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
