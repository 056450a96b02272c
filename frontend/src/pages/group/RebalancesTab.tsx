import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { GroupDetail, Rebalance, RebalanceHolder, RebalancePage, Snapshot } from "../../api/types";
import { Empty, ErrorNote, Skeleton } from "../../components/Feedback";
import { Instant, NotKnown } from "../../components/Known";
import { Pager } from "../../components/Pager";
import { RoleCounts, RoleMark } from "../../components/Role";
import { spanOf } from "../../lib/band";
import { between, count, duration, listed, plural, roleWord, shortId } from "../../lib/format";
import { causeWords, heldUpWords, instanceName, movedCounts, namesIn, nowhereWords, taskRows, tookWords, type TaskRow } from "../../lib/rebalance";
import { changed, pageOf, timeOf, type ViewChange } from "../../lib/view";
import { windowOf } from "../../lib/window";
import { useZone } from "../../lib/zone";
import { useRebalances, type GroupKey } from "../../queries/groups";
import "./RebalancesTab.css";

const SIZE = 25;
/** How many tasks of a rebalance are shown at first, and how many more at a time. */
const STEP = 200;

interface RebalancesTabProps {
  group: GroupKey;
  detail: GroupDetail;
  snapshots: Snapshot[] | undefined;
  end: string | null;
  /** The instant that the page shows. */
  instant: string;
  params: URLSearchParams;
  change: (changes: ViewChange, replace?: boolean) => void;
}

/** When the group rebalanced, why, what moved and what it cost; one of them opened, with who had each task before and after. */
export function RebalancesTab({ group, detail, snapshots, end, instant, params, change }: RebalancesTabProps) {
  const range = params.get("range");
  const asked = useMemo(() => {
    if (range === null || !snapshots) return { from: null, to: null };
    const window = windowOf(range, snapshots, end, instant);
    return { from: window.from, to: window.to >= spanOf(snapshots, end).to ? null : window.to };
  }, [range, snapshots, end, instant]);
  const page = pageOf(params);
  const rebalances = useRebalances(group, asked, page, SIZE);
  const data = rebalances.data;
  const names = useMemo(() => (data ? namesIn(data, detail.members) : new Map<string, string>()), [data, detail]);
  const opened = Number(params.get("rebalance") ?? "0");
  return (
    <section className="card" aria-label="Rebalances" aria-busy={rebalances.isFetching}>
      <div className="section-head">
        <h2>Rebalances</h2>
        <p className="dim">{range === null ? "All that are kept of the group." : "Those of the range drawn above."}</p>
      </div>
      {rebalances.error && !data ? (
        <ErrorNote error={rebalances.error} retry={() => void rebalances.refetch()} />
      ) : !data ? (
        <Skeleton lines={6} height={22} />
      ) : data.total === 0 ? (
        <Empty title={range === null ? "No rebalance was seen" : "No rebalance went on in this range"}>
          {range === null ? (
            "A group that merely stops, or whose static member comes back, does not rebalance."
          ) : (
            <button type="button" className="button" onClick={() => change({ range: null })}>
              Show all
            </button>
          )}
        </Empty>
      ) : (
        <>
          <Summary page={data} names={names} linkOf={(number) => linkTo(params, { rebalance: number })} />
          {opened > 0 && !data.items.some(({ number }) => number === opened) && (
            <p className="rebalances-note dim">Rebalance {count(opened)} is not on this page.</p>
          )}
          <div className="rebalances-scroll">
            <table className="table stacks rebalances">
              <thead>
                <tr>
                  <th scope="col">Rebalance</th>
                  <th scope="col">Begin</th>
                  <th scope="col">Took</th>
                  <th scope="col">Epoch</th>
                  <th scope="col">Why</th>
                  <th scope="col">Tasks moved</th>
                  <th scope="col">Ran nowhere</th>
                  <th scope="col">Held up by</th>
                </tr>
              </thead>
              {data.items.map((rebalance) => (
                <Episode
                  key={rebalance.number}
                  rebalance={rebalance}
                  names={names}
                  open={rebalance.number === opened}
                  shown={detail.version >= rebalance.firstVersion && (rebalance.endedAt === null || detail.version < rebalance.lastVersion)}
                  params={params}
                />
              ))}
            </table>
          </div>
          <Pager
            page={page}
            size={SIZE}
            total={data.total}
            what="rebalances"
            onPage={(next) => change({ page: next === 0 ? null : next + 1, rebalance: null })}
          />
        </>
      )}
    </section>
  );
}

/** The address of this page with some of its view state changed. */
function linkTo(params: URLSearchParams, changes: ViewChange): string {
  return `?${changed(params, changes)}`;
}

