import { exportPath } from "../lib/names";

/** Saves a cluster, or one of its groups, as a document that the recordings page takes back, here or elsewhere. */
export function ExportLink({ cluster, groupId }: { cluster: string; groupId?: string }) {
  return (
    <a
      className="button"
      href={exportPath(cluster, groupId)}
      download
      title={`Every stored snapshot of this ${groupId === undefined ? "cluster" : "group"}, as one JSON document`}
    >
      Export<span className="sr-only"> {groupId ?? cluster}</span>
    </a>
  );
}
