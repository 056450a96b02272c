import { useMemo } from "react";
import type { GroupDetail, HeartbeatError, Snapshot, Status } from "../../api/types";
import { ErrorNote, Nothing, Skeleton } from "../../components/Feedback";
import { Instant, Known, NotKnown, ZoneWord } from "../../components/Known";
import { StatusChip } from "../../components/StatusChips";
import { leftOfMark, spanOf, timeMarks } from "../../lib/band";
import { between, count, duration, plural, sentence, shortId } from "../../lib/format";
import { memberName, processNames } from "../../lib/members";
import { severityOfStatus } from "../../lib/severity";
import { useZone } from "../../lib/zone";
import { useHeartbeatErrors, useStatuses, type GroupKey } from "../../queries/groups";
import type { ViewChange } from "../../lib/view";
import "./StatusesTab.css";

interface StatusesTabProps {
  group: GroupKey;
  detail: GroupDetail;
  snapshots: Snapshot[] | undefined;
  end: string | null;
  /** The instant that the page shows. */
  instant: string;
  change: (changes: ViewChange, replace?: boolean) => void;
}

/** What heartbeat answers told the members over the group's whole life, and which heartbeats failed. */
export function StatusesTab({ group, detail, snapshots, end, instant, change }: StatusesTabProps) {
  const zone = useZone();
  const statuses = useStatuses(group);
  const errors = useHeartbeatErrors(group);
  const span = useMemo(() => spanOf(snapshots ?? [], end), [snapshots, end]);
  const goTo = (at: string) => change({ at });
  return (
    <>
      <section className="card" aria-label="Statuses">
        <div className="section-head">
          <h2>Statuses</h2>
          <p className="dim">The group's whole life; the line is the instant shown above. Only heartbeat answers carry statuses.</p>
        </div>
        {statuses.error && !statuses.data ? (
          <ErrorNote error={statuses.error} retry={() => void statuses.refetch()} />
        ) : !statuses.data ? (
          <Skeleton lines={4} />
        ) : statuses.data.items.length === 0 ? (
          <Nothing>
            {detail.statuses === null
              ? "Not known: the brokers' descriptions, from which this group was read, do not carry statuses."
              : "No heartbeat answer to this group carried a status."}
          </Nothing>
        ) : (
          <>
            <ul className="status-list">
              <li className="status-scale mono dim" aria-hidden="true">
                <span />
                <span className="status-marks">
                  {timeMarks(span.from, span.to, zone).map((mark) => (
                    <span key={mark.label} style={{ left: leftOfMark(mark) }}>
                      {mark.label}
                    </span>
                  ))}
                </span>
              </li>
              {statuses.data.items.map((status) => (
                <StatusRow
                  key={`${status.code} ${status.openedAt} ${status.detail}`}
                  status={status}
                  span={span}
                  instant={instant}
                  detail={detail}
                  goTo={goTo}
                />
              ))}
            </ul>
            {statuses.data.total > statuses.data.items.length && (
              <p className="section-foot dim">
                The newest {count(statuses.data.items.length)} of {count(statuses.data.total)} are shown.
              </p>
            )}
          </>
        )}
      </section>
      <section className="card" aria-label="Heartbeat errors">
        <div className="section-head">
          <h2>Heartbeat errors</h2>
          <p className="dim">Heartbeats that the coordinator refused, counted by member and error.</p>
        </div>
        {errors.error && !errors.data ? (
          <ErrorNote error={errors.error} retry={() => void errors.refetch()} />
        ) : !errors.data ? (
          <Skeleton lines={3} />
        ) : errors.data.items.length === 0 ? (
          <Nothing>{detail.statuses === null ? "Not known: no heartbeat of this group was seen." : "No heartbeat failed."}</Nothing>
        ) : (
          <ErrorTable errors={errors.data.items} detail={detail} />
        )}
      </section>
    </>
  );
}

interface StatusRowProps {
  status: Status;
  span: { from: number; to: number };
  instant: string;
  detail: GroupDetail;
  goTo: (at: string) => void;
}

