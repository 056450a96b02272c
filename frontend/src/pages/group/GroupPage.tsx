import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { isMissing } from "../../api/problem";
import type { GroupDetail, Snapshot } from "../../api/types";
import { ClusterLine, ReadFailureLine } from "../../components/ClusterLine";
import { ExportLink } from "../../components/ExportLink";
import { Empty, ErrorNote, Skeleton } from "../../components/Feedback";
import { Instant } from "../../components/Known";
import { Page } from "../../components/Page";
import { StatePill } from "../../components/State";
import { useGlow } from "../../components/useGlow";
import { indexOfVersion } from "../../lib/band";
import { changedCells, gridCell } from "../../lib/changed";
import { count, plural } from "../../lib/format";
import { layOutGrid } from "../../lib/grid";
import { processNames } from "../../lib/members";
import { clusterPath } from "../../lib/names";
import { changed, timeOf, type ViewChange } from "../../lib/view";
import { versionAtInstant } from "../../lib/window";
import { useCluster } from "../../queries/clusters";
import { forgetLife, groupQuery, tasksQuery, useGroup, useHistory, useTasks, type AsOf, type GroupKey } from "../../queries/groups";
import { isRunning, useRecording } from "../../queries/recordings";
import { AssignmentTab } from "./AssignmentTab";
import { Findings } from "./Findings";
import { TimeControl } from "./TimeControl";
import { Verdict } from "./Verdict";
import "./GroupPage.css";

// The assignment is what most come for; the others are fetched when somebody opens them.
const TimelineTab = lazy(async () => ({ default: (await import("./TimelineTab")).TimelineTab }));
const RebalancesTab = lazy(async () => ({ default: (await import("./RebalancesTab")).RebalancesTab }));
const StatusesTab = lazy(async () => ({ default: (await import("./StatusesTab")).StatusesTab }));
const EndpointsTab = lazy(async () => ({ default: (await import("./EndpointsTab")).EndpointsTab }));
const TopologyTab = lazy(async () => ({ default: (await import("./TopologyTab")).TopologyTab }));
const MembersTab = lazy(async () => ({ default: (await import("./MembersTab")).MembersTab }));
const LagTab = lazy(async () => ({ default: (await import("./LagTab")).LagTab }));
const SnapshotsTab = lazy(async () => ({ default: (await import("./SnapshotsTab")).SnapshotsTab }));

const TABS = [
  ["assignment", "Assignment"],
  ["timeline", "Timeline"],
  ["rebalances", "Rebalances"],
  ["statuses", "Statuses"],
  ["endpoints", "Endpoints"],
  ["topology", "Topology"],
  ["members", "Members"],
  ["lag", "Lag"],
  ["snapshots", "Snapshots"],
] as const;

const PREFETCH_AFTER_MS = 150;
/** More tasks than this are asked for less often: the offsets of ten thousand tasks are several megabytes. */
const LARGE = 4_000;
const LARGE_REST_MS = 15_000;
const LARGE_STEP_MS = 600;

function asOfParams(at: string | null, version: string | null): AsOf | null {
  if (at !== null && !Number.isNaN(new Date(at).getTime())) return { at };
  const number = Number(version ?? "");
  return Number.isInteger(number) && number > 0 ? { version: number } : null;
}

function versionOf(asOf: AsOf | null, snapshots: readonly Snapshot[]): number | null {
  if (asOf === null) return snapshots.at(-1)?.version ?? null;
  return "version" in asOf ? asOf.version : versionAtInstant(snapshots, asOf.at);
}

