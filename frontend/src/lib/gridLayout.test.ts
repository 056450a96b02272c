import { describe, expect, it } from "vitest";
import { detail, member } from "../../dev/fixture/world";
import type { Member, View } from "../api/types";
import { layOutGrid, type GridModel } from "./grid";
import { arrange, cellsOfStrip, isInStrip, measure, move, sightOf, stripsInSight, suitedArrangement, widthOfStrip, type Line } from "./gridLayout";
import { searchGrid } from "./gridSearch";

const view = (active: string[], standby: string[] = []): View => ({ active, standby, warmup: [] });
const MEASURES = { width: 20, gap: 10, row: 30, alone: 40 };

function gridOf(members: Member[]): GridModel {
  return layOutGrid(detail("g", 0, 1, { members }));
}

/** Two processes, one of two threads, and the tasks of the fixture's two subtopologies: 0 reads orders, 1 keeps counts. */
function two(): GridModel {
  return gridOf([
    member("a1", { processId: "a", endpoint: { host: "app-1.example", port: 1 }, clientId: "x-StreamThread-1-consumer", assigned: view(["0_0", "0_5", "1_1"]) }),
    member("a2", { processId: "a", endpoint: { host: "app-1.example", port: 1 }, clientId: "x-StreamThread-2-consumer", assigned: view(["1_5"], ["1_0"]) }),
    member("b1", { processId: "b", endpoint: { host: "app-2.example", port: 1 }, rackId: "eu-1b", assigned: view(["1_0"], ["1_1"]) }),
  ]);
}

const slots = (line: Line | undefined) => line?.cells.map(({ taskId, slot }) => [taskId, slot]);

describe("an arrangement in columns", () => {
  it("gives each task a slot, and a small subtopology room for its name", () => {
    const layout = arrange(layOutGrid(detail("g", 0, 1, { subtopologies: null, members: [member("m", { assigned: view(["0_0", "1_0", "1_1"]) })] })), "columns");
    expect(slots(layout.header)).toEqual([
      ["0_0", 0],
      ["1_0", 3],
      ["1_1", 4],
    ]);
    expect(layout.slots).toBe(6);
    expect(slots(layout.rows[0])).toEqual(slots(layout.header));
  });
});

describe("a packed arrangement", () => {
  it("puts a row's tasks side by side under their subtopology", () => {
    const layout = arrange(two(), "packed");
    expect(layout.header.cells).toEqual([]);
    expect(slots(layout.rows[0])).toEqual([
      ["0_0", 0],
      ["0_5", 1],
      ["1_1", 4],
    ]);
    expect(slots(layout.rows[1])).toEqual([
      ["1_0", 4],
      ["1_5", 5],
    ]);
  });

  it("has room for the tasks that run nowhere", () => {
    const layout = arrange(two(), "packed");
    expect(layout.nowhere.cells.map(({ taskId }) => taskId)).toEqual(["0_1", "0_2", "0_3", "0_4", "1_2", "1_3", "1_4"]);
    const taken = layout.nowhere.cells.map(({ slot }) => slot);
    expect(new Set(taken).size).toBe(taken.length);
    expect(Math.max(...taken)).toBeLessThan(layout.slots);
  });

  it("suits a group with many tasks", () => {
    expect(suitedArrangement(two())).toBe("columns");
    const many = Array.from({ length: 400 }, (_, partition) => `2_${partition}`);
    expect(suitedArrangement(gridOf([member("m", { assigned: view(many) })]))).toBe("packed");
  });
});

describe("what is in sight", () => {
  const big = gridOf(
    Array.from({ length: 500 }, (_, index) =>
      member(`m${index}`, { processId: `p${index >> 2}`, assigned: view(Array.from({ length: 20 }, (_, nth) => `7_${nth * 500 + index}`)) }),
    ),
  );
  const layout = arrange(big, "columns");
  const geometry = measure(layout, MEASURES);

  it("is a small part of a large grid, and all that the window covers", () => {
    const sight = sightOf(geometry, 60_000, 5_000, 1_000, 600);
    expect(sight.toSlot - sight.fromSlot).toBeLessThan(80);
    expect(sight.toRow - sight.fromRow).toBeLessThan(45);
    expect(geometry.lefts[sight.fromSlot]).toBeLessThanOrEqual(60_000);
    expect(geometry.lefts[sight.toSlot]).toBeGreaterThanOrEqual(61_000);
    expect(geometry.tops[sight.fromRow]).toBeLessThanOrEqual(5_000);
    expect(geometry.tops[sight.toRow]).toBeGreaterThanOrEqual(5_600);
  });

  it("reaches to the last row and column", () => {
    const sight = sightOf(geometry, geometry.width - 100, geometry.height - 100, 100, 100);
    expect(sight.toSlot).toBe(layout.slots);
    expect(sight.toRow).toBe(500);
  });

  it("keeps the strip with the focus wherever it is", () => {
    const [line] = layout.rows;
    const first = line?.cells[0]?.slot ?? 0;
    const last = line?.cells.at(-1)?.slot ?? 0;
    if (!line) throw new Error("no cell");
    const seen = (kept: number | null) => stripsInSight(line, { fromSlot: 5_000, toSlot: 5_008 }, kept);
    const strips = seen(null);
    expect(strips.some((strip) => isInStrip(strip, first))).toBe(false);
    expect(isInStrip(seen(first)[0] ?? 0, first)).toBe(true);
    expect(isInStrip(seen(last).at(-1) ?? 0, last)).toBe(true);
    expect(seen(first).slice(1)).toEqual(strips);
  });

  it("has each cell once in the strips of its line, at its slot", () => {
    const [line] = layout.rows;
    if (!line) throw new Error("no row");
    const all = stripsInSight(line, { fromSlot: 0, toSlot: layout.slots }, null).flatMap((strip) => {
      let left = geometry.lefts[strip] ?? 0;
      const right = left + widthOfStrip(geometry, strip);
      return cellsOfStrip(line, geometry, strip).map(({ slot, taskId, cell, before }) => {
        left += before;
        expect(left).toBe(geometry.lefts[slot]);
        left += geometry.measures.width;
        expect(left).toBeLessThanOrEqual(right);
        return { slot, taskId, cell };
      });
    });
    expect(all).toEqual(line.cells);
  });

  it("has rows below each other, processes apart", () => {
    for (let row = 1; row < geometry.tops.length; row++) {
      expect(geometry.tops[row]).toBeGreaterThanOrEqual((geometry.tops[row - 1] ?? 0) + (geometry.heights[row - 1] ?? 0));
    }
    expect(geometry.processes).toHaveLength(125);
    expect(geometry.processes.at(-1)?.to).toBe(500);
  });
});

