import type { InvalidateOptions, InvalidateQueryFilters, Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

const ADDRESS = "/api/v1/events";
/** While events come, polling only makes up for what they cannot tell. */
const SLOWLY_MS = 30_000;
/** What is shown is asked for again no more often than this, however many events come. */
const REST_MS = 1_000;
/** Until the stream is tried again when the browser has given it up; doubled up to the second. */
const RETRY_MS = 5_000;
const RETRY_MOST_MS = 60_000;

let connected = false;
const watchers = new Set<() => void>();

function setConnected(now: boolean): void {
  if (connected === now) return;
  connected = now;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** How often to poll what events tell of: as often as asked while the stream is away, and slowly while it is there. */
export function usePolling(everyMs: number): number {
  const live = useSyncExternalStore(watch, () => connected);
  return live ? Math.max(everyMs, SLOWLY_MS) : everyMs;
}

interface Stale {
  filters: InvalidateQueryFilters;
  options?: InvalidateOptions;
}

const keyed = (...queryKey: QueryKey): Stale => ({ filters: { queryKey } });

/** What an event says to ask for again. Every query about a group has the cluster in the second place of its key. */
function staleBy(event: string, data: Record<string, unknown>): Stale[] {
  const cluster = String(data.cluster);
  switch (event) {
    case "snapshot":
      return [
        keyed("group", cluster, data.groupId, null),
        keyed("readiness", cluster, data.groupId, null),
        keyed("findings", cluster, data.groupId, null),
        keyed("snapshots", cluster, data.groupId),
        keyed("groups", cluster),
        keyed("clusters", cluster),
      ];
    case "recording":
      return data.status === "QUEUED" || data.status === "RUNNING"
        ? [keyed("recordings")]
        : [keyed("recordings"), { filters: { predicate: (query: Query) => query.queryKey[1] === cluster } }];
    case "recording-removed":
      // Not the one itself: its page is on its way elsewhere.
      return [keyed("recordings", "page")];
    case "cluster-added":
    case "cluster-removed":
      return [{ filters: { queryKey: ["clusters"], exact: true } }];
    case "cluster-health":
      return [keyed("clusters", cluster)];
    default:
      return [{ filters: {} }];
  }
}

const EVENTS = ["snapshot", "recording", "recording-removed", "cluster-added", "cluster-removed", "cluster-health", "reload"];

/** Asks again for what became stale, one round after the other, so that no round cuts off the one before. */
class Rounds {
  private stale = new Map<string, Stale>();
  private going = false;
  private stopped = false;

  constructor(private readonly client: QueryClient) {}

  add(name: string, stale: Stale[]): void {
    stale.forEach((one, index) => this.stale.set(one.filters.queryKey ? JSON.stringify(one.filters) : `${name} ${index}`, one));
    if (!this.going) void this.go();
  }

  stop(): void {
    this.stopped = true;
  }

  private async go(): Promise<void> {
    this.going = true;
    while (this.stale.size > 0 && !this.stopped) {
      const round = [...this.stale.values()];
      this.stale.clear();
      await Promise.all(round.map(({ filters, options }) => this.client.invalidateQueries(filters, options)));
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    }
    this.going = false;
  }
}

/**
 * Follows the server's events for as long as the page is looked at, and has the cache ask again for what they tell of.
 * A page in the background holds no connection, of which a browser has few. Returns what ends it.
 */
export function followEvents(client: QueryClient): () => void {
  if (typeof EventSource === "undefined") return () => undefined;
  const rounds = new Rounds(client);
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryMs = RETRY_MS;

  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = null;
    setConnected(false);
  };
  const open = () => {
    close();
    const begun = Date.now();
    let opened = false;
    const opening = new EventSource(ADDRESS);
    source = opening;
    opening.onopen = () => {
      retryMs = RETRY_MS;
      setConnected(true);
      // Only the browser's own next try names the last event. Before the first, what is known may be old already.
      if (!opened) {
        const older = (query: Query) => query.state.dataUpdatedAt > 0 && query.state.dataUpdatedAt < begun;
        rounds.add("opened", [{ filters: { predicate: older }, options: { cancelRefetch: false } }]);
      }
      opened = true;
    };
    opening.onerror = () => {
      setConnected(false);
      if (opening.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, retryMs);
      retryMs = Math.min(2 * retryMs, RETRY_MOST_MS);
    };
    for (const name of EVENTS) {
      opening.addEventListener(name, (event: MessageEvent<string>) => {
        const data = JSON.parse(event.data) as Record<string, unknown>;
        rounds.add(`${name} ${String(data.cluster)}`, staleBy(name, data));
      });
    }
  };
  const look = () => {
    if (document.visibilityState === "hidden") close();
    else if (source === null) open();
  };

  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    rounds.stop();
    close();
  };
}
