import { useLocation } from "react-router";

/**
 * The segments of a path, each decoded exactly once.
 *
 * The router's own parameters cannot be used for names: it turns `%2F` back into `/` after it has decoded, so that a
 * group called `a/b c%2F é` would arrive as another one.
 */
export function segmentsOf(pathname: string): string[] {
  return pathname
    .split("/")
    .slice(1)
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        // Typed by hand and not percent-encoded; taken as it stands.
        return segment;
      }
    });
}

/** The decoded segments of the current location, `["clusters", name, "groups", groupId]` for a group. */
export function useSegments(): string[] {
  return segmentsOf(useLocation().pathname);
}

/** The path of a cluster's groups page. */
export function clusterPath(cluster: string): string {
  return `/clusters/${encodeURIComponent(cluster)}`;
}

/** The path of a group's page, with the view state that the link shall carry. */
export function groupPath(cluster: string, groupId: string, view: Record<string, string | number | null> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) {
    if (value !== null) query.set(name, String(value));
  }
  const search = query.toString();
  return `${clusterPath(cluster)}/groups/${encodeURIComponent(groupId)}${search ? `?${search}` : ""}`;
}

/** Whether a name can stand in an address at all: browsers take these two for steps between directories, encoded or not. */
export function isAddressable(name: string): boolean {
  return name !== "." && name !== "..";
}

/** The address of the document that holds every stored snapshot of a cluster, or of one of its groups. */
export function exportPath(cluster: string, groupId?: string): string {
  const group = groupId === undefined ? "" : `/streams-groups/${encodeURIComponent(groupId)}`;
  return `/api/v1${clusterPath(cluster)}${group}/export`;
}

/** The path of one recording's page. */
export function recordingPath(id: string | number): string {
  return `/recordings/${encodeURIComponent(id)}`;
}
