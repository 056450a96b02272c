import { QueryClient } from "@tanstack/react-query";
import { isTransient } from "../api/problem";

/** The cache of server data. A wrong request is not repeated; a server that was away is asked twice more. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (failures) => 400 * 2 ** failures,
        // The browser's guess about being offline says nothing about a server on this host.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
