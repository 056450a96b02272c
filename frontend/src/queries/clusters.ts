import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/client";

const LIVE_EVERY_MS = 10_000;

/** All clusters: few, so one page of them is all of them. */
export const clustersQuery = queryOptions({
  queryKey: ["clusters"],
  queryFn: ({ signal }) => dataOf(api.GET("/api/v1/clusters", { params: { query: { size: 1000 } }, signal })),
  refetchInterval: LIVE_EVERY_MS,
});

/** The clusters, kept fresh. */
export function useClusters() {
  return useQuery(clustersQuery);
}

/** One cluster, kept fresh while it can change. */
export function useCluster(cluster: string) {
  return useQuery({
    queryKey: ["clusters", cluster],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/clusters/{cluster}", { params: { path: { cluster } }, signal })),
    refetchInterval: LIVE_EVERY_MS,
  });
}
