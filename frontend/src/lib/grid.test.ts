import { describe, expect, it } from "vitest";
import { detail, member } from "../../dev/fixture/world";
import type { Member, View } from "../api/types";
import { describeCell, layOutGrid } from "./grid";

const view = (active: string[], standby: string[] = [], warmup: string[] = []): View => ({ active, standby, warmup });

function gridOf(members: Member[], of: Parameters<typeof detail>[3] = {}) {
  return layOutGrid(detail("g", 0, 1, { members, ...of }));
}

function cellsOf(of: Partial<Member>) {
  return gridOf([member("m", { processId: "p", ...of })]).processes[0]?.rows[0]?.cells ?? [];
}

describe("columns", () => {
  it("come from the topology and from tasks that only members name", () => {
    const grid = gridOf([member("m", { assigned: view(["2_0", "0_9"]) })]);
    expect(grid.groups.map((group) => [group.subtopologyId, group.taskIds.length])).toEqual([
      ["0", 7],
      ["1", 6],
      ["2", 1],
    ]);
  });

  it("are in the order of numbers, not of letters", () => {
    const grid = gridOf([member("m", { assigned: view(["10_0", "2_10", "2_9"]) })], { subtopologies: null });
    expect(grid.taskIds).toEqual(["2_9", "2_10", "10_0"]);
  });
});

describe("cells", () => {
  it("are held where only one view is known", () => {
    expect(cellsOf({ assigned: view(["0_0"]) }).map((cell) => cell.phase)).toEqual(["held"]);
    expect(cellsOf({ assigned: null, owned: view([], ["1_0"]) }).map((cell) => [cell.phase, cell.role])).toEqual([["held", "standby"]]);
  });

  it("tell a task that starts from one that is given up", () => {
    const cells = cellsOf({ owned: view(["0_0", "0_1"]), assigned: view(["0_1", "0_2"]) });
    expect(cells.map((cell) => [cell.taskId, cell.phase])).toEqual([
      ["0_0", "stopping"],
      ["0_1", "held"],
      ["0_2", "starting"],
    ]);
  });

  it("keep a target apart from what is assigned", () => {
    const cells = cellsOf({ assigned: view(["0_0", "0_1"], ["1_0"]), target: view(["0_0", "0_2", "1_0"]) });
    expect(cells.map((cell) => [cell.taskId, cell.phase, cell.next])).toEqual([
      ["0_0", "held", null],
      ["0_1", "held", "none"],
      ["0_2", "target", null],
      ["1_0", "held", "active"],
    ]);
  });

  it("say in words what their shape says", () => {
    const [cell] = cellsOf({ owned: view(["0_0"]), assigned: view([]) });
    expect(cell && describeCell(cell)).toBe("0_0 active, runs it and must give it up");
  });
});

describe("tasks that run nowhere", () => {
  it("are those that no member is assigned", () => {
    expect([...gridOf([member("m", { assigned: view(["0_0", "0_1", "0_2", "0_3", "0_4", "1_0", "1_1", "1_2", "1_3", "1_4", "1_5"]) })]).nowhere]).toEqual(["0_5"]);
  });

  it("are also those parked with a member that is away", () => {
    const grid = gridOf([member("m", { away: true, memberEpoch: -2, assigned: view(["0_0"]) })], { subtopologies: null });
    expect([...grid.nowhere]).toEqual(["0_0"]);
  });

  it("are not invented where no assignment was observed", () => {
    const grid = gridOf([member("m", { assigned: null })]);
    expect(grid.nowhere.size).toBe(0);
    expect(grid.assignmentKnown).toBe(false);
  });

  it("are all of an empty group's", () => expect(gridOf([]).nowhere.size).toBe(12));
});

describe("rows", () => {
  it("are grouped by process, with processes that are not known at the end", () => {
    const grid = gridOf([
      member("x"),
      member("b", { processId: "p2", endpoint: { host: "app-10.example", port: 1 } }),
      member("a", { processId: "p1", endpoint: { host: "app-9.example", port: 1 } }),
    ]);
    expect(grid.processes.map(({ process }) => process.name)).toEqual(["app-9", "app-10", "process not known"]);
  });

  it("say which epochs are behind, but not of a member that is away", () => {
    const grid = gridOf([
      member("a", { processId: "a", memberEpoch: 8 }),
      member("b", { processId: "b", memberEpoch: 9 }),
      member("c", { processId: "c", memberEpoch: -2, away: true }),
    ]);
    expect(grid.processes.map(({ rows }) => rows[0]?.behind)).toEqual([true, false, false]);
  });

  it("do not count what is not known", () => {
    const grid = gridOf([member("a", { assigned: { active: ["0_0"], standby: null, warmup: null } })]);
    expect(grid.processes[0]?.rows[0]?.counts).toEqual({ active: 1, standby: null, warmup: null });
  });
});
