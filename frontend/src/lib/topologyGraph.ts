import { Graph, layout } from "@dagrejs/dagre";
import type { Subtopology, TopologyNode, TopologyNodes } from "../api/types";
import { plural } from "./format";

/** A line of a box. */
export interface Line {
  as: "heading" | "name" | "note" | "store";
  /** As it is drawn, shortened where it is long. */
  text: string;
  full: string;
}

/** A box at its place, from the upper left of the drawing that it is in. */
export interface Box {
  id: string;
  kind: "topic" | "repartition" | "subtopology" | "node";
  lines: Line[];
  x: number;
  y: number;
  width: number;
  height: number;
  /** What is drawn in it below its lines. */
  inner: Drawing | null;
}

/** An arrow. */
export interface Arrow {
  from: string;
  to: string;
  /** An SVG path. */
  path: string;
}

/** Boxes and the arrows between them, in pixels. */
export interface Drawing {
  width: number;
  height: number;
  boxes: Box[];
  arrows: Arrow[];
}

type Loose = Omit<Box, "x" | "y">;

/** How high a line is. */
export const LINE = 18;
/** How far lines are from the box's border. */
export const PAD_X = 10;
export const PAD_Y = 7;
/** How much room the sign of a store takes. */
export const SIGN = 15;
const MOST_CHARS = 36;
const MOST_STORES = 8;
/** Of a character, in the fonts that the lines are drawn in. */
const CHAR: Record<Line["as"], number> = { heading: 7.6, name: 6.7, note: 6.5, store: 6.7 };

function line(as: Line["as"], full: string): Line {
  const text = full.length <= MOST_CHARS ? full : `${full.slice(0, MOST_CHARS / 2)}…${full.slice(1 - MOST_CHARS / 2)}`;
  return { as, text, full };
}

function storeLines(stores: readonly string[]): Line[] {
  const lines = stores.slice(0, MOST_STORES).map((store) => line("store", store));
  return stores.length > MOST_STORES ? [...lines, line("note", `and ${plural(stores.length - MOST_STORES, "more store", "more stores")}`)] : lines;
}

function box(id: string, kind: Box["kind"], lines: Line[], inner: Drawing | null = null): Loose {
  const widths = lines.map(({ as, text }) => text.length * CHAR[as] + (as === "store" ? SIGN : 0));
  return {
    id,
    kind,
    lines,
    inner,
    width: Math.ceil(Math.max(...widths, inner?.width ?? 0) + 2 * PAD_X),
    height: lines.length * LINE + 2 * PAD_Y + (inner === null ? 0 : inner.height + PAD_Y),
  };
}

