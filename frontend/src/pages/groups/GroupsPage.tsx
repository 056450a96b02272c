import { useEffect, useMemo, useRef } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { isMissing } from "../../api/problem";
import type { Cluster, FindingCode, FindingCounts, GroupState, GroupSummary } from "../../api/types";
import { ClusterLine } from "../../components/ClusterLine";
import { ExportLink } from "../../components/ExportLink";
import { Empty, ErrorNote, Skeleton } from "../../components/Feedback";
import { Instant, NotKnown } from "../../components/Known";
import { Page } from "../../components/Page";
import { Pager } from "../../components/Pager";
import { RoleCounts } from "../../components/Role";
import { SearchField } from "../../components/SearchField";
import { SortHead } from "../../components/SortHead";
import { StateGlyph, StatePill, stateClass } from "../../components/State";
import { SeveritySign, StatusChip } from "../../components/StatusChips";
import { useGlow } from "../../components/useGlow";
import { changedInList, listCell } from "../../lib/changed";
import { useNow } from "../../lib/clock";
import { count, exactly, nameWords, plural, relative, sentence, stateWord, timeIn } from "../../lib/format";
import { epochToReach } from "../../lib/members";
import { groupPath, isAddressable } from "../../lib/names";
import { useZone, viewerZone } from "../../lib/zone";
import { useCluster } from "../../queries/clusters";
import { useGroups, type GroupsFilter } from "../../queries/groups";
import { useRecording, isRunning } from "../../queries/recordings";
import { OtherGroups } from "./OtherGroups";
import "./GroupsPage.css";

const STATES: readonly GroupState[] = ["STABLE", "RECONCILING", "ASSIGNING", "NOT_READY", "EMPTY", "DEAD", "UNKNOWN"];
/** The statuses that there are, by the numbers that brokers send. */
const STATUSES = [
  "STALE_TOPOLOGY",
  "MISSING_SOURCE_TOPICS",
  "INCORRECTLY_PARTITIONED_TOPICS",
  "MISSING_INTERNAL_TOPICS",
  "SHUTDOWN_APPLICATION",
  "ASSIGNMENT_DELAYED",
  "MISSING_CLIENT_TAGS",
] as const;
/** What can be found of a group; a record, so that the compiler misses a code that is new. */
const CODES: Record<Exclude<FindingCode, "CLUSTER_UNREADABLE">, true> = {
  SOURCE_TOPIC_MISSING: true,
  TOPICS_NOT_COPARTITIONED: true,
  INTERNAL_TOPIC_MISSING: true,
  NOT_READY_WITHOUT_REASON: true,
  STALE_TOPOLOGY: true,
  MIXED_TOPOLOGY_EPOCHS: true,
  TOPOLOGY_UNKNOWN: true,
  SUBTOPOLOGY_UNKNOWN: true,
  SHUTDOWN_REQUESTED: true,
  ASSIGNMENT_DELAYED: true,
  CLIENT_TAGS_MISSING: true,
  STATUS_UNKNOWN: true,
  TASK_UNOWNED: true,
  TASK_ACTIVE_TWICE: true,
  STANDBY_MISSING: true,
  STANDBY_ON_SAME_PROCESS: true,
  STANDBY_ON_SAME_RACK: true,
  TASKS_UNEVEN: true,
  WARMUP_NOT_CATCHING_UP: true,
  RESTORE_LAG_GROWING: true,
  RECONCILIATION_STUCK: true,
  ASSIGNMENT_NOT_FOLLOWED: true,
  MEMBER_AWAY: true,
  MEMBER_FENCED: true,
  MEMBER_SILENT: true,
  INSTANCE_ID_CONFLICT: true,
  JOIN_FAILED: true,
  HEARTBEAT_REFUSED: true,
  COORDINATOR_AWAY: true,
  ENDPOINT_SHARED: true,
  ENDPOINT_ON_LOOPBACK: true,
  ENDPOINT_MISSING: true,
  PARTITION_UNSERVED: true,
  PARTITION_SERVED_TWICE: true,
  DESCRIPTION_CONTRADICTORY: true,
  REBALANCE_STORM: true,
  GROUP_UNREADABLE: true,
  GROUP_NAME_TAKEN: true,
};
const FINDINGS = Object.keys(CODES) as FindingCode[];
const SIZE = 25;
const DEFAULT_SORT = "groupId,asc";

