import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { detail, member } from "../../../dev/fixture/world";
import type { EndpointMap } from "../../api/types";
import { fake, fakeList, problem, requests } from "../../testing/api";
import { fakeGroupAt } from "../../testing/group";
import { openAt } from "../../testing/render";

const ADDRESS = "/clusters/rec/groups/orders-app?tab=endpoints";
const COUNTS = "orders-app-counts-repartition";
const A = "JY2msHSqTAaeWlKAI5QdKA";
const B = "95zqXpNCRLaehwItJM9KrA";

function host(name: string, memberId: string, active: Record<string, number[]>, standby: Record<string, number[]> = {}, stores: number[][] | null = null) {
  const list = (of: Record<string, number[]>) => Object.entries(of).map(([topic, partitions]) => ({ topic, partitions }));
  return {
    host: name, port: 1, memberIds: [memberId], processIds: [`p-${name}`], active: list(active), standby: list(standby), partitions: list({ ...standby, ...active }),
    stores: stores && [{ store: "counts", subtopologyId: "1", active: stores[0] ?? [], standby: stores[1] ?? [], partitions: stores.flat() }],
  }; // prettier-ignore
}

const MAP: EndpointMap = {
  informationEpoch: 3,
  source: "HEARTBEAT",
  endpoints: [host("app-1", A, { orders: [0, 1, 2, 3, 4, 5] }, { [COUNTS]: [0] }, [[], [0]]), host("app-2", B, { [COUNTS]: [0, 1, 2, 3, 4, 5] }, {}, [[0, 1, 2, 3, 4, 5], []])],
};

const place = (role: string, name: string, memberId: string, of: object = {}) => ({
  role, source: "HEARTBEAT", host: name, port: 1, memberIds: [memberId], processIds: [], holders: [memberId], lag: null, ...of,
}); // prettier-ignore

const answer = (of: object = {}) => ({
  store: "counts", topic: null, partition: 3, partitionCount: 6, taskId: "1_3", informationEpoch: 3, mapOutdatedBy: null,
  places: [place("ACTIVE", "app-2", B), place("STANDBY", "app-1", A, { lag: 240 })], ...of,
}); // prettier-ignore

let group = "";
const region = async (name: string) => within(await screen.findByRole("region", { name }));
const lookups = () => requests().filter((url) => url.pathname.endsWith("/lookup"));

beforeEach(() => {
  const runs = (id: string, name: string, subtopology: number) =>
    member(id, {
      processId: `p-${name}`,
      endpoint: { host: name, port: 1 },
      assigned: { active: [0, 1, 2, 3, 4, 5].map((partition) => `${subtopology}_${partition}`), standby: [], warmup: [] },
    });
  group = fakeGroupAt(detail("orders-app", 0, 1, { cluster: "rec", stateSource: "DERIVED", members: [runs(A, "app-1", 0), runs(B, "app-2", 1)] }));
  fake(`${group}/endpoints`, MAP);
});

