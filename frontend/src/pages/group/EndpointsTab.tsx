import { useDeferredValue, useMemo } from "react";
import type { EndpointMap, GroupDetail, TopicPartitions } from "../../api/types";
import { Choice } from "../../components/Choice";
import { Empty, ErrorNote, Nothing, Skeleton } from "../../components/Feedback";
import { Known, NotKnown } from "../../components/Known";
import { Pager } from "../../components/Pager";
import { RoleMark } from "../../components/Role";
import { ScrollX } from "../../components/ScrollX";
import { SearchField } from "../../components/SearchField";
import { plural, shortId } from "../../lib/format";
import type { GridModel } from "../../lib/grid";
import { processNames } from "../../lib/members";
import { ranges } from "../../lib/partitions";
import { endpointName, servedRows, type MapBy, type ServedRow } from "../../lib/served";
import { pageOf, type ViewChange } from "../../lib/view";
import { useEndpoints, type AsOf, type GroupKey } from "../../queries/groups";
import { EndpointGaps } from "./EndpointGaps";
import { EndpointLookup } from "./EndpointLookup";
import "./EndpointsTab.css";

const SIZE = 50;

const BY: readonly (readonly [MapBy, string])[] = [
  ["host", "By host"],
  ["topic", "By topic"],
  ["store", "By store"],
];

interface EndpointsTabProps {
  group: GroupKey;
  detail: GroupDetail;
  grid: GridModel;
  /** The names of processes by member id. */
  names: ReadonlyMap<string, string>;
  asOf: AsOf | null;
  changing: boolean;
  params: URLSearchParams;
  change: (changes: ViewChange, replace?: boolean) => void;
}

/** What nobody serves or several do, where a key or partition is served, and what each endpoint has. */
export function EndpointsTab({ group, detail, grid, names, asOf, changing, params, change }: EndpointsTabProps) {
  const endpoints = useEndpoints(group, detail.version);
  const map = endpoints.data;
  const by = BY.find(([name]) => name === params.get("by"))?.[0] ?? "host";
  return (
    <>
      {map && <EndpointGaps group={group} detail={detail} grid={grid} map={map} asOf={asOf} changing={changing} />}
      <EndpointLookup group={group} detail={detail} map={map} names={names} asOf={asOf} changing={changing} params={params} change={change} />
      <section className="card" aria-label="Endpoints">
        <div className="section-head endpoints-head">
          <h2>Endpoints</h2>
          {map && (
            <p className="dim">
              {map.source === "HEARTBEAT"
                ? "As heartbeat answers told the members"
                : map.source === "DERIVED"
                  ? "Derived from members and their assignment"
                  : "Not observed"}
              , endpoint information epoch <Known value={map.informationEpoch} why="no heartbeat answer carried it" />.
            </p>
          )}
          <span className="spacer" />
          {map?.endpoints && map.endpoints.length > 0 && (
            <>
              <Choice
                label="What the map is by"
                choices={BY}
                chosen={by}
                onChoose={(name) => change({ by: name === "host" ? null : name, page: null }, true)}
              />
              <SearchField
                label="Search hosts, topics and stores"
                placeholder="Host, topic, store"
                value={params.get("find") ?? ""}
                onChange={(find) => change({ find: find === "" ? null : find, page: null }, true)}
              />
            </>
          )}
        </div>
        {endpoints.error && !map ? (
          <ErrorNote error={endpoints.error} retry={() => void endpoints.refetch()} />
        ) : !map ? (
          <Skeleton lines={4} />
        ) : map.endpoints === null ? (
          <Empty title="The endpoint map is not known">
            {detail.stateSource === "BROKER"
              ? "It follows from the topology and the sizes of the topics that tasks read, and the brokers did not tell all of these."
              : "No heartbeat answer up to this instant carried one. Members get it when they set application.server."}
          </Empty>
        ) : map.endpoints.length === 0 ? (
          <Empty title="No member has an endpoint">
            Interactive queries need application.server in the configuration of each instance.
          </Empty>
        ) : (
          <Rows
            endpoints={map.endpoints}
            by={by}
            search={(params.get("find") ?? "").trim().toLowerCase()}
            page={pageOf(params)}
            onPage={(page) => change({ page: page === 0 ? null : page + 1 }, true)}
            detail={detail}
          />
        )}
      </section>
    </>
  );
}

type Endpoints = NonNullable<EndpointMap["endpoints"]>;
type Host = Endpoints[number];

interface RowsProps {
  endpoints: Endpoints;
  by: MapBy;
  /** In lower case; blank finds all. */
  search: string;
  page: number;
  onPage: (page: number) => void;
  detail: GroupDetail;
}

