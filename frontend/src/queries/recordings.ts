import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../api/client";
import type { Page, Recording } from "../api/types";
import { usePolling } from "./live";

const RUNNING_EVERY_MS = 700;

/** Whether a replay goes on. */
export function isRunning(recording: Recording): boolean {
  return recording.status === "QUEUED" || recording.status === "RUNNING";
}

/** Whether it came as an export document, in which there are states and no heartbeats. */
export function isExport(recording: Recording): boolean {
  return recording.format === "streamgauge-export";
}

/** The recordings, newest first; asked for again while one of them is replayed. */
export function useRecordings(page: number, size: number) {
  const every = usePolling(RUNNING_EVERY_MS);
  return useQuery({
    queryKey: ["recordings", "page", page, size],
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/recordings", { params: { query: { page, size } }, signal })),
    placeholderData: (previous) => previous,
    refetchInterval: (query) => (query.state.data?.items.some(isRunning) ? every : false),
  });
}

/** One recording; asked for again while it is replayed. No id, no question. */
export function useRecording(id: number | null) {
  const every = usePolling(RUNNING_EVERY_MS);
  return useQuery({
    queryKey: ["recordings", "one", id],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/recordings/{id}", { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data && isRunning(query.state.data) ? every : false),
  });
}

/** Stops a replay; what it stored stays. */
export function useCancelRecording() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => dataOf(api.POST("/api/v1/recordings/{id}/cancel", { params: { path: { id } } })),
    // Also when it was over already: then that is what there is to see.
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ["recordings"] }), client.invalidateQueries({ queryKey: ["clusters"] })]),
  });
}

/** Deletes a recording with its cluster; its replay stops before. */
export function useDeleteRecording() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => dataOf(api.DELETE("/api/v1/recordings/{id}", { params: { path: { id } } })),
    onSuccess: (_gone, id) => {
      // A list that is not on the page is asked for again only when it is, and would still show it until the answer.
      client.setQueriesData<Page<Recording>>({ queryKey: ["recordings", "page"] }, (page) => {
        const items = page?.items.filter((one) => one.id !== id);
        return page && items ? { ...page, items, total: page.total - (page.items.length - items.length) } : page;
      });
      // Nobody waits for the answers: it is deleted, whatever becomes of them.
      void client.invalidateQueries({ queryKey: ["recordings", "page"] });
      void client.invalidateQueries({ queryKey: ["clusters"] });
    },
  });
}
