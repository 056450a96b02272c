import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { detail, member, snapshotsOf, tasksOf, timelineOf } from "../../../dev/fixture/world";
import type { GroupDetail } from "../../api/types";
import { fake, fakeList, problem, requests } from "../../testing/api";
import { openAt } from "../../testing/render";

const GROUP = "/clusters/rec/streams-groups/a%2Fb%20c%252F%20%C3%A9";
const ADDRESS = "/clusters/rec/groups/a%2Fb%20c%252F%20%C3%A9";
const BEGIN = Date.UTC(2026, 10, 29, 22, 0, 0);
const CLUSTER = {
  name: "rec",
  kind: "RECORDING",
  createdAt: "2026-11-29T22:00:00Z",
  groupCount: 1,
  recordingId: null,
  firstAt: "2026-11-29T22:00:00Z",
  lastAt: "2026-11-29T22:01:40Z",
  health: { lastSuccessAt: null, lastErrorAt: null, lastError: null, failing: false, errorSince: null, errorCount: null },
};
const A = "JY2msHSqTAaeWlKAI5QdKA";
const B = "95zqXpNCRLaehwItJM9KrA";

function versions(): GroupDetail[] {
  const a = (active: string[]) => member(A, { processId: "p-a", endpoint: { host: "app-1.example", port: 1 }, assigned: { active, standby: ["1_0"], warmup: [] } });
  const b = (active: string[]) => member(B, { processId: "p-b", endpoint: { host: "app-2.example", port: 1 }, assigned: { active, standby: [], warmup: [] } });
  const first = ["0_0", "0_1", "0_2", "0_3", "0_4", "0_5"];
  const second = ["1_0", "1_1", "1_2", "1_3", "1_4", "1_5"];
  return [
    detail("a/b c%2F é", BEGIN, 1, { cluster: "rec", state: "ASSIGNING", members: [] }),
    detail("a/b c%2F é", BEGIN + 20_000, 2, { cluster: "rec", state: "RECONCILING", members: [a(first), b(second.slice(2))] }),
    detail("a/b c%2F é", BEGIN + 50_000, 3, { cluster: "rec", members: [a(first), b(second)] }),
  ];
}

function readiness(...requirements: [boolean | null, string][]) {
  const names = ["stable", "standbys", "caughtUp"] as const;
  return {
    cluster: "rec", groupId: "a/b c%2F é", ready: requirements.every(([met]) => met === true), state: "STABLE", version: 3, asOf: "2026-11-29T22:00:50Z",
    observedAt: "2026-11-29T22:00:50Z", readFailure: null, requirements: requirements.map(([met, reason], index) => ({ requirement: names[index], met, reason })),
  }; // prettier-ignore
}

function finding(code: string, severity: string, summary: string) {
  return {
    code, severity, subject: { kind: "TASK", id: "1_3" }, groupId: "a/b c%2F é", since: "2026-11-29T22:00:20Z", closedAt: null, summary,
    cause: `${A} is slow to give it up`, nextStep: "look at its log", evidence: {}, docs: "docs/findings.md#x",
  }; // prettier-ignore
}

const shownAt = () => new URLSearchParams(location.search).get("at");

function fakeGroup(details: GroupDetail[]) {
  const of = { details, changes: details.map((one) => [`change ${one.version}`]), statuses: [], errors: [], lags: new Map([[`1_0 ${A}`, { offset: 10, endOffset: 250, lag: 240 }]]) };
  const asOf = (url: URL) => {
    const at = url.searchParams.get("at");
    if (at !== null) return details.findLast((one) => one.changedAt <= at);
    return details.find((one) => String(one.version) === url.searchParams.get("version")) ?? details.at(-1);
  };
  fakeList("/clusters", [CLUSTER]);
  fake("/clusters/rec", CLUSTER);
  fake(GROUP, (url: URL) => asOf(url) ?? problem(404, "gone"));
  fake(`${GROUP}/snapshots`, (url: URL) => {
    const page = Number(url.searchParams.get("page"));
    const items = snapshotsOf(of).reverse();
    return { items: items.slice(page * 1000, (page + 1) * 1000), page, size: 1000, total: items.length };
  });
  fake(`${GROUP}/tasks`, (url: URL) => {
    const items = tasksOf(of, asOf(url) as GroupDetail);
    return { items, page: 0, size: 1000, total: items.length };
  });
  fakeList(`${GROUP}/errors`, []);
  fake(`${GROUP}/findings`, (url: URL) => {
    const items = asOf(url)?.version === 2 ? [finding("TASK_UNOWNED", "ERROR", "2 tasks run nowhere")] : [];
    return { items, page: 0, size: 200, total: items.length };
  });
  fake(`${GROUP}/readiness`, readiness([true, "It is STABLE"]));
  fake(`${GROUP}/tasks/1_0/history`, {
    taskId: "1_0",
    intervals: [{ memberId: B, processId: "p-b", view: "assigned", role: "active", fromVersion: 3, toVersion: null, from: details.at(-1)?.changedAt, to: null }],
  });
}