/** One group at one instant: the time control rules all that stands below it. */
export function GroupPage({ cluster: clusterName, groupId }: { cluster: string; groupId: string }) {
  const key = useMemo<GroupKey>(() => ({ cluster: clusterName, groupId }), [clusterName, groupId]);
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const asOf = useMemo(() => asOfParams(params.get("at"), params.get("version")), [params]);
  const instant = asOf !== null && "at" in asOf ? asOf.at : null;
  const tab = TABS.find(([name]) => name === params.get("tab"))?.[0] ?? "assignment";

  const cluster = useCluster(clusterName);
  const recording = useRecording(cluster.data?.recordingId ?? null);
  const changing = cluster.data?.kind === "LIVE" || (recording.data !== undefined && isRunning(recording.data));
  const group = useGroup(key, asOf, changing);
  const history = useHistory(key, client, changing);
  const detail = group.data;
  const known = detail?.version;
  const large = detail !== undefined && (detail.activeTaskCount ?? 0) + (detail.standbyTaskCount ?? 0) > LARGE;
  // The latest state is asked for by its number, so that its tasks are not asked for again while nothing changes.
  const tasksOf = useMemo(
    () => (instant !== null ? { at: instant } : known === undefined ? undefined : { version: known }),
    [instant, known],
  );
  const tasks = useTasks(key, tasksOf, large ? (changing && asOf === null ? LARGE_REST_MS : LARGE_STEP_MS) : 0);
  const snapshots = history.data?.snapshots;

  const change = useCallback(
    (changes: ViewChange, replace = false) =>
      setParams(
        // Not what was rendered last: a change that was made just now is in the address, and not on the page yet.
        () => changed(new URLSearchParams(window.location.search), changes),
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );

  const latest = snapshots?.at(-1)?.version ?? null;
  const shown = group.isPlaceholderData ? versionOf(asOf, snapshots ?? []) : (known ?? versionOf(asOf, snapshots ?? []));
  useEffect(() => {
    if (!snapshots || shown === null || large) return;
    const index = indexOfVersion(snapshots, shown);
    // Not while the head is dragged along: that would ask for hundreds of snapshots that nobody looks at.
    const timer = setTimeout(() => {
      for (const neighbour of index < 0 ? [] : [snapshots[index - 1], snapshots[index + 1]]) {
        if (!neighbour) continue;
        const to = { at: neighbour.at };
        void client.prefetchQuery(groupQuery(key, to));
        void client.prefetchQuery(tasksQuery(key, to));
      }
    }, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, key, shown, snapshots, large]);

  const lastSeen = useRef<number | null>(null);
  useEffect(() => {
    if (lastSeen.current !== null && latest !== null && latest > lastSeen.current) void forgetLife(key, client);
    lastSeen.current = latest;
  }, [client, key, latest]);

  const grid = useMemo(() => (detail ? layOutGrid(detail) : null), [detail]);
  useGlow({
    shown: grid && asOf === null && !group.isPlaceholderData ? { data: grid, at: group.dataUpdatedAt } : null,
    changed: changedCells,
    cells: ".tg [data-row] [data-task]",
    nameOf: (cell) => gridCell(cell.closest<HTMLElement>("[data-row]")?.dataset.row ?? "", cell.dataset.task ?? ""),
  });
  const names = useMemo(() => processNames(detail?.members ?? []), [detail]);
  // The lags of many tasks are many; what is done meanwhile goes first.
  const taskItems = useDeferredValue(tasks.data);
  const end = cluster.data?.lastAt ?? null;

  if (group.error && !detail) {
    return (
      <Page title={groupId}>
        <h1>{groupId}</h1>
        <div className="card">
          {isMissing(group.error) ? (
            <Missing cluster={clusterName} groupId={groupId} instant={instant} asOf={asOf} history={history} change={change} />
          ) : (
            <ErrorNote error={group.error} retry={() => void group.refetch()} />
          )}
        </div>
      </Page>
    );
  }

  return (
    <Page title={groupId}>
      <div className="stack group-head">
        <div className="group-title">
          <h1>{groupId}</h1>
          {detail && <StatePill state={detail.state} derived={detail.stateSource === "DERIVED"} />}
          {detail && <Facts detail={detail} />}
          <span className="spacer" />
          {detail && <ExportLink cluster={clusterName} groupId={groupId} />}
        </div>
        {detail && <Verdict group={key} asOf={asOf} changing={changing} names={names} />}
        {cluster.data && cluster.data.kind === "RECORDING" && <ClusterLine cluster={cluster.data} />}
        {cluster.data && cluster.data.kind === "LIVE" && cluster.data.health.failing && (
          <ClusterLine cluster={cluster.data} />
        )}
        {detail?.readFailure && <ReadFailureLine failure={detail.readFailure} observedAt={detail.observedAt} />}
      </div>
      {group.error && detail && (
        <div className="card">
          <ErrorNote error={group.error} retry={() => void group.refetch()} />
        </div>
      )}
      <TimeControl
        history={history.data}
        error={history.error}
        retry={() => void history.refetch()}
        shown={shown}
        instant={instant}
        latest={asOf === null}
        now={asOf === null && !group.isPlaceholderData ? (detail?.asOf ?? null) : null}
        live={changing}
        end={end}
        range={params.get("range")}
        onRange={(range) => change({ range }, true)}
        names={names}
        onGo={(to, replace) => change(to === null ? { at: null } : { ...to }, replace)}
      />
      {detail && grid ? (
        <div className={`stack as-of${group.isPlaceholderData ? " stepping" : ""}`} aria-busy={group.isPlaceholderData}>
          <Findings group={key} asOf={asOf} changing={changing} detail={detail} grid={grid} names={names} />
          <Tabs tab={tab} params={params} openStatuses={detail.openStatuses?.length ?? 0} members={detail.memberCount} />
          <Suspense fallback={<Loading />}>
            {tab === "assignment" && (
              <AssignmentTab
                group={key}
                detail={detail}
                grid={grid}
                tasks={taskItems}
                snapshots={snapshots}
                end={end}
                selected={params.get("task")}
                change={change}
              />
            )}
            {tab === "timeline" && (
              <TimelineTab
                group={key}
                snapshots={snapshots}
                end={end}
                instant={instant ?? (asOf === null ? detail.asOf : detail.changedAt)}
                params={params}
                change={change}
              />
            )}
            {tab === "rebalances" && (
              <RebalancesTab
                group={key}
                detail={detail}
                snapshots={snapshots}
                end={end}
                instant={instant ?? (asOf === null ? detail.asOf : detail.changedAt)}
                params={params}
                change={change}
              />
            )}
            {tab === "statuses" && (
              <StatusesTab
                group={key}
                detail={detail}
                snapshots={snapshots}
                end={end}
                instant={instant ?? (asOf === null ? detail.asOf : detail.changedAt)}
                change={change}
              />
            )}
            {tab === "endpoints" && (
              <EndpointsTab
                group={key}
                detail={detail}
                grid={grid}
                names={names}
                asOf={asOf}
                changing={changing}
                params={params}
                change={change}
              />
            )}
            {tab === "topology" && (
              <TopologyTab group={key} detail={detail} live={cluster.data?.kind === "LIVE"} params={params} change={change} />
            )}
            {tab === "members" && <MembersTab detail={detail} chosen={params.get("member")} change={change} />}
            {tab === "lag" && (
              <LagTab
                group={key}
                detail={detail}
                names={names}
                asOf={asOf}
                live={cluster.data?.kind === "LIVE"}
                changing={changing}
                params={params}
                change={change}
              />
            )}
            {tab === "snapshots" && (
              <SnapshotsTab group={key} detail={detail} history={history.data} params={params} change={change} />
            )}
          </Suspense>
        </div>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

interface MissingProps {
  cluster: string;
  groupId: string;
  instant: string | null;
  asOf: AsOf | null;
  history: ReturnType<typeof useHistory>;
  change: (changes: ViewChange) => void;
}

/** In place of a group: that it was never observed, or not by the instant or in the version that the address names. */
function Missing({ cluster, groupId, instant, asOf, history, change }: MissingProps) {
  const all = <Link to={clusterPath(cluster)}>All groups of {cluster}</Link>;
  const first = history.data?.snapshots[0];
  if (asOf !== null && history.isPending) return <Skeleton lines={2} />;
  if (asOf === null || first === undefined) {
    return (
      <Empty title="There is no such group">
        No streams group “{groupId}” was observed in {cluster}, or what was is not kept any more. {all}
      </Empty>
    );
  }
  return (
    <Empty title={instant === null ? "That version is not kept" : "Nothing is known of that instant"}>
      <p>
        {instant !== null && (
          <>
            The address asks for <Instant at={instant} day zoned />.{" "}
          </>
        )}
        What is kept of the group begins with version {count(first.version)} at <Instant at={first.at} day zoned />.
      </p>
      <p className="missing-ways">
        <button type="button" className="button" onClick={() => change({ version: first.version })}>
          Show version {count(first.version)}
        </button>
        <button type="button" className="button" onClick={() => change({ at: null })}>
          Show the latest
        </button>
        {all}
      </p>
    </Empty>
  );
}

/** Where a view will stand, about as tall as most are, so that nothing below or above it jumps. */
function Loading() {
  return (
    <div className="card group-loading">
      <Skeleton lines={9} height={22} />
    </div>
  );
}

function epochSpan({ lowest, highest }: { lowest: number; highest: number }): string {
  return lowest === highest ? String(lowest) : `${lowest}–${highest}`;
}

function Facts({ detail }: { detail: GroupDetail }) {
  const facts: [string, string | number | null][] = [
    ["group epoch", detail.groupEpoch],
    ["assignment", detail.assignmentEpoch],
    ["topology", detail.topologyEpoch],
    ["assignor", detail.assignor],
    ["coordinator", detail.coordinator],
  ];
  if (detail.groupEpoch === null && detail.memberEpochs !== null) facts.unshift(["member epochs", epochSpan(detail.memberEpochs)]);
  const unknown = facts.flatMap(([name, value]) => (value === null ? [name] : []));
  return (
    <ul className="group-facts">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <li key={name}>
            {name} <b>{value}</b>
          </li>
        ),
      )}
      <li>
        <b>{plural(detail.memberCount, "member")}</b>
        {detail.processCount !== null && (
          <>
            , <b>{plural(detail.processCount, "process", "processes")}</b>
          </>
        )}
      </li>
      {unknown.length > 0 && <li title="Heartbeats do not carry them; only a broker's description of the group does">not known: {unknown.join(", ")}</li>}
    </ul>
  );
}

interface TabsProps {
  tab: string;
  params: URLSearchParams;
  openStatuses: number;
  members: number;
}

function Tabs({ tab, params, openStatuses, members }: TabsProps) {
  const to = (name: string) => {
    const next = timeOf(params);
    if (name !== "assignment") next.set("tab", name);
    return `?${next}`;
  };
  const counts: Record<string, number> = { statuses: openStatuses, members };
  const nav = useRef<HTMLElement>(null);
  // On a phone the view that a link leads to may be named far to the right.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [tab]);
  return (
    <nav ref={nav} className="tabs" aria-label="Views of this group">
      {TABS.map(([name, label]) => (
        <Link key={name} to={to(name)} aria-current={name === tab ? "page" : undefined}>
          {label}
          {counts[name] ? <span className="tab-count"> {counts[name]}</span> : null}
        </Link>
      ))}
    </nav>
  );
}
