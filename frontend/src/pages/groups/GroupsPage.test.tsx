import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { detail, member } from "../../../dev/fixture/world";
import type { Cluster } from "../../api/types";
import { fake, fakeList, problem, requests } from "../../testing/api";
import { openAt } from "../../testing/render";

const LIVE: Cluster = {
  name: "prod",
  kind: "LIVE",
  createdAt: "2026-11-29T22:00:00Z",
  groupCount: 1,
  recordingId: null,
  firstAt: null,
  lastAt: null,
  health: { lastSuccessAt: "2026-11-29T22:24:49Z", lastErrorAt: null, lastError: null, failing: false, errorSince: null, errorCount: null },
};
const RECORDED: Cluster = { ...LIVE, name: "rec", kind: "RECORDING", recordingId: 1, firstAt: "2025-03-01T09:00:00Z", lastAt: "2025-03-01T10:00:00Z" };
const AT = Date.UTC(2025, 2, 1, 9, 59, 48);

function fakeCluster(cluster: Cluster, groups: object[], total?: number) {
  fakeList("/clusters", [cluster]);
  fake(`/clusters/${cluster.name}`, cluster);
  fakeList(`/clusters/${cluster.name}/streams-groups`, groups.map((group) => ({ rebalancesByHour: null, ...group })), total);
  if (cluster.kind === "LIVE") fakeOthers(cluster.name, []);
  if (cluster.recordingId) fake(`/recordings/${cluster.recordingId}`, { id: 1, status: "COMPLETED" });
}

function fakeOthers(cluster: string, items: object[], listedAt: string | null = "2026-11-29T22:24:49Z", total = items.length) {
  fake(`/clusters/${cluster}/groups-of-other-types`, (url: URL) => ({ items, page: Number(url.searchParams.get("page")), size: 25, total, listedAt }));
}

const FAILING: Cluster["health"] = {
  lastSuccessAt: "2026-11-29T22:24:49Z",
  lastErrorAt: "2026-11-29T22:30:00Z",
  lastError: "No broker answers at bootstrap-servers",
  failing: true,
  errorSince: "2026-11-29T22:25:00Z",
  errorCount: 31,
};