describe("the group page", () => {
  beforeEach(() => fakeGroup(versions()));

  it("offers the group as a document, its name encoded once", async () => {
    openAt(ADDRESS);
    expect((await screen.findByRole("link", { name: "Export a/b c%2F é" })).getAttribute("href")).toBe(`/api/v1${GROUP}/export`);
  });

  it("finds a group whose name has a slash, a space, a percent sign and an accent", async () => {
    openAt(ADDRESS);
    expect(await screen.findByRole("heading", { level: 1, name: "a/b c%2F é" })).toBeDefined();
    expect(await screen.findByText("app-1")).toBeDefined();
  });

  it("is calm when nothing is wrong", async () => {
    openAt(ADDRESS);
    expect(await screen.findByText(/All 12 known tasks have an owner, and nothing is found to be wrong/)).toBeDefined();
  });

  it("tells what is found first, the worst open with its cause and what to do", async () => {
    fakeList(`${GROUP}/findings`, [
      finding("TASK_UNOWNED", "ERROR", `task 1_3 waits for ${A}`),
      finding("MEMBER_AWAY", "INFO", "one is away"),
    ]);
    openAt(ADDRESS);
    const region = await screen.findByRole("region", { name: "Findings" });
    const [first, second] = within(region).getAllByRole("listitem");
    expect(first?.textContent).toContain("error: Task 1_3 waits for app-1 (JY2m…QdKA)");
    expect(first?.querySelector("details")?.open).toBe(true);
    expect(first?.textContent).toContain("What to do: Look at its log");
    expect(second?.querySelector("details")?.open).toBe(false);
  });

  it("asks for what was found at the instant shown", async () => {
    openAt(`${ADDRESS}?at=2026-11-29T22:00:20.000Z`);
    await screen.findByRole("region", { name: "Findings" });
    expect(requests().find((url) => url.pathname.endsWith("/findings"))?.searchParams.get("at")).toBe("2026-11-29T22:00:20.000Z");
  });

  it("steps a snapshot with the keys of the slider and keeps the version in the address", async () => {
    openAt(ADDRESS);
    const slider = await screen.findByRole("slider");
    expect(slider.getAttribute("aria-valuetext")).toBe("Version 3, 2026-11-29 22:00:50 UTC, Stable, 2 members");
    slider.focus();
    await userEvent.keyboard("{ArrowLeft}");
    await waitFor(() => expect(shownAt()).toBe("2026-11-29T22:00:20.000Z"));
    expect(slider.getAttribute("aria-valuetext")).toContain("Version 2");
    expect(await screen.findByText("2 tasks run nowhere.")).toBeDefined();
    expect(screen.getByText("change 2")).toBeDefined();
    await userEvent.keyboard("{Home}");
    await waitFor(() => expect(shownAt()).toBe("2026-11-29T22:00:00.000Z"));
    await userEvent.keyboard("{End}");
    await waitFor(() => expect(location.search).toBe(""));
  });

  it("goes to the instant that is clicked on the band", async () => {
    openAt(ADDRESS);
    const slider = await screen.findByRole("slider");
    slider.getBoundingClientRect = () => ({ left: 100, width: 1000, top: 0, height: 20, right: 1100, bottom: 20, x: 100, y: 0, toJSON: () => null });
    slider.setPointerCapture = () => undefined;
    fireEvent.pointerDown(slider, { button: 0, clientX: 400, pointerId: 1 });
    await waitFor(() => expect(shownAt()).toBe("2026-11-29T22:00:30.000Z"));
    await waitFor(() => expect(slider.getAttribute("aria-valuetext")).toBe("Version 2, 2026-11-29 22:00:30 UTC, Reconciling, 2 members"));
    expect(screen.getByText("10 s before what is shown")).toBeDefined();
    // The change before an instant within a version is that version's beginning.
    await userEvent.click(screen.getByRole("button", { name: "Previous change" }));
    await waitFor(() => expect(shownAt()).toBe("2026-11-29T22:00:20.000Z"));
    expect(requests().filter((url) => url.searchParams.get("at") === "2026-11-29T22:00:30.000Z").map((url) => url.pathname)).toContain(`/api/v1${GROUP}/tasks`);
  });

  it("names a version whose instant it shares with another by its number", async () => {
    const [first, second, third] = versions() as [GroupDetail, GroupDetail, GroupDetail];
    fakeGroup([first, { ...second, changedAt: third.changedAt }, third]);
    openAt(ADDRESS);
    (await screen.findByRole("slider")).focus();
    await userEvent.keyboard("{ArrowLeft}");
    await waitFor(() => expect(location.search).toBe("?version=2"));
  });

  it("stands at the last observed instant while the latest state is shown", async () => {
    const [, , third] = versions() as [GroupDetail, GroupDetail, GroupDetail];
    fakeGroup([...versions().slice(0, 2), { ...third, asOf: "2026-11-29T22:01:00.000Z" }]);
    openAt(ADDRESS);
    const head = () => document.querySelector(".head time")?.getAttribute("datetime");
    await waitFor(() => expect(head()).toBe("2026-11-29T22:01:00.000Z"));
    await userEvent.click(screen.getByRole("button", { name: "Previous change" }));
    await waitFor(() => expect(head()).toBe(versions()[1]?.changedAt));
  });

  it("draws the range of the address and keeps it from tab to tab", async () => {
    openAt(`${ADDRESS}?range=2026-11-29T22:00:25.000Z/2026-11-29T22:01:00.000Z`);
    const slider = await screen.findByRole("slider");
    expect([...slider.querySelectorAll(".segment")].map((segment) => segment.getAttribute("title"))).toEqual(["Reconciling", "Stable"]);
    expect(screen.getByRole("link", { name: "Statuses" }).getAttribute("href")).toContain("range=2026");
    await userEvent.click(screen.getByRole("button", { name: "All" }));
    await waitFor(() => expect(location.search).toBe(""));
    expect(slider.querySelectorAll(".segment")).toHaveLength(3);
  });

  it("opens a task beside the grid, shows its life, and closes it with Escape", async () => {
    openAt(ADDRESS);
    await userEvent.click(await screen.findByRole("columnheader", { name: "1_0" }));
    expect(location.search).toBe("?task=1_0");
    const panel = within(screen.getByRole("complementary"));
    expect(panel.getByText("Task")).toBeDefined();
    expect(panel.getByText(/counts, partition 0/)).toBeDefined();
    expect(await panel.findByText("nowhere")).toBeDefined();
    expect(panel.getByText(/^curl .*\/streams-groups\/a%2Fb%20c%252F%20%C3%A9\/endpoints\/lookup\?store=counts&partition=0/)).toBeDefined();
    expect(screen.getByRole("grid")).toBeDefined();
    await userEvent.keyboard("{Escape}");
    expect(location.search).toBe("");
    expect(screen.queryByRole("complementary")).toBeNull();
  });

  it("moves from task to task with the arrow keys and opens one with Enter", async () => {
    openAt(ADDRESS);
    const grid = await screen.findByRole("grid");
    const focusable = () => grid.querySelectorAll('[data-task][tabindex="0"]');
    expect(focusable()).toHaveLength(1);
    (focusable()[0] as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowRight}{End}");
    expect(document.activeElement?.getAttribute("aria-label")).toContain("1_0 standby on app-1");
    expect(focusable()).toHaveLength(1);
    await userEvent.keyboard("{Enter}");
    expect(location.search).toBe("?task=1_0");
  });

  it("writes the records behind into a standby", async () => {
    openAt(ADDRESS);
    const cell = await screen.findByRole("gridcell", { name: /1_0 standby on app-1.*, 240 records behind/ });
    expect(cell.textContent).toBe("240");
  });

  it("narrows the assignment to what is searched and keeps the search in the address", async () => {
    openAt(ADDRESS);
    await screen.findByRole("grid");
    await userEvent.keyboard("/app-1 counts");
    expect(await screen.findByText("1 of 12 tasks, 1 of 2 members")).toBeDefined();
    expect(screen.queryByRole("columnheader", { name: "0_0" })).toBeNull();
    await waitFor(() => expect(location.search).toBe("?find=app-1+counts"));
    await userEvent.clear(screen.getByRole("searchbox", { name: /^Search tasks/ }));
    expect(await screen.findByRole("columnheader", { name: "0_0" })).toBeDefined();
    await waitFor(() => expect(location.search).toBe(""));
  });

  it("packs the tasks of a row when asked, each with its partition", async () => {
    openAt(`${ADDRESS}?arrange=packed`);
    const cell = await screen.findByRole("gridcell", { name: /1_0 standby on app-1.*, 240 records behind/ });
    expect(cell.textContent).toBe("0240");
    expect(screen.queryByRole("columnheader", { name: "1_0" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "A column a task" }));
    expect(await screen.findByRole("columnheader", { name: "1_0" })).toBeDefined();
  });

  it("tells all of the cell that has the focus", async () => {
    openAt(ADDRESS);
    const cell = await screen.findByRole("gridcell", { name: /1_0 standby on app-1/ });
    await screen.findByRole("gridcell", { name: /240 records behind/ });
    vi.spyOn(cell, "matches").mockImplementation((selector) => selector === ":focus-visible");
    cell.focus();
    await waitFor(() => expect(document.querySelector(".cell-tip")?.textContent).toContain("app-1.example:1"));
    const tip = document.querySelector(".cell-tip")?.textContent;
    expect(tip).toContain("Ownednot observed");
    expect(tip).toContain("Assignedstandby");
    expect(tip).toContain("240 records");
    await userEvent.keyboard("{Escape}");
    expect(document.querySelector(".cell-tip")).toBeNull();
  });

  it("says that epochs are not known from heartbeats", async () => {
    fakeGroup(versions().map((one) => ({ ...one, groupEpoch: null, assignor: null })));
    openAt(ADDRESS);
    expect(await screen.findByText("not known: group epoch, assignor")).toBeDefined();
  });

  it("says that there is no such group, and leads to those that there are", async () => {
    fake(GROUP, () => problem(404, "The cluster “rec” has no streams group “a/b c%2F é”."));
    fake(`${GROUP}/snapshots`, () => problem(404, "no"));
    openAt(ADDRESS);
    expect(await screen.findByText("There is no such group")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(screen.getByRole("link", { name: "All groups of rec" })).toBeDefined();
  });

  it("offers the latest when the version in the address is not kept any more", async () => {
    fake(GROUP, (url: URL) => (url.searchParams.get("version") === "99" ? problem(404, "The group has no version 99.") : (versions()[2] as object)));
    openAt(`${ADDRESS}?version=99`);
    await userEvent.click(await screen.findByRole("button", { name: "Show the latest" }));
    expect(await screen.findByRole("grid")).toBeDefined();
  });

  it("says since when a group is known where the address names an instant before", async () => {
    fake(GROUP, (url: URL) => (url.searchParams.has("at") ? problem(404, "Nothing is known of it.") : (versions()[2] as object)));
    openAt(`${ADDRESS}?at=2026-11-28T22:00:00.000Z`);
    expect(await screen.findByText("Nothing is known of that instant")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Show version 1" }));
    await waitFor(() => expect(requests().some((url) => url.searchParams.get("version") === "1")).toBe(true));
  });

  it("tells findings that are alike together, and each of them when asked", async () => {
    fakeList(`${GROUP}/findings`, [
      ...["0_1", "0_2", "0_3"].map((id) => ({ ...finding("TASK_UNOWNED", "ERROR", `task ${id} runs nowhere`), subject: { kind: "TASK", id } })),
      finding("MEMBER_AWAY", "INFO", "one is away"),
    ]);
    openAt(ADDRESS);
    const region = within(await screen.findByRole("region", { name: "Findings" }));
    expect((await region.findByText("Task 0_1 runs nowhere.")).closest("summary")?.textContent).toContain("2 more like it: 0_2, 0_3");
    expect(region.queryByText(/Task 0_3 runs nowhere/)).toBeNull();
    await userEvent.click(region.getByRole("button", { name: "Each of the 2 others" }));
    expect(region.getByText(/Task 0_3 runs nowhere/)).toBeDefined();
    expect(region.getByText("One is away.")).toBeDefined();
  });

  it("draws a single snapshot", async () => {
    fakeGroup(versions().slice(2));
    openAt(ADDRESS);
    const slider = await screen.findByRole("slider");
    expect(slider.querySelectorAll(".segment")).toHaveLength(1);
    expect((screen.getByRole("button", { name: "Previous change" }) as HTMLButtonElement).disabled).toBe(true);
  });

  it("loads thousands of snapshots in pages", async () => {
    const base = versions()[2] as GroupDetail;
    fakeGroup(Array.from({ length: 2500 }, (_, index) => ({ ...base, version: index + 1, changedAt: new Date(BEGIN + index * 10).toISOString() })));
    openAt(ADDRESS);
    const slider = await screen.findByRole("slider");
    expect(slider.getAttribute("aria-valuemin")).toBe("1");
    expect(slider.getAttribute("aria-valuemax")).toBe("2500");
  });
});

describe("the tabs of the group page", () => {
  beforeEach(() => fakeGroup(versions()));

  it("show statuses with their whole detail, and errors with what they mean", async () => {
    fakeList(`${GROUP}/statuses`, [
      { code: 1, name: "MISSING_SOURCE_TOPICS", detail: "Source topics nada, nope are missing.", openedAt: "2026-11-29T22:00:10Z", closedAt: null, lastSeenAt: "2026-11-29T22:00:40Z", memberIds: [A] },
    ]);
    fakeList(`${GROUP}/errors`, [
      { memberId: A, instanceId: null, code: 110, name: "FENCED_MEMBER_EPOCH", message: null, explanation: "It must join again.", sentMemberEpoch: 1, knownMemberEpoch: 2, firstAt: "2026-11-29T22:00:10Z", lastAt: "2026-11-29T22:00:10Z", count: 1 },
    ]);
    openAt(`${ADDRESS}?tab=statuses`);
    expect(await screen.findByText("Source topics nada, nope are missing.")).toBeDefined();
    expect(await screen.findByText("It must join again.")).toBeDefined();
  });

  it("say calmly that there were no statuses and no errors", async () => {
    fakeList(`${GROUP}/statuses`, []);
    fakeList(`${GROUP}/errors`, []);
    openAt(`${ADDRESS}?tab=statuses`);
    expect(await screen.findByText("No heartbeat answer to this group carried a status.")).toBeDefined();
    expect(await screen.findByText("No heartbeat failed.")).toBeDefined();
  });

  it("do not say of a group read from descriptions that there were no statuses and no errors", async () => {
    fakeGroup(versions().map((one) => ({ ...one, stateSource: "BROKER" as const, statuses: null, openStatuses: null })));
    fakeList(`${GROUP}/statuses`, []);
    openAt(`${ADDRESS}?tab=statuses`);
    expect(await screen.findByText("Not known: the brokers' descriptions, from which this group was read, do not carry statuses.")).toBeDefined();
    expect(await screen.findByText("Not known: no heartbeat of this group was seen.")).toBeDefined();
  });

  it("do not blame heartbeats for an endpoint map that descriptions leave open", async () => {
    fakeGroup(versions().map((one) => ({ ...one, stateSource: "BROKER" as const })));
    fake(`${GROUP}/endpoints`, { informationEpoch: null, source: null, endpoints: null });
    openAt(`${ADDRESS}?tab=endpoints`);
    expect(await screen.findByText(/the brokers did not tell all of these/)).toBeDefined();
  });

  it("tell an endpoint map that is not known from one that is empty", async () => {
    fake(`${GROUP}/endpoints`, { informationEpoch: null, source: null, endpoints: null });
    openAt(`${ADDRESS}?tab=endpoints`);
    expect(await screen.findByText("The endpoint map is not known")).toBeDefined();
  });

  it("show the nodes of a topology and a group's configs where brokers tell them", async () => {
    fake(`${GROUP}/topology`, {
      version: 3,
      asOf: "2026-11-29T22:00:50Z",
      topologyEpoch: 1,
      subtopologies: [{ subtopologyId: "0", taskCount: 4, sourceTopics: ["orders"], sourceTopicRegex: [], repartitionSourceTopics: [], repartitionSinkTopics: [], changelogTopics: ["app-counts-changelog"], stores: ["counts"] }],
      description: {
        readAt: "2026-11-29T22:00:51Z",
        status: "AVAILABLE",
        topologyEpoch: 1,
        subtopologies: [{ subtopologyId: "0", nodes: [{ name: "KSTREAM-SOURCE-0", type: "SOURCE", topics: ["orders"], stores: [], predecessors: [], successors: ["KSTREAM-AGGREGATE-1"] }] }],
        globalStores: [],
      },
      readFailure: null,
    });
    fake(`${GROUP}/configs`, { readAt: "2026-11-29T22:00:51Z", readFailure: null, configs: [{ name: "streams.num.standby.replicas", value: "2", own: true }] });
    openAt(`${ADDRESS}?tab=topology`);
    expect(await screen.findByRole("rowheader", { name: "KSTREAM-SOURCE-0" })).toBeDefined();
    const graph = screen.getByRole("group", { name: /^Graph of the subtopologies/ });
    expect(within(graph).getByRole("link", { name: /Subtopology 0.*4 tasks.*counts/ }).getAttribute("href")).toBe(`${ADDRESS}?find=0_`);
    await userEvent.click(screen.getByRole("button", { name: "Nodes" }));
    expect(location.search).toBe("?tab=topology&graph=nodes");
    expect(within(screen.getByRole("group", { name: /^Graph of the nodes/ })).getByText("KSTREAM-SOURCE-0")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Zoom out" }));
    expect(location.search).toBe("?tab=topology&graph=nodes&zoom=75");
    await userEvent.click(screen.getByRole("button", { name: "Zoom in" }));
    expect(location.search).toBe("?tab=topology&graph=nodes");
    const config = (await screen.findByRole("rowheader", { name: "streams.num.standby.replicas" })).closest("tr");
    expect(config?.textContent).toContain("this group");
  });

  it("tell nodes that brokers do not keep from nodes that nobody asked for, and name a missing permission", async () => {
    const topology = { version: 3, asOf: "2026-11-29T22:00:50Z", topologyEpoch: 1, subtopologies: null, readFailure: null };
    fake(`${GROUP}/topology`, { ...topology, description: { readAt: "2026-11-29T22:00:51Z", status: "NOT_STORED", topologyEpoch: 1, subtopologies: [], globalStores: [] } });
    fake(`${GROUP}/configs`, {
      readAt: null,
      readFailure: { groupId: "a", part: "CONFIGS", code: "AUTHORIZATION", message: "Grant it DESCRIBE_CONFIGS on group 'a'", since: "2026-11-29T22:00:51Z", lastAt: "2026-11-29T22:00:51Z", count: 1, until: null },
      configs: null,
    });
    openAt(`${ADDRESS}?tab=topology`);
    expect(await screen.findByText(/The brokers have none of this group/)).toBeDefined();
    expect(await screen.findByText(/Grant it DESCRIBE_CONFIGS/)).toBeDefined();
    expect(await screen.findByText("The topology is not known")).toBeDefined();
  });

  it("show a member's three views apart, and what was not observed as such", async () => {
    openAt(`${ADDRESS}?tab=members&member=${A}`);
    const card = within(await screen.findByRole("region", { name: "Member" }));
    expect(card.getByText("0_0 0_1 0_2 0_3 0_4 0_5")).toBeDefined();
    expect(card.getAllByText("not observed").length).toBe(6);
  });

  it("compare any two snapshots, in words and in data, and go to one of them", async () => {
    fake(`${GROUP}/diff`, (url: URL) => ({
      from: { version: Number(url.searchParams.get("from")), at: "2026-11-29T22:00:00Z" },
      to: { version: Number(url.searchParams.get("to")), at: "2026-11-29T22:00:50Z" },
      changes: ["state RECONCILING → STABLE"],
      state: { from: "RECONCILING", to: "STABLE" },
      fields: [{ name: "groupEpoch", from: "6", to: "7" }],
      joined: [],
      left: [],
      changed: [],
      tasks: [{ taskId: "1_0", view: "assigned", role: "active", from: [], to: [B] }],
      statusesOpened: [],
      statusesClosed: [],
      endpointsChanged: true,
      endpoints: [{ host: "app-1.example", port: 1, change: "added", served: [] }],
      topologyChanged: false,
    }));
    openAt(`${ADDRESS}?tab=snapshots`);
    await userEvent.click(await screen.findByRole("button", { name: "Compare" }));
    expect(location.search).toContain("from=2&to=3");
    expect(await screen.findByText("Reconciling → Stable")).toBeDefined();
    expect(screen.getByText("6 → 7")).toBeDefined();
    expect(screen.getByText("app-1.example:1").parentElement?.textContent).toBe("app-1.example:1 added");
    expect(screen.getByText("nobody")).toBeDefined();
    expect(within(screen.getByRole("list", { name: "What differs, in words" })).getByText("state RECONCILING → STABLE")).toBeDefined();
    await userEvent.click(screen.getByRole("radio", { name: "Compare from version 1" }));
    expect(new URLSearchParams(location.search).toString()).toBe("tab=snapshots&from=1&to=3");
    expect(await screen.findByText(/^From version 1 /)).toBeDefined();
    expect(screen.getByRole("radio", { name: "Compare from version 1" })).toHaveProperty("checked", true);
    expect(screen.getByRole("radio", { name: "Compare to version 3" })).toHaveProperty("checked", true);
    expect(screen.getByRole("spinbutton", { name: "from version" })).toHaveProperty("value", "1");
    await userEvent.click(screen.getByRole("button", { name: "Show version 1" }));
    expect(new URLSearchParams(location.search).get("version")).toBe("1");
  });
});

describe("the timeline", () => {
  const of = () => ({ details: versions(), changes: [], statuses: [], errors: [], lags: new Map() });
  beforeEach(() => {
    fakeGroup(versions());
    fakeList(`${GROUP}/statuses`, []);
    fake(`${GROUP}/timeline`, (url: URL) => ({ ...timelineOf(of(), url.searchParams.get("by") as "process" | "task", url.searchParams.get("search") ?? ""), to: "2026-11-29T22:01:40.000Z" }));
  });

  it("has a lane a process, and its keys lead from bar to bar and to that instant", async () => {
    openAt(`${ADDRESS}?tab=timeline`);
    const plot = await screen.findByRole("application");
    expect(within(plot).getByRole("link", { name: "app-1" }).getAttribute("href")).toMatch(/\?tab=members$/);
    plot.focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    const said = plot.querySelector("[aria-live]");
    expect(said?.textContent).toBe("app-1: 6 active tasks, 0_0, 0_1, 0_2, 0_3, 0_4, 0_5; since 2026-11-29 22:00:20 UTC, 1 min 20 s");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(shownAt()).toBe("2026-11-29T22:00:20.000Z"));
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowLeft}");
    expect(said?.textContent).toContain("Assigning");
  });

  it("zooms by keys, and the address carries the range", async () => {
    openAt(`${ADDRESS}?tab=timeline`);
    (await screen.findByRole("application")).focus();
    await userEvent.keyboard("+");
    await waitFor(() => expect(new URLSearchParams(location.search).get("range")).toBe("2026-11-29T22:00:25.000Z/2026-11-29T22:01:15.000Z"));
    await userEvent.keyboard("0");
    await waitFor(() => expect(new URLSearchParams(location.search).get("range")).toBeNull());
  });

  it("goes to the instant that is clicked, and moves when it is dragged", async () => {
    openAt(`${ADDRESS}?tab=timeline&range=2026-11-29T22:00:00.000Z/2026-11-29T22:00:50.000Z`);
    const canvas = (await screen.findByRole("application")).querySelector("canvas") as HTMLCanvasElement;
    canvas.setPointerCapture = () => undefined;
    const drawn = Number.parseInt(canvas.style.width, 10);
    fireEvent.pointerDown(canvas, { button: 0, clientX: drawn / 2, pointerId: 1 });
    fireEvent.pointerUp(canvas, { clientX: drawn / 2, pointerId: 1 });
    await waitFor(() => expect(shownAt()).toBe("2026-11-29T22:00:25.000Z"));
    fireEvent.pointerDown(canvas, { button: 0, clientX: 10 * drawn, pointerId: 1 });
    fireEvent.pointerMove(canvas, { clientX: 0, pointerId: 1 });
    fireEvent.pointerUp(canvas, { clientX: 0, pointerId: 1 });
    await waitFor(() => expect(new URLSearchParams(location.search).get("range")).toBe("2026-11-29T22:00:50.000Z/2026-11-29T22:01:40.000Z"));
    expect(shownAt()).toBe("2026-11-29T22:00:25.000Z");
  });

  it("has lanes of tasks, of which a part is searched, and offers all when none fits", async () => {
    openAt(`${ADDRESS}?tab=timeline&by=task`);
    await userEvent.type(await screen.findByRole("searchbox", { name: "Lanes with this part of a task" }), "1_3");
    await waitFor(() => expect(new URLSearchParams(location.search).get("lanes")).toBe("1_3"));
    expect((await screen.findByRole("link", { name: "1_3" })).getAttribute("href")).toMatch(/\?task=1_3$/);
    await waitFor(() => expect(screen.queryByRole("link", { name: "0_0" })).toBeNull());
    await userEvent.type(screen.getByRole("searchbox"), "x");
    await userEvent.click(await screen.findByRole("button", { name: "Show all" }));
    expect(await screen.findByRole("link", { name: "0_0" })).toBeDefined();
  });

  it("says where an answer that was cut begins, and asks for what lies before when the reader goes there", async () => {
    fake(`${GROUP}/timeline`, (url: URL) => {
      const whole = timelineOf(of(), "process");
      return url.searchParams.has("to") ? whole : { ...whole, cut: true, from: "2026-11-29T22:00:20Z" };
    });
    openAt(`${ADDRESS}?tab=timeline`);
    expect(await screen.findByText(/the lanes begin at 2026-11-29 22:00:20 UTC/)).toBeDefined();
    (await screen.findByRole("application")).focus();
    await userEvent.keyboard("+");
    await userEvent.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}");
    await waitFor(() => expect(requests().some((url) => url.pathname.endsWith("/timeline") && url.searchParams.has("to"))).toBe(true));
    await waitFor(() => expect(screen.queryByText(/the lanes begin/)).toBeNull());
  });

  it("says why there is no timeline", async () => {
    fake(`${GROUP}/timeline`, () => problem(500, "The database does not answer; try again."));
    openAt(`${ADDRESS}?tab=timeline`);
    expect(await screen.findByText("The database does not answer; try again.")).toBeDefined();
  });
});