interface SummaryProps {
  page: RebalancePage;
  names: ReadonlyMap<string, string>;
  linkOf: (number: number) => string;
}

function Summary({ page: { summary }, names, linkOf }: SummaryProps) {
  const { from, to, perHour, longest, longestMs, rollingRestarts, flapping } = summary;
  return (
    <ul className="rebalances-summary">
      <li>
        <b>{plural(summary.count, "rebalance")}</b> in {duration(between(from, to))}
        {perHour !== null && <span className="dim">, about {count(Number(perHour.toFixed(perHour < 10 ? 1 : 0)))} an hour</span>}
      </li>
      {longest !== null && longestMs !== null && (
        <li>
          longest{" "}
          <Link to={linkOf(longest)} preventScrollReset>
            {duration(longestMs)}
          </Link>
          <span className="dim">, number {count(longest)}</span>
        </li>
      )}
      {flapping.map(({ instance, came, went }) => (
        <li key={instanceName(instance, names)}>
          <b>{instanceName(instance, names)} flaps</b>
          <span className="dim">
            : came {plural(came, "time")}, went {plural(went, "time")}
          </span>
        </li>
      ))}
      {rollingRestarts.map(({ begunAt, endedAt, rounds }) => (
        <li key={begunAt}>
          <b>rolling restart</b> of {plural(rounds.length, "process", "processes")}
          {rounds.some(({ replacedBy }) => replacedBy !== null) && ", each replaced by another"}
          <span className="dim">
            {" "}
            <Instant at={begunAt} /> – <Instant at={endedAt} />, {duration(between(begunAt, endedAt))}:{" "}
            {listed(
              rounds.map(({ instance, replacedBy }) =>
                replacedBy ? `${instanceName(instance, names)} by ${instanceName(replacedBy, names)}` : instanceName(instance, names),
              ),
              4,
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface EpisodeProps {
  rebalance: Rebalance;
  names: ReadonlyMap<string, string>;
  open: boolean;
  /** Whether the instant that the page shows lies in it. */
  shown: boolean;
  params: URLSearchParams;
}

function Episode({ rebalance, names, open, shown, params }: EpisodeProps) {
  const { number, begunAt, begunAfter, endedAt, durationMs, epochBefore, epochAfter } = rebalance;
  const zone = useZone();
  const took = tookWords(rebalance);
  const causes = causeWords(rebalance.causes, names, zone);
  const nowhere = nowhereWords(rebalance.gaps);
  const held = heldUpWords(rebalance, names);
  const [first] = causes;
  return (
    <tbody>
      <tr className={shown ? "chosen" : undefined} aria-current={shown ? "true" : undefined}>
        <th scope="row">
          <Link
            to={linkTo(params, { rebalance: open ? null : number })}
            aria-expanded={open}
            aria-label={`Rebalance ${number}`}
            className="episode"
            preventScrollReset
          >
            <span aria-hidden="true">{open ? "▾" : "▸"} </span>
            {count(number)}
          </Link>{" "}
          {shown && <span className="dim here">shown</span>}
        </th>
        <td data-label="Begin" className="nowrap">
          {begunAt === null ? (
            <NotKnown why="It went on already when the group was first seen" />
          ) : (
            <>
              <Link to={linkTo(params, { at: begunAt, rebalance: number })} preventScrollReset title="Go to this instant">
                <Instant at={begunAt} day />
              </Link>
              {begunAfter !== null && <span className="dim more">or up to {duration(between(begunAfter, begunAt))} before</span>}
            </>
          )}
        </td>
        <td data-label="Took" className="nowrap">
          <span className={endedAt !== null && durationMs === null ? "dim" : undefined}>{took.text}</span>
          {took.more !== undefined && <span className="dim more">{took.more}</span>}
        </td>
        <td data-label="Epoch" className="nowrap mono">
          <span>
            {epochBefore ?? <NotKnown why="not known" />} → {epochAfter ?? <NotKnown why="not known" />}
          </span>
        </td>
        <td data-label="Why" className="why">
          {first ? (
            <>
              {first.text}
              {first.more !== undefined && <span className="dim more">{first.more}</span>}
              {causes.length > 1 && <span className="dim more">then {listed(causes.slice(1).map(({ text }) => text), 2)}</span>}
            </>
          ) : (
            <span className="dim">not known</span>
          )}
        </td>
        <td data-label="Tasks moved">
          {rebalance.moves.length === 0 ? <span className="dim">none</span> : <RoleCounts counts={movedCounts(rebalance)} />}
        </td>
        <td data-label="Ran nowhere">
          {nowhere === null ? (
            <span className="dim">none</span>
          ) : (
            <>
              {rebalance.gaps === null ? <span className="dim">{nowhere.text}</span> : <b className="bad">{nowhere.text}</b>}
              {nowhere.more !== undefined && <span className="dim more">{nowhere.more}</span>}
            </>
          )}
        </td>
        <td data-label="Held up by">
          {held.length === 0 ? <span className="dim">{rebalance.gaps === null ? "not known" : "nobody"}</span> : listed(held, 2)}
        </td>
      </tr>
      {open && (
        <tr className="episode-open">
          <td colSpan={8}>
            <Opened rebalance={rebalance} names={names} causes={causes} held={held} params={params} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface OpenedProps {
  rebalance: Rebalance;
  names: ReadonlyMap<string, string>;
  causes: ReturnType<typeof causeWords>;
  held: string[];
  params: URLSearchParams;
}

function Opened({ rebalance, names, causes, held, params }: OpenedProps) {
  const { number, begunAt, endedAt, firstVersion, lastVersion } = rebalance;
  const [most, setMost] = useState(STEP);
  const rows = useMemo(() => taskRows(rebalance), [rebalance]);
  const assignment = (changes: ViewChange) => linkTo(timeOf(params), changes);
  const before = firstVersion - 1;
  return (
    <div className="opened">
      <dl className="facts">
        <dt>Why</dt>
        <dd>
          <ul>
            {causes.map(({ at, text, more }, index) => (
              <li key={index}>
                <Instant at={at} /> {text}
                {more !== undefined && <span className="dim">: {more}</span>}
              </li>
            ))}
          </ul>
        </dd>
        {held.length > 0 && (
          <>
            <dt>Held up by</dt>
            <dd>{listed(held, 12)}</dd>
          </>
        )}
        <dt>Assignment</dt>
        <dd className="opened-links">
          {before > 0 && <Link to={assignment({ version: before })}>before</Link>}
          {begunAt !== null && <Link to={assignment({ at: begunAt })}>at its begin</Link>}
          {endedAt !== null && <Link to={assignment({ at: endedAt })}>at its end</Link>}
          {before > 0 && <Link to={assignment({ tab: "snapshots", from: before, to: lastVersion })}>all that changed</Link>}
        </dd>
      </dl>
      {rows.length === 0 ? (
        <p className="dim">No task moved{rebalance.gaps === null ? "" : ", and none ran nowhere"}.</p>
      ) : (
        <div className="scroll-x">
          <table className="table moves">
            <caption className="sr-only">Tasks of rebalance {number}, before and after</caption>
            <thead>
              <tr>
                <th scope="col">Task</th>
                <th scope="col">Role</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
                <th scope="col">Ran nowhere</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, most).map((row, index) => (
                <Moved key={index} row={row} names={names} looked={rebalance.gaps !== null} link={assignment({ ...(begunAt === null ? {} : { at: begunAt }), task: row.task })} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > most && (
        <p>
          <button type="button" className="button" onClick={() => setMost(most + STEP)}>
            Show {count(Math.min(STEP, rows.length - most))} more of {count(rows.length)}
          </button>
        </p>
      )}
    </div>
  );
}

function Moved({ row, names, looked, link }: { row: TaskRow; names: ReadonlyMap<string, string>; looked: boolean; link: string }) {
  const { task, role, move, gaps } = row;
  return (
    <tr>
      <th scope="row" className="mono">
        <Link to={link}>{task}</Link>
      </th>
      <td className="nowrap">
        <RoleMark role={role} small /> {roleWord(role)}
      </td>
      {move ? (
        <>
          <td>
            <Holder holder={move.from} names={names} />
          </td>
          <td>
            <Holder holder={move.to} names={names} />
          </td>
        </>
      ) : (
        <td colSpan={2} className="dim">
          stayed where it was
        </td>
      )}
      <td>
        {gaps.length > 0 ? (
          <ul>
            {gaps.map(({ from, to, durationMs }) => (
              <li key={from} className="nowrap">
                <b className="bad">{durationMs === null ? "not seen to run again" : duration(durationMs)}</b>{" "}
                <span className="dim">
                  {to === null ? "since " : ""}
                  <Instant at={from} />
                  {to !== null && (
                    <>
                      {" "}
                      – <Instant at={to} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        ) : role !== "active" ? null : looked ? (
          <span className="dim">no</span>
        ) : (
          <NotKnown why="nobody looked at the group meanwhile" />
        )}
      </td>
    </tr>
  );
}

function Holder({ holder, names }: { holder: RebalanceHolder | null; names: ReadonlyMap<string, string> }) {
  if (holder === null) return <span className="dim">nobody</span>;
  const name = names.get(holder.memberId);
  const id = shortId(holder.memberId);
  return (
    <span className="nowrap" title={holder.memberId}>
      {name ?? id} {name !== undefined && name !== id && <span className="dim mono holder-id">{id}</span>}
    </span>
  );
}