describe("the groups page", () => {
  it("opens the first cluster from the start address", async () => {
    fakeCluster(LIVE, []);
    openAt("/");
    expect(await screen.findByRole("heading", { level: 1, name: "prod" })).toBeDefined();
    expect(location.pathname).toBe("/clusters/prod");
  });

  it("says what to do when there is no cluster", async () => {
    fakeList("/clusters", []);
    openAt("/");
    expect(await screen.findByText("No cluster yet")).toBeDefined();
  });

  it("tells the rebalances of each hour of the last day, and whether one goes on", async () => {
    const counts = [...Array<number>(22).fill(0), 1, 7];
    const group = (groupId: string, of: object) => ({ ...detail(groupId, AT, 1), ...of });
    fakeCluster(RECORDED, [
      group("busy", { rebalancing: true, rebalancesByHour: { from: "2025-02-28T10:00:00Z", counts } }),
      group("calm", { rebalancesByHour: { from: "2025-02-28T10:00:00Z", counts: Array<number>(24).fill(0) } }),
      group("untold", { rebalancesByHour: null }),
    ]);
    openAt("/clusters/rec");
    const cellOf = async (groupId: string) =>
      (await screen.findByRole("row", { name: new RegExp(`^${groupId}`) })).querySelector('[data-label="Rebalances"]') as HTMLElement;
    const busy = await cellOf("busy");
    expect(busy.textContent).toBe("8; 1 from 08:00, 7 from 09:00under way");
    expect(busy.querySelectorAll("rect:not(.idle)")).toHaveLength(2);
    expect((await cellOf("calm")).textContent).toBe("none");
    expect((await cellOf("untold")).textContent).toBe("—not told");
    expect(requests().find((url) => url.pathname.endsWith("/streams-groups"))?.searchParams.get("include")).toBe("rebalances");
  });

  it("counts what is found of a group by severity, and shows only groups of which something is found", async () => {
    fakeCluster(RECORDED, [
      { ...detail("ill", AT, 1), findings: { error: 1, warning: 0, info: 12 } },
      { ...detail("well", AT, 1), findings: { error: 0, warning: 0, info: 0 } },
    ]);
    openAt("/clusters/rec?finding=NO_SUCH_CODE");
    const cellOf = async (groupId: string) =>
      (await screen.findByRole("row", { name: new RegExp(`^${groupId}`) })).querySelector('[data-label="Findings"]')?.textContent;
    expect(await cellOf("ill")).toBe("✕error:  1iinformation:  12");
    expect(await cellOf("well")).toBe("none");
    const asked = () => requests().findLast((url) => url.pathname.endsWith("/streams-groups"))?.searchParams;
    expect(asked()?.getAll("finding")).toEqual([]);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Finding" }), "task unowned");
    await waitFor(() => expect(asked()?.getAll("finding")).toEqual(["TASK_UNOWNED"]));
    expect(new URLSearchParams(location.search).get("finding")).toBe("TASK_UNOWNED");
    await userEvent.click(screen.getByRole("button", { name: "Findings" }));
    await waitFor(() => expect(asked()?.get("sort")).toBe("findings,desc"));
  });

  it("offers the cluster as a document", async () => {
    fakeCluster(LIVE, []);
    openAt("/clusters/prod");
    expect((await screen.findByRole("link", { name: "Export prod" })).getAttribute("href")).toBe("/api/v1/clusters/prod/export");
  });

  it("says that it loads, then that there is no group", async () => {
    fakeCluster(LIVE, []);
    openAt("/clusters/prod");
    expect(screen.getAllByText("Loading…").length).toBeGreaterThan(0);
    expect(await screen.findByText("No streams group here")).toBeDefined();
  });

  it("says that there is no such cluster, and leads to those that there are", async () => {
    fakeList("/clusters", [LIVE]);
    fake("/clusters/nope", () => problem(404, "There is no cluster “nope”."));
    fake("/clusters/nope/streams-groups", () => problem(404, "There is no cluster “nope”."));
    openAt("/clusters/nope");
    expect(await screen.findByText("There is no such cluster")).toBeDefined();
    expect(screen.getByRole("link", { name: "clusters that there are" })).toBeDefined();
    expect(screen.queryByRole("searchbox")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("tells a rebalance that goes on in a day without one", async () => {
    fakeCluster(RECORDED, [{ ...detail("first", AT, 1), rebalancing: true, rebalancesByHour: { from: "2025-02-28T10:00:00Z", counts: Array<number>(24).fill(0) } }]);
    openAt("/clusters/rec");
    const row = await screen.findByRole("row", { name: /^first/ });
    expect(row.querySelector('[data-label="Rebalances"]')?.textContent).toBe("under way");
  });

  it("marks the epochs of members where they differ, also where nobody told the group's", async () => {
    fakeCluster(RECORDED, [
      detail("apart", AT, 1, { groupEpoch: null, memberEpochs: { lowest: 7, highest: 8 } }),
      detail("together", AT, 1, { groupEpoch: null, memberEpochs: { lowest: 8, highest: 8 } }),
    ]);
    openAt("/clusters/rec");
    expect((await screen.findByTitle("members epoch, some are behind 8")).textContent).toContain("7–8");
    expect(screen.getByTitle("members epoch").textContent).toContain("8");
  });

  it("shows the server's sentence when it does not tell of the cluster, and tries again", async () => {
    fakeList("/clusters", [LIVE]);
    fake("/clusters/nope", () => problem(400, "The database is being moved."));
    fake("/clusters/nope/streams-groups", () => problem(400, "The database is being moved."));
    openAt("/clusters/nope");
    expect((await screen.findAllByText("The database is being moved.")).length).toBe(1);
    const before = requests().length;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(requests().length).toBeGreaterThan(before));
  });

  it("shows a group with what it runs, and links to it with its name encoded once", async () => {
    fakeCluster(LIVE, [detail("a/b c%2F é", AT, 1, { cluster: "prod", members: [member("m", { memberEpoch: 8, processId: "p", assigned: { active: ["0_0"], standby: ["1_0", "1_1"], warmup: [] } })] })]);
    openAt("/clusters/prod");
    const link = await screen.findByRole("link", { name: "a/b c%2F é" });
    expect(link.getAttribute("href")).toBe("/clusters/prod/groups/a%2Fb%20c%252F%20%C3%A9");
    const row = within(link.closest("tr") as HTMLElement);
    expect(row.getByText("Stable")).toBeDefined();
    expect(row.getByTitle("1 active")).toBeDefined();
    expect(row.getByTitle("2 standby")).toBeDefined();
    expect(row.getByText("11 tasks")).toBeDefined();
    expect(row.getByTitle("members epoch, behind the group's 9").textContent).toContain("8");
    expect(row.getByTitle("assignment epoch").className).toBe("");
  });

  it("marks an assignment epoch that is not the group's, and asks for 25 groups at a time", async () => {
    fakeCluster(LIVE, [detail("g", AT, 1, { cluster: "prod", groupEpoch: 9, assignmentEpoch: 8 })]);
    openAt("/clusters/prod");
    expect((await screen.findByTitle("assignment epoch, not the group's 9")).className).toBe("differs");
    expect(requests().find((url) => url.pathname.endsWith("/streams-groups"))?.searchParams.get("size")).toBe("25");
  });

  it("opens the help, the groups and the search by their keys, and leaves the keys to whom they belong", async () => {
    fakeCluster(LIVE, []);
    fakeList("/recordings", []);
    localStorage.setItem("streamgauge.cluster", "prod");
    openAt("/recordings");
    await screen.findByRole("heading", { level: 1 });
    await userEvent.keyboard("?");
    expect(screen.getByRole("dialog", { name: "Keys and words" })).toBeDefined();
    await userEvent.keyboard("g");
    expect(location.pathname).toBe("/recordings");
    (document.querySelector("dialog[open]") as HTMLDialogElement).close();
    await userEvent.keyboard("/");
    await waitFor(() => expect(location.pathname).toBe("/clusters/prod"));
    const search = await screen.findByRole("searchbox");
    await waitFor(() => expect(document.activeElement).toBe(search));
    await userEvent.keyboard("g?");
    expect((search as HTMLInputElement).value).toBe("g?");
  });

  it("shows what is not known as not known, never as 0", async () => {
    fakeCluster(LIVE, [detail("g", AT, 1, { cluster: "prod", groupEpoch: null, memberEpochs: null, unassignedTaskCount: null, activeTaskCount: null })]);
    openAt("/clusters/prod");
    expect(await screen.findByTitle("active tasks not known")).toBeDefined();
    expect(screen.getByText("not known: the number of tasks was not observed")).toBeDefined();
    expect(screen.getByText("no epoch was observed")).toBeDefined();
  });

  it("takes a delayed assignment for information and names codes that it does not know", async () => {
    const statuses = [
      { code: 5, name: "ASSIGNMENT_DELAYED" },
      { code: 9, name: "unknown (9)" },
    ];
    fakeCluster(LIVE, [detail("g", AT, 1, { cluster: "prod", openStatuses: statuses })]);
    openAt("/clusters/prod");
    expect((await screen.findByText("ASSIGNMENT_DELAYED")).querySelector(".severity-information")).not.toBeNull();
    expect(screen.getByText("unknown (9)").querySelector(".severity-warning")).not.toBeNull();
  });

  it("tells the last change of a recording against its end", async () => {
    fakeCluster(RECORDED, [detail("g", AT, 1, { cluster: "rec" })]);
    openAt("/clusters/rec");
    expect(await screen.findByText("12 s before the end")).toBeDefined();
    expect(screen.getByText("Recording")).toBeDefined();
    expect(screen.getByRole("link", { name: "How it was replayed" }).getAttribute("href")).toBe("/recordings/1");
    expect(document.body.textContent).not.toContain("ago");
  });

  it("says since when, why and how often a cluster cannot be read, and when it last was", async () => {
    fakeCluster({ ...LIVE, health: FAILING }, []);
    openAt("/clusters/prod");
    const line = (await screen.findByText("✕ Not read as it should be")).parentElement as HTMLElement;
    expect(line.textContent).toBe(
      "✕ Not read as it should be since 2026-11-29 22:25:00 UTC (31 times, last 22:30:00): No broker answers at bootstrap-servers." +
        " All of it was last read 2026-11-29 22:24:49 UTC.",
    );
  });

  it("does not wait for a first heartbeat where nothing was ever read", async () => {
    fakeCluster({ ...LIVE, health: { ...FAILING, lastSuccessAt: null, errorCount: 1 } }, []);
    fakeOthers("prod", [], null);
    openAt("/clusters/prod");
    expect(await screen.findByText("Nothing was read here yet")).toBeDefined();
    expect(await screen.findByText(/Whether there are groups of other types is not known/)).toBeDefined();
    expect(screen.getByText("✕ Not read as it should be").parentElement?.textContent).toContain("It was never read as a whole.");
    expect(document.body.textContent).not.toContain("times, last");
  });

  it("says of a group that cannot be read why, and when it was last observed", async () => {
    const readFailure = { groupId: "g", part: "STATE", code: "AUTHORIZATION", message: "Grant it DESCRIBE on group 'g'", since: "2026-11-29T22:25:00Z", lastAt: "2026-11-29T22:30:00Z", count: 4, until: null } as const;
    fakeCluster(LIVE, [detail("g", AT, 1, { cluster: "prod", readFailure })]);
    openAt("/clusters/prod");
    const said = (await screen.findByText("✕ Not read")).parentElement as HTMLElement;
    expect(said.textContent).toBe("✕ Not read since 2026-11-29 22:25:00; this was observed 2025-03-01 09:59:48. Grant it DESCRIBE on group 'g'.");
  });

  it("counts and lists groups of other types, by pages", async () => {
    fakeCluster(LIVE, []);
    fakeOthers("prod", [{ groupId: "payments-consumer", type: "CLASSIC", protocol: "connect", since: "2026-11-29T21:00:00Z" }], "2026-11-29T22:24:49Z", 26);
    openAt("/clusters/prod");
    await userEvent.click(await screen.findByText("26 groups of other types"));
    const row = within(screen.getByRole("rowheader", { name: "payments-consumer" }).closest("tr") as HTMLElement);
    expect(row.getByText("classic group")).toBeDefined();
    expect(row.getByText("connect")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(requests().some((url) => url.pathname.endsWith("/groups-of-other-types") && url.searchParams.get("page") === "1")).toBe(true));
  });

  it("says that there are no groups of other types", async () => {
    fakeCluster(LIVE, []);
    openAt("/clusters/prod");
    expect(await screen.findByText("There are no groups of other types.")).toBeDefined();
  });

  it("shows the server's sentence when the groups of other types cannot be told, and tries again", async () => {
    fakeCluster(LIVE, []);
    fake("/clusters/prod/groups-of-other-types", () => problem(503, "The database does not answer."));
    openAt("/clusters/prod");
    expect(await screen.findByText("The database does not answer.")).toBeDefined();
    fakeOthers("prod", []);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("There are no groups of other types.")).toBeDefined();
  });

  it("asks for no groups of other types in a recording", async () => {
    fakeCluster(RECORDED, [detail("g", AT, 1, { cluster: "rec" })]);
    openAt("/clusters/rec");
    await screen.findByRole("link", { name: "g" });
    expect(requests().some((url) => url.pathname.endsWith("/groups-of-other-types"))).toBe(false);
  });

  it("keeps search, states, order and page in the address", async () => {
    fakeCluster(LIVE, [detail("g", AT, 1, { cluster: "prod" })], 120);
    openAt("/clusters/prod");
    await screen.findByRole("link", { name: "g" });
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(location.search).toBe("?page=2");
    await userEvent.click(screen.getByRole("button", { name: "Not ready" }));
    expect(location.search).toBe("?state=NOT_READY");
    await userEvent.click(await screen.findByRole("button", { name: /Last change/ }));
    expect(location.search).toBe("?state=NOT_READY&sort=changedAt%2Cdesc");
    await userEvent.keyboard("/");
    await userEvent.keyboard("ord");
    await waitFor(() => expect(location.search).toBe("?state=NOT_READY&sort=changedAt%2Cdesc&search=ord"));
    await waitFor(() => {
      const last = requests().at(-1);
      expect(last?.searchParams.get("search")).toBe("ord");
      expect(last?.searchParams.getAll("state")).toEqual(["NOT_READY"]);
      expect(last?.searchParams.get("sort")).toBe("changedAt,desc");
    });
  });

  it("offers the way back when the filter fits no group", async () => {
    fakeCluster(LIVE, []);
    openAt("/clusters/prod?search=nothing");
    await userEvent.click(await screen.findByRole("button", { name: "Show all groups" }));
    expect(location.search).toBe("");
  });
});
