import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { detail, member } from "../../../dev/fixture/world";
import { fake, problem, requests } from "../../testing/api";
import { fakeGroupAt } from "../../testing/group";
import { openAt } from "../../testing/render";

const ADDRESS = "/clusters/rec/groups/orders-app?tab=lag";
const A = "JY2msHSqTAaeWlKAI5QdKA";
const AT = "2026-11-29T22:27:12.527Z";

const place = (of: object = {}) => ({ memberId: A, processId: "p-a", offset: null, endOffset: null, lag: null, offsetAt: null, ...of });

const task = (taskId: string, of: object = {}) => ({
  taskId, subtopologyId: taskId.split("_")[0], partition: Number(taskId.split("_")[1]), lag: null, inputs: null, active: place(), standbys: [], warmups: [], ...of,
}); // prettier-ignore

const read = (taskId: string, lag: number | null) =>
  task(taskId, { lag, inputs: [{ topic: "orders", partition: Number(taskId.split("_")[1]), committedOffset: lag === null ? null : 10, endOffset: 10 + (lag ?? 0), lag }] });

function open(kind: "LIVE" | "RECORDING", tasks: object[], of: object = {}, address = ADDRESS) {
  const state = detail("orders-app", Date.parse(AT), 1, { cluster: "rec", members: [member(A, { processId: "p-a", endpoint: { host: "app-1.example", port: 1 } })] });
  const group = fakeGroupAt(state, kind);
  fake(`${group}/offsets`, { version: 1, asOf: AT, readAt: kind === "LIVE" ? AT : null, readFailure: null, lag: null, tasks, ...of });
  return { group, ...openAt(address) };
}

const cells = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent?.trim());
const rowsOf = async (name: string) => (await within(await screen.findByRole("region", { name })).findAllByRole("row")).slice(1);

describe("the lag tab", () => {
  it("tells the tasks of a live group that are the most behind first, and 0 apart from what is not known", async () => {
    open("LIVE", [read("0_0", 0), read("0_1", null), read("0_2", 1240)]);
    const rows = (await rowsOf("Lags")).map(cells);
    expect(rows.map(([id, lag]) => [id, lag])).toEqual([["0_2", "1,240"], ["0_0", "0"], ["0_1", "—not known"]]);
    const [totals] = (await rowsOf("Lag")).map(cells);
    expect(totals).toEqual(["0", "orders", "3", "1,240, not known of 1", "none", "none"]);
    expect(screen.queryByText("Input lag is not known")).toBeNull();
  });

  it("keeps rows, order, search and page in the address", async () => {
    open("LIVE", Array.from({ length: 120 }, (_, partition) => read(`0_${partition}`, partition)));
    const lags = within(await screen.findByRole("region", { name: "Lags" }));
    expect(await lags.findByText("1–50 of 120 tasks")).toBeDefined();
    await userEvent.click(lags.getByRole("button", { name: "Next" }));
    expect(location.search).toBe("?tab=lag&page=2");
    await userEvent.click(lags.getByRole("button", { name: "Partitions read" }));
    await userEvent.click(lags.getByRole("button", { name: "Topic and partition" }));
    expect(location.search).toBe("?tab=lag&of=partition&sort=topic%2Casc");
    expect(lags.getByRole("columnheader", { name: "Topic and partition" }).getAttribute("aria-sort")).toBe("ascending");
    expect(cells((await rowsOf("Lags"))[1])).toEqual(["orders 1", "0_1", "10", "11", "1"]);
    await userEvent.type(lags.getByRole("searchbox"), "0_11");
    expect(await lags.findByText("11 of 120 partitions")).toBeDefined();
    await waitFor(() => expect(location.search).toContain("find=0_11"));
  });

  it("tells copies with what is restored, and leads to the task", async () => {
    open("LIVE", [
      task("1_3", { standbys: [place({ offset: 10, endOffset: 250, lag: 240, offsetAt: AT })], warmups: [place({ memberId: "other-member-of-group", offset: 0, endOffset: "9223372036854775807" })] }),
    ], {}, `${ADDRESS}&of=copy`); // prettier-ignore
    const [standby, warmup] = (await rowsOf("Lags")).map(cells);
    expect(standby?.slice(1, 7)).toEqual(["standby", "app-1 JY2m…QdKA", "10", "250", "240", "4 %"]);
    expect(warmup?.slice(1, 7)).toEqual(["warm-up", "othe…roup", "0", "unknown", "—not known", "—not known"]);
    expect(screen.getAllByRole("link", { name: "1_3" })[0]?.getAttribute("href")).toBe("/clusters/rec/groups/orders-app?task=1_3");
  });

  it("says of a recording why input lag is not known, and tells its copies", async () => {
    open("RECORDING", [task("1_0", { standbys: [place({ lag: 12 })] })]);
    expect(await screen.findByText(/what was recorded tells how far copies are restored/)).toBeDefined();
    expect(screen.getByRole("button", { name: "Copies" }).getAttribute("aria-pressed")).toBe("true");
    const [totals] = (await rowsOf("Lag")).map(cells);
    expect(totals?.slice(3)).toEqual(["—not known of any of 1 partitions", "12 in 1", "none"]);
    await userEvent.click(screen.getByRole("button", { name: "Partitions read" }));
    expect(await screen.findByText(/Not known: the offsets of the topics/)).toBeDefined();
  });

  it("says of the past that only the latest reading is kept, and asks for that instant", async () => {
    open("LIVE", [task("0_0")], { readAt: null }, `${ADDRESS}&at=${AT}`);
    expect(await screen.findByText(/only the latest reading of offsets is kept/)).toBeDefined();
    expect(requests().find((url) => url.pathname.endsWith("/offsets"))?.searchParams.get("at")).toBe(AT);
  });

  it("says why the brokers do not let it read, and what is missing altogether", async () => {
    const { unmount } = open("LIVE", [read("0_0", 3)], {
      readFailure: { groupId: "a", part: "OFFSETS", code: "AUTHORIZATION", message: "Grant it DESCRIBE on topic 'orders'", since: AT, lastAt: AT, count: 1, until: null },
    });
    expect(await screen.findByText(/Grant it DESCRIBE on topic 'orders'/)).toBeDefined();
    unmount();
    open("LIVE", []);
    expect((await screen.findAllByText("No task was observed.")).length).toBe(2);
  });

  it("tells in the server's sentence that it failed", async () => {
    const { group, unmount } = open("LIVE", []);
    unmount();
    fake(`${group}/offsets`, () => problem(503, "The database does not answer."));
    openAt(ADDRESS);
    expect(await screen.findByText("The database does not answer.")).toBeDefined();
  });
});