describe("moving in the grid", () => {
  const line = (key: string, ...at: number[]): Line => ({ key, cells: at.map((slot) => ({ slot, taskId: `0_${slot}`, cell: null })) });
  const lines = [line("header", 0, 1, 2, 3), line("a", 0, 3), line("empty"), line("b", 2)];
  it("skips empty places in a row", () => {
    expect(move(lines, { row: "a", slot: 0 }, "right")).toEqual({ row: "a", slot: 3 });
    expect(move(lines, { row: "a", slot: 3 }, "right")).toEqual({ row: "a", slot: 3 });
    expect(move(lines, { row: "a", slot: 3 }, "left")).toEqual({ row: "a", slot: 0 });
  });
  it("goes to the nearest cell of the next row that has one", () => {
    expect(move(lines, { row: "a", slot: 3 }, "down")).toEqual({ row: "b", slot: 2 });
    expect(move(lines, { row: "b", slot: 2 }, "up")).toEqual({ row: "a", slot: 3 });
    expect(move(lines, { row: "header", slot: 1 }, "up")).toEqual({ row: "header", slot: 1 });
  });
  it("knows the ends of a row, and of the grid", () => {
    expect(move(lines, { row: "header", slot: 1 }, "rowEnd").slot).toBe(3);
    expect(move(lines, { row: "header", slot: 1 }, "rowStart").slot).toBe(0);
    expect(move(lines, { row: "header", slot: 1 }, "pageDown").row).toBe("b");
    expect(move(lines, { row: "b", slot: 2 }, "pageUp").row).toBe("header");
  });
});

describe("a search", () => {
  const found = (search: string) => {
    const { grid } = searchGrid(two(), search);
    return { tasks: grid.taskIds, members: grid.processes.flatMap(({ rows }) => rows.map((row) => row.key)) };
  };
  it("takes what the tasks of a subtopology begin with for that subtopology", () => {
    const { grid, tasks } = searchGrid(two(), "1_");
    expect(tasks).toBe(6);
    expect(grid.groups.map(({ subtopologyId }) => subtopologyId)).toEqual(["1"]);
  });
  it("leaves everything when it is blank", () => expect(searchGrid(two(), " ").tasks).toBe(12));
  it("for a task leaves it and its holders", () => {
    expect(found("1_1")).toEqual({ tasks: ["1_1"], members: ["a1", "b1"] });
    expect(found("0_1")).toEqual({ tasks: ["0_1"], members: [] });
  });
  it("for a host leaves its members and their tasks", () => {
    expect(found("app-2.EXAMPLE")).toEqual({ tasks: ["1_0", "1_1"], members: ["b1"] });
    expect(found("eu-1b").members).toEqual(["b1"]);
    expect(found("a2")).toEqual({ tasks: ["1_0", "1_5"], members: ["a2"] });
  });
  it("for a topic or store leaves its subtopology and who has tasks of it", () => {
    expect(found("counts").tasks).toHaveLength(6);
    expect(found("counts").members).toEqual(["a1", "a2", "b1"]);
    expect(found("counts-repartition").tasks).toHaveLength(12);
  });
  it("needs each of several words", () => {
    expect(found("counts app-1")).toEqual({ tasks: ["1_0", "1_1", "1_5"], members: ["a1", "a2"] });
    expect(found("app-1 app-2")).toEqual({ tasks: [], members: [] });
  });
  it("keeps what runs nowhere as such", () => {
    expect([...searchGrid(two(), "counts").grid.nowhere]).toEqual(["1_2", "1_3", "1_4"]);
  });
});