/** Smooth through the points that the layout leads an arrow by. */
function pathOf(points: readonly { x: number; y: number }[]): string {
  const [first, ...rest] = points.map(({ x, y }) => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }));
  const last = rest.pop();
  if (!first || !last) return "";
  const bends = rest.map((point, index) => {
    const next = rest[index + 1] ?? last;
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return `M${first.x} ${first.y}${bends.join("")}L${last.x} ${last.y}`;
}

function arrange(boxes: readonly Loose[], pairs: readonly (readonly [from: string, to: string])[], direction: "LR" | "TB"): Drawing {
  const graph = new Graph();
  graph.setGraph({ rankdir: direction, nodesep: direction === "LR" ? 18 : 22, ranksep: direction === "LR" ? 56 : 30, marginx: 2, marginy: 2 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  for (const [from, to] of pairs) graph.setEdge(from, to);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: boxes.map((one) => {
      const at = graph.node(one.id);
      return { ...one, x: Math.round(at.x - one.width / 2), y: Math.round(at.y - one.height / 2) };
    }),
    arrows: graph.edges().map((edge) => ({ from: edge.v, to: edge.w, path: pathOf(graph.edge(edge).points ?? []) })),
  };
}

/** Topics by name, each a box, and the arrows to and from who reads and writes them. */
class Topics {
  readonly boxes = new Map<string, Loose>();
  readonly pairs: [string, string][] = [];

  constructor(private readonly noteOf: (topic: string) => string | null = () => null) {}

  read(reader: string, topic: string, repartition: boolean): void {
    this.pairs.push([this.put(topic, repartition), reader]);
  }

  written(writer: string, topic: string, repartition: boolean): void {
    this.pairs.push([writer, this.put(topic, repartition)]);
  }

  private put(topic: string, repartition: boolean): string {
    const id = `topic ${topic}`;
    if (!this.boxes.has(id)) {
      const note = this.noteOf(topic);
      const lines = [line("name", topic), ...(note === null ? [] : [line("note", note)])];
      this.boxes.set(id, box(id, repartition ? "repartition" : "topic", lines));
    }
    return id;
  }
}

function subtopologyId(id: string): string {
  return `subtopology ${id}`;
}

/** Topics, the subtopologies that read them with their stores, and the repartition topics by which these hand on records. */
export function drawSubtopologies(subtopologies: readonly Subtopology[]): Drawing {
  // What is not observed of one of them may be what writes or reads a topic that seems left.
  const all = (of: (one: Subtopology) => string[] | null) =>
    subtopologies.every((one) => of(one) !== null) ? new Set(subtopologies.flatMap((one) => of(one) ?? [])) : null;
  const written = all((one) => one.repartitionSinkTopics);
  const read = all((one) => one.repartitionSourceTopics);
  const topics = new Topics((topic) => {
    if (read?.has(topic) && written?.has(topic) === false) return "no subtopology writes it";
    if (written?.has(topic) && read?.has(topic) === false) return "no subtopology reads it";
    return null;
  });
  const boxes = subtopologies.map((one) => {
    const id = subtopologyId(one.subtopologyId);
    for (const topic of one.sourceTopics ?? []) topics.read(id, topic, false);
    for (const regex of one.sourceTopicRegex ?? []) topics.read(id, `/${regex}/`, false);
    for (const topic of one.repartitionSourceTopics ?? []) topics.read(id, topic, true);
    for (const topic of one.repartitionSinkTopics ?? []) topics.written(id, topic, true);
    const tasks = one.taskCount === null ? "no task was seen" : plural(one.taskCount, "task");
    const stores = one.stores === null ? [line("note", "stores not observed")] : storeLines(one.stores);
    const known = one.sourceTopics !== null || one.repartitionSourceTopics !== null;
    return box(id, "subtopology", [
      line("heading", `Subtopology ${one.subtopologyId}`),
      line("note", tasks),
      ...(known ? [] : [line("note", "topics not observed")]),
      ...stores,
    ]);
  });
  return arrange([...boxes, ...topics.boxes.values()], topics.pairs, "LR");
}

const DOES: Record<TopologyNode["type"], string> = { SOURCE: "source", PROCESSOR: "processor", SINK: "sink" };

/** Every node of the topology in its subtopology, as the brokers keep it, between the topics. */
export function drawNodes({ subtopologies, globalStores }: TopologyNodes): Drawing {
  const topics = new Topics();
  const parts = [
    ...subtopologies.map(({ subtopologyId: id, nodes }) => ({ id: subtopologyId(id), name: `Subtopology ${id}`, nodes })),
    ...globalStores.map(({ source, processor }) => ({ id: `global ${source.name}`, name: "Global store", nodes: [source, processor] })),
  ];
  const boxes = parts.map(({ id, name, nodes }) => {
    const names = new Set(nodes.map((node) => node.name));
    for (const { type, topics: own } of nodes) {
      for (const topic of own) {
        const repartition = topic.endsWith("-repartition");
        if (type === "SINK") topics.written(id, topic, repartition);
        else topics.read(id, topic, repartition);
      }
    }
    const inner = arrange(
      nodes.map((node) => box(node.name, "node", [line("name", node.name), line("note", doesOf(node)), ...storeLines(node.stores)])),
      nodes.flatMap((node) => node.successors.filter((next) => names.has(next)).map((next) => [node.name, next] as const)),
      "TB",
    );
    return box(id, "subtopology", [line("heading", name)], inner);
  });
  return arrange([...boxes, ...topics.boxes.values()], topics.pairs, "LR");
}

function doesOf({ type, topics }: TopologyNode): string {
  if (type === "SOURCE" && topics.length > 0) return `source of ${topics.join(", ")}`;
  if (type === "SINK") return topics.length > 0 ? `sink to ${topics.join(", ")}` : "sink, its topic chosen by record";
  return DOES[type];
}

/** The subtopology that a box stands for; null for others. */
export function subtopologyOf({ id, kind }: Box): string | null {
  return kind === "subtopology" && id.startsWith("subtopology ") ? id.slice("subtopology ".length) : null;
}