describe("the lookup", () => {
  it("asks for a store and a key, puts both into the address, and tells the places in the order of the answer", async () => {
    fake(`${group}/endpoints/lookup`, answer());
    openAt(ADDRESS);
    const lookup = await region("Lookup");
    expect((lookup.getByLabelText("Store") as HTMLInputElement).value).toBe("counts");
    await userEvent.type(lookup.getByLabelText("Key"), "alice");
    await userEvent.click(lookup.getByRole("button", { name: "Look up" }));
    const places = await lookup.findAllByRole("listitem");
    expect(places.map((one) => one.textContent)).toEqual([" activeapp-2:1app-2", " standbyapp-1:1app-1240 behind"]);
    expect(location.search).toBe("?tab=endpoints&store=counts&key=alice");
    expect(lookups().map((url) => url.search)).toEqual(["?store=counts&key=alice&serializer=string"]);
    expect(lookup.getByText(/^curl/).textContent).toBe("curl 'http://localhost/api/v1/clusters/rec/streams-groups/orders-app/endpoints/lookup?store=counts&key=alice'");
  });

  it("asks for a topic and a partition of the instant in the address, and its command does", async () => {
    fake(`${group}/endpoints/lookup`, answer({ store: null, topic: "orders" }));
    openAt(`${ADDRESS}&topic=orders&partition=3&at=1970-01-01T00:00:00.000Z`);
    const lookup = await region("Lookup");
    await lookup.findAllByRole("listitem");
    expect(lookups().map((url) => url.searchParams.get("at"))).toEqual(["1970-01-01T00:00:00.000Z"]);
    expect(lookup.getByText(/^curl/).textContent).toContain("topic=orders&partition=3&at=1970-01-01T00%3A00%3A00.000Z'");
  });

  it("tells what the server objects to at its field", async () => {
    fake(`${group}/endpoints/lookup`, () => problem(400, "key=alice is no whole number of 64 bits, such as 42", "urn:streamgauge:problem:invalid-parameter"));
    openAt(`${ADDRESS}&store=counts&key=alice&serializer=long`);
    const lookup = await region("Lookup");
    const told = await lookup.findByRole("alert");
    expect(told.textContent).toBe("✕ key=alice is no whole number of 64 bits, such as 42");
    const key = lookup.getByLabelText("Key");
    expect(key.getAttribute("aria-invalid")).toBe("true");
    expect(key.getAttribute("aria-describedby")).toBe(told.id);
    expect((lookup.getByLabelText("Serializer") as HTMLSelectElement).value).toBe("long");
  });

  it("does not ask for a partition that is no number", async () => {
    openAt(`${ADDRESS}&store=counts&partition=three`);
    const lookup = await region("Lookup");
    expect((await lookup.findByRole("alert")).textContent).toContain("A partition is a whole number from 0.");
    expect(lookups()).toEqual([]);
  });

  it("warns of a map that is older than the last rebalance, of copies alone, and of an endpoint without a holder", async () => {
    fake(`${group}/endpoints/lookup`, answer({ mapOutdatedBy: "2026-11-29T22:24:43.720Z", places: [place("STANDBY", "app-1", A, { holders: [] })] }));
    openAt(`${ADDRESS}&store=counts&partition=3`);
    const lookup = await region("Lookup");
    expect(await lookup.findByText(/The endpoint map is older than the last rebalance/)).toBeDefined();
    expect(lookup.getByText(/No endpoint serves it actively/)).toBeDefined();
    expect(lookup.getByText("lag not known")).toBeDefined();
    expect(lookup.getByText("no member of it is assigned the task")).toBeDefined();
  });

  it("tells a topic that nobody has from one that nobody can tell of", async () => {
    fake(`${group}/endpoints/lookup`, answer({ store: null, topic: "nope", taskId: null, partitionCount: null, places: [] }));
    const { unmount } = openAt(`${ADDRESS}&topic=nope&partition=3`);
    expect(await screen.findByText(/No endpoint has it at this instant, and no subtopology that is known reads this topic/)).toBeDefined();
    unmount();
    fake(`${group}/endpoints/lookup`, answer({ places: null }));
    openAt(`${ADDRESS}&store=counts&partition=3`);
    expect(await screen.findByText(/nobody can say who serves it/)).toBeDefined();
  });

  it("copies its command, and selects it where the clipboard is closed", async () => {
    const user = userEvent.setup();
    fake(`${group}/endpoints/lookup`, answer());
    openAt(`${ADDRESS}&store=counts&key=alice`);
    const lookup = await region("Lookup");
    const copy = await lookup.findByRole("button", { name: "Copy the curl command" });
    await user.click(copy);
    expect(await lookup.findByText("Copied", { selector: "[aria-live]" })).toBeDefined();
    const command = lookup.getByText(/^curl/).textContent;
    expect(await navigator.clipboard.readText()).toBe(command);
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
    await user.click(copy);
    expect(await lookup.findByText("Selected, to be copied with Ctrl+C or ⌘C")).toBeDefined();
    expect(String(getSelection())).toBe(command);
  });
});