function filterOf(params: URLSearchParams): GroupsFilter {
  const page = Number(params.get("page") ?? "1");
  return {
    search: params.get("search") ?? "",
    states: params.getAll("state").filter((state): state is GroupState => (STATES as readonly string[]).includes(state)),
    statuses: params.getAll("status").filter((name) => (STATUSES as readonly string[]).includes(name)),
    findings: FINDINGS.filter((code) => params.getAll("finding").includes(code)),
    sort: params.get("sort") ?? DEFAULT_SORT,
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
    size: SIZE,
  };
}

/** The groups of one cluster: which are well, which are not, and how each is doing at a glance. */
export function GroupsPage({ cluster: name }: { cluster: string }) {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => filterOf(params), [params]);
  const cluster = useCluster(name);
  const recording = useRecording(cluster.data?.recordingId ?? null);
  const changing = cluster.data?.kind === "LIVE" || (recording.data !== undefined && isRunning(recording.data));
  const groups = useGroups(name, filter, changing);
  useGlow({
    shown: groups.data && !groups.isPlaceholderData ? { data: groups.data.items, at: groups.dataUpdatedAt } : null,
    changed: changedInList,
    cells: "[data-cell]",
    nameOf: (cell) => cell.dataset.cell ?? "",
  });
  const change = (changes: Record<string, string | string[] | null>, replace = false) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete("page");
        for (const [key, value] of Object.entries(changes)) {
          next.delete(key);
          for (const one of value === null ? [] : [value].flat()) if (one !== "") next.append(key, one);
        }
        return next;
      },
      { replace },
    );
  if (cluster.error && !cluster.data) return <MissingCluster name={name} error={cluster.error} retry={() => void cluster.refetch()} />;
  const filtered = filter.search !== "" || filter.states.length > 0 || filter.statuses.length > 0 || filter.findings.length > 0;
  return (
    <Page title={name}>
      <div className="stack groups-head">
        <div className="row">
          <h1>{name}</h1>
          <span className="spacer" />
          {cluster.data && <ExportLink cluster={name} />}
        </div>
        {cluster.data && <ClusterLine cluster={cluster.data} />}
      </div>
      <div className="row">
        <Search value={filter.search} onChange={(search) => change({ search }, true)} />
        <StateFilter chosen={filter.states} onChange={(state) => change({ state })} />
        <NameFilter
          label="Finding"
          any="any finding"
          names={FINDINGS}
          chosen={filter.findings[0] ?? null}
          onChange={(finding) => change({ finding })}
        />
        <NameFilter
          label="Status that is open"
          any="any status"
          names={STATUSES}
          chosen={filter.statuses[0] ?? null}
          onChange={(status) => change({ status })}
        />
        <span className="spacer" />
        {groups.data && (
          <span className="dim" role="status">
            {filtered ? `${plural(groups.data.total, "group")} found` : plural(groups.data.total, "group")}
          </span>
        )}
      </div>
      <section className="card groups" aria-label="Groups" aria-busy={groups.isFetching}>
        {groups.error && !groups.data ? (
          <ErrorNote error={groups.error} retry={() => void groups.refetch()} />
        ) : !groups.data ? (
          <Skeleton lines={8} height={20} />
        ) : groups.data.items.length === 0 ? (
          filtered ? (
            <Empty title="No group fits">
              <button type="button" className="button" onClick={() => change({ search: null, state: null, status: null, finding: null })}>
                Show all groups
              </button>
            </Empty>
          ) : cluster.data?.health.failing && cluster.data.health.lastSuccessAt === null ? (
            <Empty title="Nothing was read here yet">What is in the way is said above. It is tried again by itself.</Empty>
          ) : (
            <Empty title="No streams group here">
              {changing
                ? "A group appears as soon as its first member sends a heartbeat with group.protocol=streams."
                : "The recording has no streams group heartbeat in it. Its page says what was skipped, and why."}
            </Empty>
          )
        ) : (
          <GroupsTable
            groups={groups.data.items}
            cluster={cluster.data}
            sort={filter.sort}
            onSort={(sort) => change({ sort: sort === DEFAULT_SORT ? null : sort })}
          />
        )}
      </section>
      {groups.data && (
        <Pager
          page={filter.page}
          size={SIZE}
          total={groups.data.total}
          what="groups"
          onPage={(page) => change({ page: page === 0 ? null : String(page + 1) })}
        />
      )}
      {cluster.data?.kind === "LIVE" && <OtherGroups cluster={name} />}
    </Page>
  );
}