function Rows({ endpoints, by, search, page, onPage, detail }: RowsProps) {
  const sought = useDeferredValue(search);
  const split = endpoints.some((endpoint) => endpoint.active !== null || endpoint.standby !== null);
  const processes = useMemo(() => processNames(detail.members), [detail.members]);
  const hosts = useMemo(
    () => endpoints.filter((one) => sought === "" || textOf(one, processes).includes(sought)),
    [endpoints, processes, sought],
  );
  const all = useMemo(() => (by === "host" ? [] : servedRows(endpoints, by)), [endpoints, by]);
  const rows = useMemo(
    () => all.filter((row) => sought === "" || `${row.name} ${row.endpoint}`.toLowerCase().includes(sought)),
    [all, sought],
  );
  if (by === "store" && endpoints.every((one) => one.stores === null)) {
    return (
      <Empty title="The stores are not known">
        They come from the names of changelog topics or from the description of the topology, and neither was observed.
      </Empty>
    );
  }
  const total = by === "host" ? hosts.length : rows.length;
  if (total === 0) {
    return sought === "" ? (
      <Nothing>No endpoint has a partition of a {by}.</Nothing>
    ) : (
      <Nothing>Nothing in the map fits “{sought}”.</Nothing>
    );
  }
  const first = Math.min(page, Math.ceil(total / SIZE) - 1) * SIZE;
  return (
    <>
      <ScrollX label="Endpoint map">
        {by === "host" ? (
          <Hosts hosts={hosts.slice(first, first + SIZE)} split={split} processes={processes} />
        ) : (
          <Served rows={rows.slice(first, first + SIZE)} by={by} split={split} />
        )}
      </ScrollX>
      <Pager page={first / SIZE} size={SIZE} total={total} onPage={onPage} what={by === "host" ? "endpoints" : "rows"} />
    </>
  );
}

function textOf(host: Host, processes: ReadonlyMap<string, string>): string {
  const topics = [...host.partitions, ...(host.active ?? []), ...(host.standby ?? [])].map((one) => one.topic);
  const stores = (host.stores ?? []).map((one) => one.store);
  return [endpointName(host), ...host.memberIds.map((id) => processes.get(id) ?? id), ...topics, ...stores].join(" ").toLowerCase();
}

function RoleHeads({ split }: { split: boolean }) {
  return split ? (
    <>
      <th scope="col">
        <RoleMark role="active" small /> Active partitions
      </th>
      <th scope="col">
        <RoleMark role="standby" small /> Standby partitions
      </th>
    </>
  ) : (
    <th scope="col">Partitions, active or standby</th>
  );
}

interface HostsProps {
  hosts: Host[];
  split: boolean;
  processes: ReadonlyMap<string, string>;
}

function Hosts({ hosts, split, processes }: HostsProps) {
  return (
    <table className="table stacks">
      <thead>
        <tr>
          <th scope="col">Endpoint</th>
          <th scope="col">Process</th>
          <th scope="col">Members</th>
          <RoleHeads split={split} />
        </tr>
      </thead>
      <tbody>
        {hosts.map((host) => (
          <tr key={endpointName(host)}>
            <th scope="row" className="mono nowrap">
              {endpointName(host)}
            </th>
            <td className="nowrap" data-label="Process">
              {[...new Set(host.memberIds.map((id) => processes.get(id)).filter(Boolean))].join(", ") ||
                host.processIds.map(shortId).join(", ") || <NotKnown />}
            </td>
            <td className="mono nowrap" data-label="Members">
              {host.memberIds.length === 0 ? (
                <NotKnown />
              ) : (
                <span title={host.memberIds.join(", ")}>
                  {host.memberIds.length > 4 ? plural(host.memberIds.length, "member") : host.memberIds.map(shortId).join(" ")}
                </span>
              )}
            </td>
            {split ? (
              <>
                <td data-label="Active">
                  <Topics topics={host.active} />
                </td>
                <td data-label="Standby">
                  <Topics topics={host.standby} />
                </td>
              </>
            ) : (
              <td data-label="Partitions">
                <Topics topics={host.partitions} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Served({ rows, by, split }: { rows: ServedRow[]; by: "topic" | "store"; split: boolean }) {
  return (
    <table className="table stacks served">
      <thead>
        <tr>
          <th scope="col">{by === "topic" ? "Topic" : "Store"}</th>
          <th scope="col">Endpoint</th>
          <RoleHeads split={split} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const again = rows[index - 1]?.name === row.name;
          return (
            <tr key={`${row.name} ${row.endpoint}`} className={again ? "again" : undefined}>
              <th scope="row" className="mono wrap-anywhere">
                <span className={again ? "sr-only" : undefined}>{row.name}</span>
              </th>
              <td className="mono nowrap" data-label="Endpoint">
                {row.endpoint}
              </td>
              {split ? (
                <>
                  <td className="mono wrap-anywhere" data-label="Active">
                    <Partitions partitions={row.active} />
                  </td>
                  <td className="mono wrap-anywhere" data-label="Standby">
                    <Partitions partitions={row.standby} />
                  </td>
                </>
              ) : (
                <td className="mono wrap-anywhere" data-label="Partitions">
                  <Partitions partitions={row.partitions} />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Partitions({ partitions }: { partitions: readonly number[] | null }) {
  if (partitions === null) return <NotKnown />;
  return partitions.length === 0 ? <span className="dim">none</span> : <>{ranges(partitions)}</>;
}

function Topics({ topics }: { topics: TopicPartitions[] | null }) {
  if (topics === null) return <NotKnown />;
  if (topics.length === 0) return <span className="dim">none</span>;
  return (
    <ul className="topics">
      {topics.map((topic) => (
        <li key={topic.topic}>
          <span className="wrap-anywhere">{topic.topic}</span> <span className="mono">{ranges(topic.partitions)}</span>
        </li>
      ))}
    </ul>
  );
}
