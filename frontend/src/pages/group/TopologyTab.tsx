import { useMemo } from "react";
import { Link } from "react-router";
import type { GroupConfigs, GroupDetail, Subtopology, Topology, TopologyNode, TopologyNodes } from "../../api/types";
import { Choice } from "../../components/Choice";
import { PartFailureLine } from "../../components/ClusterLine";
import { Empty, ErrorNote, Nothing, Skeleton } from "../../components/Feedback";
import { Instant, Known, NotKnown } from "../../components/Known";
import { count } from "../../lib/format";
import { drawNodes, drawSubtopologies } from "../../lib/topologyGraph";
import { timeOf, type ViewChange } from "../../lib/view";
import { useConfigs, useTopology, type GroupKey } from "../../queries/groups";
import { TopologyGraph } from "./TopologyGraph";
import "./TopologyTab.css";

const LEVELS = [
  ["subtopologies", "Subtopologies"],
  ["nodes", "Nodes"],
] as const;

interface TopologyTabProps {
  group: GroupKey;
  detail: GroupDetail;
  /** Whether brokers are asked for the group. */
  live: boolean;
  params: URLSearchParams;
  change: (changes: ViewChange, replace?: boolean) => void;
}

/** What the group's application does: its subtopologies with topics and stores, their nodes, and its configs. */
export function TopologyTab({ group, detail, live, params, change }: TopologyTabProps) {
  const topology = useTopology(group, detail.version, live);
  const configs = useConfigs(group, detail.version, live);
  return (
    <>
      <section className="card" aria-label="Subtopologies">
        <div className="section-head">
          <h2>Subtopologies</h2>
          <p className="dim">
            Topology epoch <Known value={detail.topologyEpoch} why="only brokers tell it" />. Each runs as one task a partition.
          </p>
        </div>
        {topology.error && !topology.data ? (
          <ErrorNote error={topology.error} retry={() => void topology.refetch()} />
        ) : !topology.data ? (
          <Skeleton lines={4} />
        ) : topology.data.subtopologies === null ? (
          <Empty title="The topology is not known">
            No member has told it up to this instant; members tell it when they join.
          </Empty>
        ) : topology.data.subtopologies.length === 0 ? (
          <Nothing>The topology has no subtopology.</Nothing>
        ) : (
          <>
            <Drawn topology={topology.data} params={params} change={change} />
            <Subtopologies subtopologies={topology.data.subtopologies} params={params} />
          </>
        )}
      </section>
      <section className="card" aria-label="Nodes">
        <div className="section-head">
          <h2>Nodes</h2>
          {topology.data?.description && (
            <p className="dim">
              Read <Instant at={topology.data.description.readAt} day zoned />.
            </p>
          )}
        </div>
        {topology.data?.readFailure && <PartFailureLine what="The nodes" failure={topology.data.readFailure} />}
        {!topology.data ? (
          topology.error ? null : <Skeleton lines={3} />
        ) : (
          <Nodes description={topology.data.description} live={live} topologyEpoch={topology.data.topologyEpoch} params={params} />
        )}
      </section>
      <section className="card" aria-label="Configs">
        <div className="section-head">
          <h2>Configs</h2>
          {configs.data?.readAt && (
            <p className="dim">
              Of the group on its brokers, read <Instant at={configs.data.readAt} day zoned />.
            </p>
          )}
        </div>
        {configs.data?.readFailure && <PartFailureLine what="The configs" failure={configs.data.readFailure} />}
        {configs.error && !configs.data ? (
          <ErrorNote error={configs.error} retry={() => void configs.refetch()} />
        ) : !configs.data ? (
          <Skeleton lines={4} />
        ) : (
          <Configs configs={configs.data} live={live} />
        )}
      </section>
    </>
  );
}

/** The address of the part of the assignment that is a subtopology's. */
function tasksOf(subtopologyId: string, params: URLSearchParams): string {
  const to = timeOf(params);
  to.set("find", `${subtopologyId}_`);
  return `?${to}`;
}

interface DrawnProps {
  topology: Topology;
  params: URLSearchParams;
  change: (changes: ViewChange, replace?: boolean) => void;
}

/** The topology as a graph: its subtopologies, or every node of them where the brokers tell them. */
function Drawn({ topology: { subtopologies, description }, params, change }: DrawnProps) {
  const nodes = description?.status === "AVAILABLE" ? description : null;
  const inside = nodes !== null && params.get("graph") === "nodes";
  const drawing = useMemo(() => (inside ? drawNodes(nodes) : drawSubtopologies(subtopologies ?? [])), [inside, nodes, subtopologies]);
  return (
    <TopologyGraph
      key={String(inside)}
      drawing={drawing}
      label={`${inside ? "Graph of the nodes" : "Graph of the subtopologies"}; a subtopology leads to its assignment, and a table below has the same`}
      linkOf={(subtopologyId) => tasksOf(subtopologyId, params)}
      zoom={params.get("zoom")}
      onZoom={(zoom) => change({ zoom }, true)}
    >
      {nodes && (
        <Choice
          label="What is drawn"
          choices={LEVELS}
          chosen={inside ? "nodes" : "subtopologies"}
          onChoose={(level) => change({ graph: level === "nodes" ? level : null }, true)}
        />
      )}
    </TopologyGraph>
  );
}

