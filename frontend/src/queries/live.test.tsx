import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followEvents, usePolling } from "./live";

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  static get last(): FakeSource {
    return FakeSource.all[FakeSource.all.length - 1]!;
  }

  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }

  open() {
    this.readyState = 1;
    act(() => this.onopen?.());
  }

  fail(readyState: number) {
    this.readyState = readyState;
    act(() => this.onerror?.());
  }

  tell(name: string, data: object) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  close() {
    this.readyState = 2;
  }
}

const GROUP = { cluster: "c", groupId: "g", version: 2 };

let client: QueryClient;
let stop: () => void;
let asked: string[];

function Asks({ queryKey }: { queryKey: unknown[] }) {
  useQuery({
    queryKey,
    queryFn: () => {
      asked.push(queryKey.join(" "));
      return asked.length;
    },
    staleTime: Infinity,
  });
  return null;
}

function Polling() {
  return <output>{usePolling(5_000)}</output>;
}

function show(...keys: unknown[][]) {
  render(
    <QueryClientProvider client={client}>
      <Polling />
      {keys.map((key) => (
        <Asks key={JSON.stringify(key)} queryKey={key} />
      ))}
    </QueryClientProvider>,
  );
}

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

/** What is asked for because something happens. */
async function askedBecause(happens: () => void): Promise<string[]> {
  asked = [];
  happens();
  await pass(2_000);
  return asked.sort();
}

function visible(state: "visible" | "hidden") {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  FakeSource.all = [];
  asked = [];
  client = new QueryClient({ defaultOptions: { queries: { networkMode: "always" } } });
});

afterEach(() => {
  act(() => stop());
  client.clear();
  vi.useRealTimers();
});

describe("the events of the server", () => {
  it("have what a snapshot changes asked for again, and nothing else", async () => {
    show(
      ["group", "c", "g", null],
      ["group", "c", "g", 1],
      ["group", "c", "h", null],
      ["readiness", "c", "g", null],
      ["readiness", "c", "g", 1],
      ["snapshots", "c", "g"],
      ["groups", "c", {}],
      ["groups", "d", {}],
      ["clusters", "c"],
      ["clusters"],
      ["recordings", "page", 0],
    );
    stop = followEvents(client);
    await pass(0);
    FakeSource.last.open();
    await pass(2_000);
    expect(await askedBecause(() => FakeSource.last.tell("snapshot", GROUP))).toEqual(["clusters c", "group c g ", "groups c [object Object]", "readiness c g ", "snapshots c g"]);
  });

  it("have a recording's progress asked for, and all of its cluster at its end", async () => {
    show(["recordings", "one", 1], ["clusters", "c"], ["errors", "c", "g"], ["errors", "d", "g"]);
    stop = followEvents(client);
    await pass(0);
    FakeSource.last.open();
    await pass(2_000);
    expect(await askedBecause(() => FakeSource.last.tell("recording", { id: 1, cluster: "c", status: "RUNNING" }))).toEqual(["recordings one 1"]);
    expect(await askedBecause(() => FakeSource.last.tell("recording", { id: 1, cluster: "c", status: "COMPLETED" }))).toEqual(["clusters c", "errors c g", "recordings one 1"]);
  });

  it("have the clusters asked for when one comes or goes, and one when its health changes", async () => {
    show(["clusters"], ["clusters", "c"]);
    stop = followEvents(client);
    await pass(0);
    FakeSource.last.open();
    await pass(2_000);
    expect(await askedBecause(() => FakeSource.last.tell("cluster-removed", { cluster: "c" }))).toEqual(["clusters"]);
    expect(await askedBecause(() => FakeSource.last.tell("cluster-health", { cluster: "c" }))).toEqual(["clusters c"]);
  });

  it("that come in a flood are asked for at once, then once a second, and the last is not missed", async () => {
    show(["snapshots", "c", "g"]);
    stop = followEvents(client);
    await pass(0);
    FakeSource.last.open();
    await pass(2_000);
    asked = [];
    for (let version = 1; version <= 25; version++) {
      FakeSource.last.tell("snapshot", { ...GROUP, version });
      await pass(100);
      if (version === 1) expect(asked).toHaveLength(1);
    }
    const during = asked.length;
    expect(during).toBeLessThanOrEqual(3);
    await pass(2_000);
    expect(asked.length).toBe(during + 1);
  });

  it("have everything asked for again after a gap", async () => {
    show(["group", "c", "g", 1], ["recordings", "page", 0]);
    stop = followEvents(client);
    await pass(0);
    FakeSource.last.open();
    await pass(2_000);
    expect(await askedBecause(() => FakeSource.last.tell("reload", {}))).toEqual(["group c g 1", "recordings page 0"]);
  });

  it("slow polling down while they come", async () => {
    show();
    stop = followEvents(client);
    expect(screen.getByRole("status").textContent).toBe("5000");
    FakeSource.last.open();
    expect(screen.getByRole("status").textContent).toBe("30000");
    FakeSource.last.fail(0);
    expect(screen.getByRole("status").textContent).toBe("5000");
    FakeSource.last.open();
    expect(screen.getByRole("status").textContent).toBe("30000");
  });

  it("are tried again ever more seldom when the browser gives up, and catch up with what is older", async () => {
    show(["groups", "c", {}]);
    stop = followEvents(client);
    FakeSource.last.fail(FakeSource.CLOSED);
    await pass(4_999);
    expect(FakeSource.all).toHaveLength(1);
    await pass(1);
    expect(FakeSource.all).toHaveLength(2);
    FakeSource.last.fail(FakeSource.CLOSED);
    await pass(9_999);
    expect(FakeSource.all).toHaveLength(2);
    await pass(1);
    expect(FakeSource.all).toHaveLength(3);
    expect(await askedBecause(() => FakeSource.last.open())).toEqual(["groups c [object Object]"]);
  });

  it("cost a page nothing that has just been read", async () => {
    stop = followEvents(client);
    show(["groups", "c", {}]);
    await pass(10);
    expect(await askedBecause(() => FakeSource.last.open())).toEqual([]);
  });

  it("are not followed by a page that nobody looks at", async () => {
    show(["groups", "c", {}]);
    stop = followEvents(client);
    await pass(10);
    FakeSource.last.open();
    await pass(2_000);
    visible("hidden");
    expect(FakeSource.last.readyState).toBe(FakeSource.CLOSED);
    expect(screen.getByRole("status").textContent).toBe("5000");
    visible("visible");
    expect(FakeSource.all).toHaveLength(2);
    expect(await askedBecause(() => FakeSource.last.open())).toEqual(["groups c [object Object]"]);
  });

  it("are done without by a browser that has none", () => {
    vi.stubGlobal("EventSource", undefined);
    show();
    stop = followEvents(client);
    expect(screen.getByRole("status").textContent).toBe("5000");
  });
});
