import { useState } from "react";
import type { EndpointMap, GroupDetail, TopicPartitions } from "../../api/types";
import { Empty, ErrorNote, Skeleton } from "../../components/Feedback";
import { Known, NotKnown } from "../../components/Known";
import { RoleMark } from "../../components/Role";
import { plural, shortId } from "../../lib/format";
import { processNames } from "../../lib/members";
import { ranges } from "../../lib/partitions";
import { useEndpoints, useLookup, type GroupKey } from "../../queries/groups";
import type { ViewChange } from "../../lib/view";
import { LookupCall } from "./TaskPanel";
import "./EndpointsTab.css";

interface EndpointsTabProps {
  group: GroupKey;
  detail: GroupDetail;
  params: URLSearchParams;
  change: (changes: ViewChange, replace?: boolean) => void;
}

/** Where interactive queries find what, and a form to ask for one partition. */
export function EndpointsTab({ group, detail, params, change }: EndpointsTabProps) {
  const endpoints = useEndpoints(group, detail.version);
  const map = endpoints.data;
  return (
    <>
      <Lookup group={group} detail={detail} map={map} params={params} change={change} />
      <section className="card" aria-label="Endpoints">
        <div className="section-head">
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
          <Table map={map} detail={detail} />
        )}
      </section>
    </>
  );
}

function Table({ map, detail }: { map: EndpointMap; detail: GroupDetail }) {
  const names = processNames(detail.members);
  const split = map.endpoints?.some((endpoint) => endpoint.active !== null || endpoint.standby !== null) ?? false;
  return (
    <div className="scroll-x">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            <th scope="col">Process</th>
            <th scope="col">Members</th>
            {split ? (
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
            )}
          </tr>
        </thead>
        <tbody>
          {map.endpoints?.map((endpoint) => (
            <tr key={`${endpoint.host} ${endpoint.port}`}>
              <th scope="row" className="mono nowrap">
                {endpoint.host}:{endpoint.port}
              </th>
              <td className="nowrap">
                {[...new Set(endpoint.memberIds.map((id) => names.get(id)).filter(Boolean))].join(", ") ||
                  endpoint.processIds.map(shortId).join(", ") || <NotKnown />}
              </td>
              <td className="mono nowrap">
                {endpoint.memberIds.length === 0 ? (
                  <NotKnown />
                ) : (
                  <span title={endpoint.memberIds.join(", ")}>
                    {endpoint.memberIds.length > 4 ? plural(endpoint.memberIds.length, "member") : endpoint.memberIds.map(shortId).join(" ")}
                  </span>
                )}
              </td>
              {split ? (
                <>
                  <td>
                    <Topics topics={endpoint.active} />
                  </td>
                  <td>
                    <Topics topics={endpoint.standby} />
                  </td>
                </>
              ) : (
                <td>
                  <Topics topics={endpoint.partitions} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
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

interface LookupProps extends EndpointsTabProps {
  map: EndpointMap | undefined;
}

function Lookup({ group, detail, map, params, change }: LookupProps) {
  const topic = params.get("topic") ?? "";
  const asked = params.get("partition");
  const partition = asked !== null && /^\d+$/.test(asked) ? Number(asked) : null;
  const lookup = useLookup(group, detail.version, topic, partition);
  const topics = [
    ...new Set([
      ...(map?.endpoints ?? []).flatMap((endpoint) =>
        [...endpoint.partitions, ...(endpoint.active ?? []), ...(endpoint.standby ?? [])].map((one) => one.topic),
      ),
      ...(detail.subtopologies ?? []).flatMap((one) => [...(one.sourceTopics ?? []), ...(one.repartitionSourceTopics ?? [])]),
    ]),
  ].sort();
  const [typed, setTyped] = useState({ topic: topic || (topics[0] ?? ""), partition: asked ?? "0" });
  const shownTopic = typed.topic || topics[0] || "";
  const names = processNames(detail.members);
  return (
    <section className="card lookup" aria-label="Lookup">
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          change({ topic: shownTopic, partition: typed.partition }, true);
        }}
      >
        <h2>Who serves</h2>
        <label className="labelled inline">
          topic
          <input
            className="field mono"
            name="topic"
            list="known-topics"
            required
            autoComplete="off"
            value={shownTopic}
            onChange={(event) => setTyped({ ...typed, topic: event.target.value })}
          />
        </label>
        <datalist id="known-topics">
          {topics.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
        <label className="labelled inline">
          partition
          <input
            className="field mono"
            name="partition"
            type="number"
            min={0}
            required
            value={typed.partition}
            onChange={(event) => setTyped({ ...typed, partition: event.target.value })}
          />
        </label>
        <button className="button">Look up</button>
      </form>
      {topic !== "" && partition !== null && (
        <div className="lookup-answer" aria-live="polite">
          {lookup.error && !lookup.data ? (
            <ErrorNote error={lookup.error} retry={() => void lookup.refetch()} />
          ) : !lookup.data ? (
            <Skeleton lines={1} />
          ) : lookup.data.places === null ? (
            <p>No endpoint map was observed, so nobody can say who serves it.</p>
          ) : lookup.data.places.length === 0 ? (
            <p>
              Nobody serves <span className="mono">{topic}</span> partition {partition} at this instant.
            </p>
          ) : (
            <ul>
              {lookup.data.places.map((place) => (
                <li key={`${place.role} ${place.host} ${place.port}`} className="row">
                  {place.role === "UNKNOWN" ? (
                    <span className="dim lookup-role">active or standby</span>
                  ) : (
                    <span className="lookup-role">
                      <RoleMark role={place.role === "ACTIVE" ? "active" : "standby"} small /> {place.role.toLowerCase()}
                    </span>
                  )}
                  <b className="mono">
                    {place.host}:{place.port}
                  </b>
                  <span className="dim">
                    {[...new Set(place.memberIds.map((id) => names.get(id) ?? shortId(id)))].join(", ")}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <LookupCall group={group} topic={topic} partition={partition} />
        </div>
      )}
    </section>
  );
}
