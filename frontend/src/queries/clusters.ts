import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/client";
import { usePolling } from "./live";

const LIVE_EVERY_MS = 10_000;

/** All clusters, kept fresh: few, so one page of them is all of them. */
export function useClusters() {
  return useQuery({
    queryKey: ["clusters"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/clusters", { params: { query: { size: 1000 } }, signal })),
    refetchInterval: usePolling(LIVE_EVERY_MS),
  });
}

/** One cluster, kept fresh while it can change. */
export function useCluster(cluster: string) {
  const every = usePolling(LIVE_EVERY_MS);
  return useQuery({
    queryKey: ["clusters", cluster],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/clusters/{cluster}", { params: { path: { cluster } }, signal })),
    // That brokers answered once more is no event, but shown.
    refetchInterval: (query) => (query.state.data?.kind === "LIVE" ? LIVE_EVERY_MS : every),
  });
}

/** A page of a polled cluster's groups that are no streams groups. No event tells of them. */
export function useOtherGroups(cluster: string, page: number, size: number) {
  return useQuery({
    queryKey: ["other-groups", cluster, page, size],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/groups-of-other-types", {
          params: { path: { cluster }, query: { page, size } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_EVERY_MS,
  });
}