describe("the endpoint map", () => {
  it("is shown by host, by topic and by store, as the address says", async () => {
    openAt(ADDRESS);
    const endpoints = await region("Endpoints");
    const rows = () => endpoints.getAllByRole("row").slice(1).map((row) => [...row.children].map((cell) => cell.textContent?.trim()));
    expect(await endpoints.findByText("app-1:1")).toBeDefined();
    await userEvent.click(endpoints.getByRole("button", { name: "By topic" }));
    expect(location.search).toBe("?tab=endpoints&by=topic");
    expect(rows()).toEqual([
      ["orders", "app-1:1", "0–5", "none"],
      [COUNTS, "app-1:1", "none", "0"],
      [COUNTS, "app-2:1", "0–5", "none"],
    ]);
    await userEvent.click(endpoints.getByRole("button", { name: "By store" }));
    await userEvent.type(endpoints.getByRole("searchbox"), "app-2");
    await waitFor(() => expect(rows()).toEqual([["counts", "app-2:1", "0–5", "none"]]));
    await waitFor(() => expect(location.search).toBe("?tab=endpoints&by=store&find=app-2"));
  });

  it("comes in pages of fifty endpoints", async () => {
    fake(`${group}/endpoints`, { ...MAP, endpoints: Array.from({ length: 120 }, (_, index) => host(`app-${index}`, `m${index}`, { orders: [index] })) });
    openAt(`${ADDRESS}&page=3`);
    const endpoints = await region("Endpoints");
    expect(await endpoints.findByText("101–120 of 120 endpoints")).toBeDefined();
    expect(endpoints.getAllByRole("row").length).toBe(21);
  });

  it("says that stores are not known where it is so", async () => {
    fake(`${group}/endpoints`, { ...MAP, endpoints: [host("app-1", A, { orders: [0] })] });
    openAt(`${ADDRESS}&by=store`);
    expect(await screen.findByText("The stores are not known")).toBeDefined();
  });
});

describe("what nobody serves or several do", () => {
  it("is told first, with how bad it is found to be and since when", async () => {
    fake(`${group}/endpoints`, { ...MAP, endpoints: [host("app-1", A, { orders: [0, 1, 2, 3, 4, 5], [COUNTS]: [4, 5] }), host("app-2", B, { [COUNTS]: [2, 3, 4, 5] })] });
    fakeList(`${group}/findings`, [
      {
        code: "PARTITION_SERVED_TWICE", severity: "ERROR", subject: { kind: "TOPIC", id: COUNTS }, groupId: "orders-app", since: "2026-11-29T22:00:20Z", closedAt: null,
        summary: "2 partitions are actively served by several endpoints", cause: "", nextStep: "", evidence: {}, docs: "",
      },
    ]); // prettier-ignore
    openAt(ADDRESS);
    const told = await region("Unserved and doubly served");
    await waitFor(() => expect(told.getAllByRole("listitem")[0]?.textContent).toContain("error:"));
    const [twice, nowhere] = told.getAllByRole("listitem").map((one) => one.textContent);
    expect(twice).toContain("counts partitions 4, 5 are served actively by several endpoints: app-1:1, app-2:1");
    expect(twice).toContain("since 22:00:20");
    expect(nowhere).toContain("information:");
    expect(nowhere).toContain("counts partitions 0, 1 are served actively by no endpoint of the map");
  });

  it("is nothing when all is well, and nothing is said where it is not known", async () => {
    const { unmount } = openAt(ADDRESS);
    expect(await screen.findByText("The partitions of all 12 known tasks are served actively, each by one endpoint.")).toBeDefined();
    unmount();
    fake(`${group}/endpoints`, { informationEpoch: null, source: null, endpoints: null });
    openAt(ADDRESS);
    await screen.findByText("The endpoint map is not known");
    expect(screen.queryByRole("region", { name: "Unserved and doubly served" })).toBeNull();
  });
});
