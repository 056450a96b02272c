import { describe, expect, it } from "vitest";
import { detail, member } from "../../dev/fixture/world";
import { changedCells, changedInList } from "./changed";
import { layOutGrid } from "./grid";

const AT = Date.UTC(2026, 10, 29);
const tasks = (...active: string[]) => ({ active, standby: [], warmup: [] });
const grid = (assigned: Record<string, string[]>) =>
  layOutGrid(detail("g", AT, 1, { members: Object.entries(assigned).map(([id, active]) => member(id, { assigned: tasks(...active) })) }));

describe("the cells of an assignment that changed", () => {
  it("are none where nothing did", () => expect(changedCells(grid({ a: ["0_0"], b: ["0_1"] }), grid({ a: ["0_0"], b: ["0_1"] }))).toEqual(new Set()));

  it("are where a task came, and none where it was", () => {
    const before = grid({ a: ["0_0", "0_1", "0_2"], b: [] });
    const after = grid({ a: ["0_0", "0_1"], b: ["0_2"] });
    expect(changedCells(before, after)).toEqual(new Set(["b 0_2"]));
  });

  it("are tasks that nobody runs any more", () => {
    expect([...changedCells(grid({ a: ["0_0"], b: ["0_1"] }), grid({ a: ["0_0"] }))]).toEqual(["nowhere 0_1"]);
  });

  it("are those that say something else of the same task", () => {
    const held = { owned: tasks("0_0"), assigned: tasks("0_0") };
    const before = layOutGrid(detail("g", AT, 1, { members: [member("a", held)] }));
    const after = layOutGrid(detail("g", AT, 2, { members: [member("a", { ...held, assigned: tasks() })] }));
    expect(changedCells(before, after)).toContain("a 0_0");
  });
});

describe("the cells of the list of groups that changed", () => {
  it("are those that tell something else, of groups that were there", () => {
    const listed = (...of: Parameters<typeof detail>) => ({ ...detail(...of), rebalancesByHour: null });
    const before = [listed("g", AT, 1), listed("h", AT, 1)];
    const after = [listed("g", AT, 2, { state: "RECONCILING", groupEpoch: 10 }), listed("h", AT, 1), listed("new", AT, 1)];
    expect([...changedInList(before, after)]).toEqual(["state g", "epochs g"]);
  });
});