describe("the verdict", () => {
  beforeEach(() => fakeGroup(versions()));

  it("says that a restart is safe, and why", async () => {
    openAt(ADDRESS);
    expect((await screen.findByText("Safe to restart")).closest("details")?.textContent).toContain("Stable (met): It is STABLE.");
    const asked = requests().find((url) => url.pathname.endsWith("/readiness"));
    expect(asked?.searchParams.get("require")).toBe("stable,standbys,caughtUp");
    expect(asked?.searchParams.has("at")).toBe(false);
  });

  it("says first what is missing, and the rest when it is opened", async () => {
    fake(`${GROUP}/readiness`, readiness([true, "It is STABLE"], [null, "The configs were not read"], [false, `1_0 on ${A} is 240 behind`]));
    openAt(ADDRESS);
    const verdict = (await screen.findByText("Not safe to restart")).closest("details") as HTMLDetailsElement;
    expect(verdict.querySelector("summary")?.textContent).toBe("✕Not safe to restart: 1_0 on app-1 (JY2m…QdKA) is 240 behind.");
    await userEvent.click(verdict.querySelector("summary") as HTMLElement);
    expect(verdict.open).toBe(true);
    expect(within(verdict).getByText(/The configs were not read/).textContent).toContain("Standbys (not known)");
  });

  it("says that it does not know where nothing is known to be missing", async () => {
    fake(`${GROUP}/readiness`, readiness([true, "It is STABLE"], [null, "The configs were not read"]));
    openAt(ADDRESS);
    expect((await screen.findByText("Not known to be safe to restart")).parentElement?.textContent).toContain("The configs were not read.");
  });

  it("is about the instant that is shown", async () => {
    openAt(`${ADDRESS}?at=2026-11-29T22:00:30.000Z`);
    await screen.findByText("Safe to restart");
    expect(requests().filter((url) => url.pathname.endsWith("/readiness")).map((url) => url.searchParams.get("at"))).toEqual(["2026-11-29T22:00:30.000Z"]);
  });

  it("tells why it could not be asked for", async () => {
    fake(`${GROUP}/readiness`, () => problem(503, "The database does not answer; try again."));
    openAt(ADDRESS);
    expect(await screen.findByText("Whether it is safe to restart is not known: The database does not answer; try again.")).toBeDefined();
  });
});

