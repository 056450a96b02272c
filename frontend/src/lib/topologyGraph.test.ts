import { describe, expect, it } from "vitest";
import type { Subtopology, TopologyNode } from "../api/types";
import { drawNodes, drawSubtopologies, subtopologyOf, type Box, type Drawing } from "./topologyGraph";

function subtopology(id: string, of: Partial<Subtopology> = {}): Subtopology {
  return {
    subtopologyId: id, taskCount: 4, sourceTopics: [], sourceTopicRegex: [], repartitionSourceTopics: [], repartitionSinkTopics: [],
    changelogTopics: [], stores: [], ...of,
  }; // prettier-ignore
}

const pairs = ({ arrows }: Drawing) => arrows.map(({ from, to }) => `${from} → ${to}`).sort();
const textOf = (drawing: Drawing, id: string) => drawing.boxes.find((one) => one.id === id)?.lines.map(({ full }) => full);
const apart = (a: Box, b: Box) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

function expectTidy({ boxes, width, height }: Drawing) {
  boxes.forEach((one, index) => {
    expect(one.x >= 0 && one.y >= 0 && one.x + one.width <= width && one.y + one.height <= height, `${one.id} is inside`).toBe(true);
    for (const other of boxes.slice(index + 1)) expect(apart(one, other), `${one.id} beside ${other.id}`).toBe(true);
  });
}

describe("the graph of the subtopologies", () => {
  it("leads from a topic by a subtopology and a repartition topic to the next, which has its stores in it", () => {
    const drawing = drawSubtopologies([
      subtopology("0", { sourceTopics: ["orders"], repartitionSinkTopics: ["a-repartition"] }),
      subtopology("1", { repartitionSourceTopics: ["a-repartition"], stores: ["counts"] }),
    ]);
    expect(pairs(drawing)).toEqual([
      "subtopology 0 → topic a-repartition",
      "topic a-repartition → subtopology 1",
      "topic orders → subtopology 0",
    ]);
    const inOrder = ["topic orders", "subtopology 0", "topic a-repartition", "subtopology 1"];
    expect([...drawing.boxes].sort((a, b) => a.x - b.x).map(({ id }) => id)).toEqual(inOrder);
    expect(textOf(drawing, "subtopology 1")).toEqual(["Subtopology 1", "4 tasks", "counts"]);
    expectTidy(drawing);
  });

  it("has a topic once that several read, and patterns as such", () => {
    const drawing = drawSubtopologies([subtopology("0", { sourceTopics: ["users"], sourceTopicRegex: ["clicks-.*"] }), subtopology("1", { sourceTopics: ["users"] })]);
    expect(pairs(drawing)).toEqual(["topic /clicks-.*/ → subtopology 0", "topic users → subtopology 0", "topic users → subtopology 1"]);
  });

  it("says of a repartition topic that nobody reads or writes it only where all is observed", () => {
    const left = [subtopology("0", { repartitionSinkTopics: ["out"] }), subtopology("1", { repartitionSourceTopics: ["in"] })];
    expect(textOf(drawSubtopologies(left), "topic out")).toEqual(["out", "no subtopology reads it"]);
    expect(textOf(drawSubtopologies(left), "topic in")).toEqual(["in", "no subtopology writes it"]);
    const unknown = subtopology("2", { sourceTopics: null, repartitionSourceTopics: null, repartitionSinkTopics: null, stores: null, taskCount: null });
    const drawing = drawSubtopologies([...left, unknown]);
    expect(textOf(drawing, "topic out")).toEqual(["out"]);
    expect(textOf(drawing, "topic in")).toEqual(["in"]);
    expect(textOf(drawing, "subtopology 2")).toEqual(["Subtopology 2", "no task was seen", "topics not observed", "stores not observed"]);
  });

  it("draws sixty of them, one of which writes what it reads, without one over another", () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      subtopology(String(index), { sourceTopics: [`t${index % 7}`], repartitionSourceTopics: [`r${index}`], repartitionSinkTopics: [`r${index === 7 ? 7 : index + 1}`] }),
    );
    expectTidy(drawSubtopologies(many));
  });

  it("shortens long names in the middle, and keeps them whole beside", () => {
    const name = `${"a".repeat(40)}${"b".repeat(40)}`;
    const [only] = drawSubtopologies([subtopology("0", { stores: [name] })]).boxes;
    const store = only?.lines.at(-1);
    expect(store?.full).toBe(name);
    expect(store?.text).toMatch(/^a+…b+$/);
    expect(store?.text.length).toBeLessThanOrEqual(36);
  });
});

describe("the graph of the nodes", () => {
  const node = (name: string, type: TopologyNode["type"], of: Partial<TopologyNode> = {}): TopologyNode => ({
    name, type, topics: [], stores: [], predecessors: [], successors: [], ...of,
  }); // prettier-ignore
  const drawing = drawNodes({
    readAt: "2026-11-29T22:00:00Z",
    status: "AVAILABLE",
    topologyEpoch: 0,
    subtopologies: [
      {
        subtopologyId: "0",
        nodes: [
          node("source", "SOURCE", { topics: ["orders"], successors: ["count"] }),
          node("count", "PROCESSOR", { stores: ["counts"], successors: ["sink"] }),
          node("sink", "SINK", { topics: ["results"] }),
        ],
      },
    ],
    globalStores: [{ source: node("g-source", "SOURCE", { topics: ["rates"], successors: ["g"] }), processor: node("g", "PROCESSOR", { stores: ["rates"] }) }],
  });

  it("has every node in its subtopology, from the topics that sources read to those that sinks write", () => {
    expect(pairs(drawing)).toEqual(["subtopology 0 → topic results", "topic orders → subtopology 0", "topic rates → global g-source"]);
    const inner = drawing.boxes.find(({ id }) => id === "subtopology 0")?.inner;
    expect(inner && pairs(inner)).toEqual(["count → sink", "source → count"]);
    expect(inner && textOf(inner, "count")).toEqual(["count", "processor", "counts"]);
    expect(inner && textOf(inner, "sink")).toEqual(["sink", "sink to results"]);
    expectTidy(drawing);
    if (inner) expectTidy(inner);
  });

  it("has a subtopology that can be named for subtopologies only", () => {
    expect(drawing.boxes.map(subtopologyOf).filter((id) => id !== null)).toEqual(["0"]);
  });
});