function StatusRow({ status, span, instant, detail, goTo }: StatusRowProps) {
  const width = span.to - span.from;
  const fraction = (at: string) =>
    width <= 0 ? 0 : Math.min(1, Math.max(0, (new Date(at).getTime() - span.from) / width));
  const from = fraction(status.openedAt);
  const to = status.closedAt === null ? 1 : fraction(status.closedAt);
  const open = status.closedAt === null;
  const processes = processNames(detail.members);
  return (
    <li className="status-row">
      <div className="status-words">
        <p className="row">
          <StatusChip status={status} />
          <span className="dim nowrap">code {status.code}</span>
          {open ? <b>open</b> : <span className="dim">closed after {duration(between(status.openedAt, status.closedAt ?? status.openedAt))}</span>}
        </p>
        <p className="wrap-anywhere">{status.detail ?? <span className="dim">no detail was given</span>}</p>
        <p className="dim">
          <button type="button" className="jump" onClick={() => goTo(status.openedAt)} title="Show the group at this instant">
            <Instant at={status.openedAt} day />
          </button>{" "}
          – {status.closedAt === null ? <>last named <Instant at={status.lastSeenAt} zoned /></> : <Instant at={status.closedAt} zoned />} · told to{" "}
          <span title={status.memberIds.join(", ")}>
            {status.memberIds.length === 0
              ? "no member known"
              : status.memberIds.length <= 3
                ? status.memberIds.map((id, index) => {
                    const member = detail.members.find((one) => one.memberId === id);
                    return (
                      <span key={id}>
                        {index > 0 && ", "}
                        <span className="nowrap">{member ? `${processes.get(id) ?? ""} ${memberName(member)}` : shortId(id)}</span>
                      </span>
                    );
                  })
                : plural(status.memberIds.length, "member")}
          </span>
        </p>
      </div>
      <div className="status-track" aria-hidden="true">
        <i
          className={`status-bar status-bar-${severityOfStatus(status.code)}${open ? " open" : ""}`}
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
        <i className="status-now" style={{ left: `${fraction(instant) * 100}%` }} />
      </div>
    </li>
  );
}

function ErrorTable({ errors, detail }: { errors: HeartbeatError[]; detail: GroupDetail }) {
  const processes = processNames(detail.members);
  return (
    <div className="scroll-x">
      <table className="table stacks error-table">
        <thead>
          <tr>
            <th scope="col">Error</th>
            <th scope="col">Member</th>
            <th scope="col">What it means</th>
            <th scope="col">Epoch sent / known</th>
            <th scope="col">Times</th>
            <th scope="col">First – last (<ZoneWord />)</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error) => (
            <tr key={`${error.memberId} ${error.instanceId} ${error.code} ${error.firstAt}`}>
              <th scope="row" className="nowrap">
                <span className="mono">{error.name}</span> <span className="dim">{error.code}</span>
              </th>
              <td className="nowrap" data-label="Member">
                {error.memberId === null ? (
                  <NotKnown why="the request named no member" />
                ) : (
                  <span className="mono" title={error.memberId}>
                    {shortId(error.memberId)}
                  </span>
                )}
                {error.instanceId !== null && <span className="dim"> {error.instanceId}</span>}
                {error.memberId !== null && processes.has(error.memberId) && (
                  <span className="dim"> {processes.get(error.memberId)}</span>
                )}
              </td>
              <td className="explained" data-label="Means">
                {sentence(error.explanation)}
                {error.message && <p className="dim wrap-anywhere">“{error.message}”</p>}
              </td>
              <td className="mono nowrap" data-label="Epochs">
                <Known value={error.sentMemberEpoch} why="the request is not known" /> /{" "}
                <Known value={error.knownMemberEpoch} why="the coordinator did not say" />
              </td>
              <td data-label="Times">{count(error.count)}</td>
              <td className="nowrap" data-label="First – last">
                <Instant at={error.firstAt} day />
                {error.lastAt !== error.firstAt && (
                  <>
                    {" "}
                    – <Instant at={error.lastAt} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