/** In place of a cluster's groups: that there is no such cluster, or that the server does not tell. */
function MissingCluster({ name, error, retry }: { name: string; error: Error; retry: () => void }) {
  return (
    <Page title={name}>
      <h1>{name}</h1>
      <div className="card">
        {isMissing(error) ? (
          <Empty title="There is no such cluster">
            It is neither one of those that are watched live (<code>streamgauge.clusters</code>) nor a recording that is kept here. See the{" "}
            <Link to="/">clusters that there are</Link> or the <Link to="/recordings">recordings</Link>.
          </Empty>
        ) : (
          <ErrorNote error={error} retry={retry} />
        )}
      </div>
    </Page>
  );
}

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { state } = useLocation() as { state: { focus?: string } | null };
  const wanted = state?.focus === "search";
  useEffect(() => {
    if (wanted) input.current?.focus();
  }, [wanted]);
  return (
    <span className="search">
      <SearchField ref={input} value={value} onChange={onChange} label="Search groups" placeholder="Search groups" keys="/" />
      <kbd aria-hidden="true">/</kbd>
    </span>
  );
}

function StateFilter({ chosen, onChange }: { chosen: GroupState[]; onChange: (states: GroupState[]) => void }) {
  return (
    <fieldset className="state-filter">
      <legend className="sr-only">States to show</legend>
      {STATES.map((state) => {
        const on = chosen.includes(state);
        return (
          <button
            key={state}
            type="button"
            className={`button ${stateClass(state)}`}
            aria-pressed={on}
            onClick={() => onChange(on ? chosen.filter((one) => one !== state) : [...chosen, state])}
          >
            <StateGlyph state={state} />
            {stateWord(state)}
          </button>
        );
      })}
    </fieldset>
  );
}

interface NameFilterProps {
  label: string;
  any: string;
  names: readonly string[];
  chosen: string | null;
  onChange: (name: string | null) => void;
}

function NameFilter({ label, any, names, chosen, onChange }: NameFilterProps) {
  return (
    <select
      className="field name-filter"
      aria-label={label}
      value={chosen ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">{any}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {nameWords(name)}
        </option>
      ))}
    </select>
  );
}

const COLUMNS: readonly { label: string; sort?: string; first?: "desc"; className?: string }[] = [
  { label: "Group", sort: "groupId" },
  { label: "State", sort: "state" },
  { label: "Members", sort: "memberCount", first: "desc" },
  { label: "Tasks", sort: "activeTaskCount", first: "desc" },
  { label: "Run nowhere" },
  { label: "Epochs" },
  { label: "Findings", sort: "findings", first: "desc" },
  { label: "Rebalances, 24 h" },
  { label: "Open statuses", sort: "openStatusCount", first: "desc" },
  { label: "Last change", sort: "changedAt", first: "desc" },
];

interface TableProps {
  groups: GroupSummary[];
  cluster: Cluster | undefined;
  sort: string;
  onSort: (sort: string) => void;
}