function Subtopologies({ subtopologies, params }: { subtopologies: Subtopology[]; params: URLSearchParams }) {
  return (
    <div className="scroll-x">
      <table className="table stacks topology-table">
        <thead>
          <tr>
            <th scope="col">Subtopology</th>
            <th scope="col" className="number">
              Tasks seen
            </th>
            <th scope="col">Reads</th>
            <th scope="col">Repartitions to</th>
            <th scope="col">Stores</th>
          </tr>
        </thead>
        <tbody>
          {subtopologies.map((one) => (
            <tr key={one.subtopologyId}>
              <th scope="row" className="mono">
                <Link to={tasksOf(one.subtopologyId, params)}>{one.subtopologyId}</Link>
              </th>
              <td className="number" data-label="Tasks seen">
                <Known value={one.taskCount === null ? null : count(one.taskCount)} why="no task of it was seen" />
              </td>
              <td data-label="Reads">
                <Names names={joined(one.sourceTopics, one.sourceTopicRegex?.map((regex) => `/${regex}/`), one.repartitionSourceTopics)} />
              </td>
              <td data-label="Repartitions to">
                <Names names={one.repartitionSinkTopics} />
              </td>
              <td data-label="Stores">
                <Names names={one.stores} titles={one.changelogTopics ?? undefined} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** All that is known of several lists; null when nothing is. */
function joined(...lists: (string[] | null | undefined)[]): string[] | null {
  return lists.every((list) => list === null || list === undefined) ? null : lists.flatMap((list) => list ?? []);
}

function Names({ names, titles }: { names: string[] | null; titles?: string[] }) {
  if (names === null) return <NotKnown why="not observed" />;
  if (names.length === 0) return <span className="dim">none</span>;
  return (
    <ul className="topology-names">
      {names.map((name, index) => (
        <li key={name} className="mono" title={titles?.[index]}>
          {name}
        </li>
      ))}
    </ul>
  );
}

const NODE_TYPES: Record<TopologyNode["type"], string> = { SOURCE: "source", PROCESSOR: "processor", SINK: "sink" };

function Nodes({
  description,
  live,
  topologyEpoch,
  params,
}: {
  description: TopologyNodes | null;
  live: boolean;
  topologyEpoch: number | null;
  params: URLSearchParams;
}) {
  if (description === null) {
    return (
      <Nothing>
        {live
          ? "Not known: brokers are asked for nodes soon after a group is first seen, and only the latest answer is kept."
          : "Not known: only brokers tell nodes, and heartbeats do not."}
      </Nothing>
    );
  }
  if (description.status === "UNSUPPORTED") {
    return <Nothing>These brokers keep none: they can since Kafka 4.4, with a plugin for topology descriptions.</Nothing>;
  }
  if (description.status === "NOT_STORED") {
    return (
      <Nothing>
        The brokers have none of this group: they have no plugin for topology descriptions (
        <span className="mono topology-plugin">group.streams.topology.description.plugin.class</span>), or no member has sent its own.
      </Nothing>
    );
  }
  return (
    <>
      {description.topologyEpoch !== topologyEpoch && (
        <p className="cluster-line">Of topology epoch {description.topologyEpoch}, which is not the one shown above.</p>
      )}
      <div className="scroll-x">
        <table className="table stacks topology-table">
          <thead>
            <tr>
              <th scope="col">Node</th>
              <th scope="col">Subtopology</th>
              <th scope="col">Does</th>
              <th scope="col">Topics</th>
              <th scope="col">Stores</th>
              <th scope="col">Hands on to</th>
            </tr>
          </thead>
          <tbody>
            {description.subtopologies.flatMap((subtopology) =>
              subtopology.nodes.map((node) => (
                <NodeRow
                  key={`${subtopology.subtopologyId} ${node.name}`}
                  node={node}
                  of={<Link to={tasksOf(subtopology.subtopologyId, params)}>{subtopology.subtopologyId}</Link>}
                />
              )),
            )}
            {description.globalStores.flatMap((store) => [
              <NodeRow key={`global ${store.source.name}`} node={store.source} of="global" />,
              <NodeRow key={`global ${store.processor.name}`} node={store.processor} of="global" />,
            ])}
          </tbody>
        </table>
      </div>
    </>
  );
}

function NodeRow({ node, of }: { node: TopologyNode; of: React.ReactNode }) {
  return (
    <tr>
      <th scope="row" className="mono">
        {node.name}
      </th>
      <td className="mono" data-label="Subtopology">
        {of}
      </td>
      <td data-label="Does">{NODE_TYPES[node.type]}</td>
      <td data-label="Topics">
        <Names names={node.topics} />
      </td>
      <td data-label="Stores">
        <Names names={node.stores} />
      </td>
      <td data-label="Hands on to">
        <Names names={node.successors} />
      </td>
    </tr>
  );
}

function Configs({ configs, live }: { configs: GroupConfigs; live: boolean }) {
  if (configs.configs === null) {
    return (
      <Nothing>
        {live
          ? "Not known: brokers are asked for configs soon after a group is first seen, and had not been by then."
          : "Not known: only brokers tell configs, and heartbeats do not."}
      </Nothing>
    );
  }
  return (
    <div className="scroll-x">
      <table className="table stacks">
        <thead>
          <tr>
            <th scope="col">Config</th>
            <th scope="col">Value</th>
            <th scope="col">Set for</th>
          </tr>
        </thead>
        <tbody>
          {configs.configs.map((config) => (
            <tr key={config.name}>
              <th scope="row" className="mono">
                {config.name}
              </th>
              <td className="mono wrap-anywhere" data-label="Value">
                {config.value === "" ? <span className="dim">empty</span> : <Known value={config.value} why="the brokers do not tell it" />}
              </td>
              <td className="nowrap" data-label="Set for">
                {config.own ? <b>this group</b> : <span className="dim">every group</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