describe("the rebalances", () => {
  const SEEN = { from: "2026-11-29T22:00:00Z", to: "2026-11-29T22:01:40Z", count: 1, perHour: 36, longest: null, longestMs: null, rollingRestarts: [], flapping: [] };
  const HOLDER_A = { memberId: A, processId: "p-a", endpoint: { host: "app-1.example", port: 1 } };
  const HOLDER_B = { memberId: B, processId: "p-b", endpoint: { host: "app-2.example", port: 1 } };
  const CAUSE = { at: "2026-11-29T22:00:20Z", instanceId: null, clientId: null, wholeProcess: true, lastHeardAt: null, errorCode: null, from: null, to: null };
  const EXPIRED = {
    number: 2, begunAt: "2026-11-29T22:00:20Z", begunAfter: null, endedAt: "2026-11-29T22:00:22.2Z", durationMs: 2200, firstVersion: 2, lastVersion: 3, epochBefore: 7, epochAfter: 9, trigger: "EXPIRED",
    causes: [{ ...CAUSE, kind: "EXPIRED", ...HOLDER_B, lastHeardAt: "2026-11-29T22:00:10Z" }],
    moves: [{ task: "1_3", role: "active", from: HOLDER_B, to: HOLDER_A }, { task: "1_3", role: "standby", from: HOLDER_A, to: null }],
    gaps: [{ task: "1_3", from: "2026-11-29T22:00:20Z", to: "2026-11-29T22:00:21.5Z", durationMs: 1500 }, { task: "0_2", from: "2026-11-29T22:00:20Z", to: null, durationMs: null }],
    heldUpBy: [{ member: HOLDER_A, behindMs: 1900 }],
  }; // prettier-ignore
  const fakeRebalances = (items: object[], summary: object = SEEN, total = items.length) => fake(`${GROUP}/rebalances`, { items, page: 0, size: 25, total, summary: { ...SEEN, count: total, ...summary } });
  const rowOf = async (number: number) => (await screen.findByRole("link", { name: `Rebalance ${number}` })).closest("tr") as HTMLElement;
  const cells = (row: HTMLElement) => within(row).getAllByRole("cell").map((cell) => cell.textContent);

  beforeEach(() => fakeGroup(versions()));

  it("tell when, how long, why, what moved, what ran nowhere and who was behind", async () => {
    fakeRebalances([EXPIRED], { longest: 2, longestMs: 2200, flapping: [{ instance: { ...HOLDER_B, memberId: null, instanceId: null }, came: 2, went: 3 }] });
    openAt(`${ADDRESS}?tab=rebalances`);
    expect(cells(await rowOf(2))).toEqual([
      "2026-11-29 22:00:20",
      "2.2 s",
      "7 → 9",
      "app-2 expiredlast heard 22:00:10, 10 s before",
      expect.stringContaining("1 active, 11 standby"),
      "2 tasks, up to 1.5 s1 of them not seen to run again",
      "app-1 1.9 s",
    ]);
    expect(screen.getByText("1 rebalance").parentElement?.textContent).toBe("1 rebalance in 1 min 40 s, about 36 an hour");
    expect(screen.getByText("app-2 flaps").parentElement?.textContent).toBe("app-2 flaps: came 2 times, went 3 times");
    expect(screen.getByRole("link", { name: "2.2 s" }).getAttribute("href")).toContain("rebalance=2");
  });

  it("name the process that came instead of each that a rolling restart replaced", async () => {
    const of = (name: string) => ({ memberId: null, processId: `p-${name}`, instanceId: null, endpoint: { host: `${name}.example`, port: 1 } });
    const round = { leftAt: "2026-11-29T22:00:30Z", backAt: "2026-11-29T22:00:20Z", leftIn: 3, backIn: 2 };
    const restart = { begunAt: "2026-11-29T22:00:20Z", endedAt: "2026-11-29T22:01:30Z" };
    fakeRebalances([EXPIRED], {
      rollingRestarts: [
        { ...restart, rounds: [{ ...round, instance: of("old-1"), replacedBy: of("new-1") }, { ...round, instance: of("old-2"), replacedBy: of("new-2") }] },
        { ...restart, begunAt: "2026-11-29T22:00:50Z", rounds: [{ ...round, instance: of("app-1"), replacedBy: null }, { ...round, instance: of("app-2"), replacedBy: null }] },
      ],
    }); // prettier-ignore
    openAt(`${ADDRESS}?tab=rebalances`);
    const told = (await screen.findAllByText("rolling restart")).map((words) => words.parentElement?.textContent);
    expect(told[0]).toMatch(/^rolling restart of 2 processes, each replaced by another .*: old-1 by new-1, old-2 by new-2$/);
    expect(told[1]).toMatch(/^rolling restart of 2 processes [^,]*, 40 s: app-1, app-2$/);
  });

  it("open to who had each task before and after, and lead to the instant", async () => {
    fakeRebalances([EXPIRED]);
    openAt(`${ADDRESS}?tab=rebalances`);
    const link = await screen.findByRole("link", { name: "Rebalance 2" });
    expect(link.getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(link);
    expect(new URLSearchParams(location.search).get("rebalance")).toBe("2");
    const moves = within(screen.getByRole("table", { name: "Tasks of rebalance 2, before and after" }));
    expect(moves.getAllByRole("row").slice(1).map((row) => row.textContent)).toEqual([
      "0_2 activestayed where it wasnot seen to run again since 22:00:20",
      "1_3 activeapp-2 95zq…9KrAapp-1 JY2m…QdKA1.5 s 22:00:20 – 22:00:21.500",
      "1_3 standbyapp-1 JY2m…QdKAnobody",
    ]);
    expect(screen.getByRole("link", { name: "before" }).getAttribute("href")).toMatch(/\?version=1$/);
    await userEvent.click(screen.getByRole("link", { name: "2026-11-29 22:00:20" }));
    expect(shownAt()).toBe("2026-11-29T22:00:20Z");
    await waitFor(async () => expect((await rowOf(2)).getAttribute("aria-current")).toBe("true"));
  });

  it("never tell what nobody observed", async () => {
    const base = { ...EXPIRED, causes: [{ ...CAUSE, kind: "GONE", ...HOLDER_B }], moves: [], heldUpBy: [] };
    fakeRebalances([
      { ...base, number: 5, endedAt: null, durationMs: null, gaps: [] },
      { ...base, number: 4, begunAfter: "2026-11-29T22:00:10Z", begunAt: "2026-11-29T22:00:20Z", endedAt: "2026-11-29T22:00:20Z", durationMs: null, gaps: null },
      { ...base, number: 3, begunAfter: "2026-11-29T22:00:10Z", gaps: [] },
      { ...base, number: 1, begunAt: null, durationMs: null, epochBefore: null, gaps: [], causes: [{ ...CAUSE, kind: "UNKNOWN", memberId: null, processId: null, endpoint: null }] },
    ], { perHour: null }); // prettier-ignore
    openAt(`${ADDRESS}?tab=rebalances`);
    expect(cells(await rowOf(5)).slice(1, 2)).toEqual(["stillIt goes on at the last observation."]);
    expect(cells(await rowOf(4)).slice(1)).toEqual([
      "between two looksat most 10 s",
      "7 → 9",
      "app-2 is goneleft or expired: descriptions do not tell which",
      "none",
      "not knownnobody looked at the group meanwhile",
      "not known",
    ]);
    expect(cells(await rowOf(3)).slice(0, 2)).toEqual(["2026-11-29 22:00:20or up to 10 s before", "2.2 s"]);
    expect(cells(await rowOf(1)).slice(0, 4)).toEqual([
      "—It went on already when the group was first seen",
      "not knownIt went on already when the group was first seen.",
      "—not known → 9",
      "not known whynothing observed tells it",
    ]);
    expect(screen.getByText("4 rebalances").parentElement?.textContent).not.toContain("an hour");
  });

  it("are those of the range that is drawn, and all when none was in it", async () => {
    fakeRebalances([]);
    openAt(`${ADDRESS}?tab=rebalances&range=2026-11-29T22:00:25.000Z/2026-11-29T22:00:40.000Z`);
    expect(await screen.findByText("No rebalance went on in this range")).toBeDefined();
    const asked = requests().findLast((url) => url.pathname.endsWith("/rebalances"));
    expect([asked?.searchParams.get("from"), asked?.searchParams.get("to")]).toEqual(["2026-11-29T22:00:25.000Z", "2026-11-29T22:00:40.000Z"]);
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(await screen.findByText("No rebalance was seen")).toBeDefined();
  });

  it("come 25 to a page, and one that is on another is said to be", async () => {
    fakeRebalances([EXPIRED], SEEN, 30);
    openAt(`${ADDRESS}?tab=rebalances&rebalance=29`);
    expect(await screen.findByText("Rebalance 29 is not on this page.")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(requests().findLast((url) => url.pathname.endsWith("/rebalances"))?.searchParams.get("page")).toBe("1"));
  });

  it("say why they cannot be told", async () => {
    fake(`${GROUP}/rebalances`, () => problem(500, "The database does not answer; try again."));
    openAt(`${ADDRESS}?tab=rebalances`);
    expect(await screen.findByText("The database does not answer; try again.")).toBeDefined();
  });
});

describe("a live group", () => {
  it("that cannot be read says since when, how often and why, and when what is shown was observed", async () => {
    const readFailure = { groupId: "a/b c%2F é", part: "STATE", code: "COORDINATOR", message: "The group's coordinator does not answer", since: "2026-11-29T22:02:00Z", lastAt: "2026-11-29T22:03:00Z", count: 12, until: null } as const;
    fakeGroup(versions().map((one) => ({ ...one, readFailure, observedAt: "2026-11-29T22:01:55Z" })));
    openAt(ADDRESS);
    expect((await screen.findByText("✕ This group cannot be read")).parentElement?.textContent).toBe(
      "✕ This group cannot be read since 2026-11-29 22:02:00 UTC (12 times, last 22:03:00): The group's coordinator does not answer." +
        " What is shown was observed 2026-11-29 22:01:55 UTC.",
    );
  });

  it("follows new snapshots, asks only for what is new, and forgets what statuses it knew", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const details = versions();
    fakeGroup(details);
    const live = { ...CLUSTER, kind: "LIVE", health: { lastSuccessAt: "2026-11-29T22:01:40Z", lastErrorAt: null, lastError: null, failing: false, errorSince: null, errorCount: null } };
    fakeList("/clusters", [live]);
    fake("/clusters/rec", live);
    fakeList(`${GROUP}/statuses`, []);
    openAt(`${ADDRESS}?tab=statuses`);
    const slider = await screen.findByRole("slider");
    expect(await screen.findByRole("button", { name: "● Live" })).toBeDefined();
    details.push(detail("a/b c%2F é", BEGIN + 60_000, 4, { cluster: "rec", state: "EMPTY", members: [] }));
    await vi.advanceTimersByTimeAsync(11_000);
    await waitFor(() => expect(slider.getAttribute("aria-valuemax")).toBe("4"));
    expect(slider.getAttribute("aria-valuetext")).toContain("Empty");
    const asked = requests().filter((url) => url.pathname.endsWith("/snapshots"));
    expect(asked[0]?.searchParams.get("size")).toBe("1000");
    expect(asked.at(-1)?.searchParams.get("size")).toBe("50");
    expect(requests().filter((url) => url.pathname.endsWith("/errors")).length).toBeGreaterThan(1);
    vi.useRealTimers();
  });
});