function GroupsTable({ groups, cluster, sort, onSort }: TableProps) {
  const recorded = cluster?.kind === "RECORDING";
  const now = useNow();
  const reference = recorded ? (cluster.lastAt ?? null) : now;
  return (
    <table className="table stacks groups-table">
      <thead>
        <tr>
          {COLUMNS.map(({ label, sort: by, first }) =>
            by === undefined ? (
              <th key={label} scope="col">
                {label}
              </th>
            ) : (
              <SortHead key={label} by={by} first={first} sort={sort} onSort={onSort}>
                {label}
              </SortHead>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.groupId}>
            <th scope="row" className="name">
              {isAddressable(group.groupId) ? (
                <Link to={groupPath(group.cluster, group.groupId)}>{group.groupId}</Link>
              ) : (
                <span title="Browsers cannot open an address with this name in it">{group.groupId}</span>
              )}
              {group.readFailure && (
                <p className="not-read">
                  <span className="bad">✕ Not read</span> since <Instant at={group.readFailure.since} day />; this was observed{" "}
                  <Instant at={group.observedAt} day />. {sentence(group.readFailure.message)}
                </p>
              )}
            </th>
            <td className="state" data-cell={listCell("state", group.groupId)}>
              <StatePill state={group.state} derived={group.stateSource === "DERIVED"} />
            </td>
            <td data-label="Members" data-cell={listCell("members", group.groupId)}>
              {group.memberCount === 0 ? (
                <span className="dim">none</span>
              ) : (
                <span>
                  {count(group.memberCount)}
                  {group.processCount !== null && (
                    <span className="dim"> in {plural(group.processCount, "process", "processes")}</span>
                  )}
                </span>
              )}
            </td>
            <td data-label="Tasks" data-cell={listCell("tasks", group.groupId)}>
              <RoleCounts
                counts={{ active: group.activeTaskCount, standby: group.standbyTaskCount, warmup: group.warmupTaskCount }}
              />
            </td>
            <td
              data-label="Run nowhere"
              className={group.unassignedTaskCount ? undefined : "nothing"}
              data-cell={listCell("nowhere", group.groupId)}
            >
              <Nowhere unassigned={group.unassignedTaskCount} />
            </td>
            <td data-label="Epochs" data-cell={listCell("epochs", group.groupId)}>
              <Epochs group={group} />
            </td>
            <td
              data-label="Findings"
              className={group.findings.error + group.findings.warning + group.findings.info > 0 ? undefined : "nothing"}
              data-cell={listCell("findings", group.groupId)}
            >
              <Findings counts={group.findings} />
            </td>
            <td data-label="Rebalances" className={group.rebalancing || group.rebalancesByHour?.counts.some((one) => one > 0) ? undefined : "nothing"}>
              <Rebalances group={group} />
            </td>
            <td data-label="Open statuses" className={group.openStatuses?.length ? undefined : "nothing"}>
              {group.openStatuses === null ? (
                <NotKnown why="not known from describe" />
              ) : group.openStatuses.length === 0 ? (
                <span className="dim">none</span>
              ) : (
                <span className="chips">
                  {group.openStatuses.map((status) => (
                    <StatusChip key={status.code} status={status} />
                  ))}
                </span>
              )}
            </td>
            <td data-label="Last change" className="change">
              {reference && (
                <time dateTime={group.changedAt} title={exactly(group.changedAt, viewerZone())} className="relative">
                  {relative(group.changedAt, reference, recorded)}
                </time>
              )}
              <Instant at={group.changedAt} day />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Nowhere({ unassigned }: { unassigned: number | null }) {
  if (unassigned === null) return <NotKnown why="not known: the number of tasks was not observed" />;
  if (unassigned === 0) return <span className="dim">0</span>;
  return (
    <b className="bad">
      <span aria-hidden="true">! </span>
      {plural(unassigned, "task")}
    </b>
  );
}

/** How many findings of each severity there are, the worst first. */
function Findings({ counts: { error, warning, info } }: { counts: FindingCounts }) {
  if (error + warning + info === 0) return <span className="dim">none</span>;
  const severities = [
    ["error", error],
    ["warning", warning],
    ["information", info],
  ] as const;
  return (
    <span className="finding-counts">
      {severities.map(([severity, number]) =>
        number === 0 ? null : (
          <span key={severity} title={`${count(number)} of severity ${severity}`}>
            <SeveritySign severity={severity} /> {count(number)}
          </span>
        ),
      )}
    </span>
  );
}

const HOUR_MS = 3_600_000;

/** How many rebalances began in each hour of the last day, as a small line of bars, and how many in all. */
function Rebalances({ group: { rebalancesByHour, rebalancing } }: { group: GroupSummary }) {
  const zone = useZone();
  if (rebalancesByHour === null) return <NotKnown why="not told" />;
  const { from, counts } = rebalancesByHour;
  const sum = counts.reduce((all, one) => all + one, 0);
  const most = Math.max(...counts);
  const hourOf = (index: number) => timeIn(new Date(new Date(from).getTime() + index * HOUR_MS).toISOString(), zone).slice(0, 5);
  const words = counts.flatMap((one, index) => (one === 0 ? [] : [`${count(one)} from ${hourOf(index)}`]));
  return (
    <span className="by-hour" title={sum === 0 ? "None began in the last day" : `Begun in each hour: ${words.join(", ")}`}>
      {sum > 0 && (
        <svg viewBox="0 0 72 18" width="72" height="18" aria-hidden="true">
          {counts.map((one, index) => {
            const height = one === 0 ? 1 : Math.max(3, Math.round((17 * one) / most));
            return <rect key={index} className={one === 0 ? "idle" : undefined} x={index * 3} y={18 - height} width="2" height={height} />;
          })}
        </svg>
      )}
      {sum > 0 && <span>{count(sum)}</span>}
      {sum > 0 && <span className="sr-only">; {words.join(", ")}</span>}
      {rebalancing ? <b className="under-way">under way</b> : sum === 0 && <span className="dim">none</span>}
    </span>
  );
}

/** The three epochs of a group, and those of its members where they are not the group's. */
function Epochs({ group }: { group: GroupSummary }) {
  const { groupEpoch, assignmentEpoch, topologyEpoch, memberEpochs } = group;
  if (groupEpoch === null && memberEpochs === null) return <NotKnown why="no epoch was observed" />;
  const toReach = epochToReach(group);
  const behind = toReach !== null && memberEpochs !== null && memberEpochs.lowest < toReach;
  const apart = memberEpochs !== null && (groupEpoch === null || behind || memberEpochs.highest !== groupEpoch);
  const computing = groupEpoch !== null && assignmentEpoch !== null && assignmentEpoch !== groupEpoch;
  return (
    <span className="epochs">
      {groupEpoch !== null && <Epoch name="group" value={groupEpoch} />}
      {assignmentEpoch !== null && (
        <Epoch name="assignment" value={assignmentEpoch} wrong={computing ? `not the group's ${groupEpoch}` : null} />
      )}
      {topologyEpoch !== null && groupEpoch !== null && <Epoch name="topology" value={topologyEpoch} />}
      {apart && (
        <Epoch
          name="members"
          value={memberEpochs.lowest === memberEpochs.highest ? memberEpochs.lowest : `${memberEpochs.lowest}–${memberEpochs.highest}`}
          wrong={behind ? (groupEpoch === null ? `some are behind ${toReach}` : `behind the group's ${groupEpoch}`) : null}
        />
      )}
    </span>
  );
}

function Epoch({ name, value, wrong = null }: { name: string; value: number | string; wrong?: string | null }) {
  return (
    <span className={wrong === null ? undefined : "differs"} title={wrong === null ? `${name} epoch` : `${name} epoch, ${wrong}`}>
      <span className="dim">{name}</span> <span className="mono">{value}</span>
      {wrong !== null && <span className="sr-only">, {wrong}</span>}
    </span>
  );
}
