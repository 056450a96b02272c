import { useState } from "react";
import type { OtherGroup } from "../../api/types";
import { ErrorNote, Nothing, Skeleton } from "../../components/Feedback";
import { Instant, ZoneWord } from "../../components/Known";
import { Pager } from "../../components/Pager";
import { plural } from "../../lib/format";
import { useOtherGroups } from "../../queries/clusters";
import "./OtherGroups.css";

const SIZE = 25;

const TYPES: Record<OtherGroup["type"], string> = {
  CONSUMER: "consumer group",
  CLASSIC: "classic group",
  SHARE: "share group",
  UNKNOWN: "of a type that the brokers do not tell",
};

/** What else a cluster has: groups that are no streams groups, so that nobody looks for them in vain. */
export function OtherGroups({ cluster }: { cluster: string }) {
  const [page, setPage] = useState(0);
  const groups = useOtherGroups(cluster, page, SIZE);
  const { data } = groups;
  if (groups.error && !data) {
    return (
      <section className="card" aria-label="Groups of other types">
        <ErrorNote error={groups.error} retry={() => void groups.refetch()} />
      </section>
    );
  }
  if (!data) {
    return (
      <section className="card" aria-label="Groups of other types">
        <Skeleton lines={1} height={20} />
      </section>
    );
  }
  if (data.total === 0) {
    return (
      <Nothing>
        {data.listedAt === null
          ? "Whether there are groups of other types is not known: the groups were never listed as a whole."
          : "There are no groups of other types."}
      </Nothing>
    );
  }
  return (
    <details className="card other-groups">
      <summary>
        <h2>{plural(data.total, "group")} of other types</h2>
        <span className="dim">no streams groups, so that there is nothing more to show of them</span>
      </summary>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col">What it is</th>
            <th scope="col">Protocol</th>
            <th scope="col">Listed so since (<ZoneWord />)</th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((group) => (
            <tr key={group.groupId}>
              <th scope="row" className="wrap-anywhere">
                {group.groupId}
              </th>
              <td data-label="What it is">{TYPES[group.type]}</td>
              <td data-label="Protocol">{group.protocol === "" ? <span className="dim">none</span> : group.protocol}</td>
              <td data-label="Since">
                <Instant at={group.since} day />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager page={page} size={SIZE} total={data.total} what="groups of other types" onPage={setPage} />
      {data.listedAt !== null && (
        <p className="dim listed-at">
          As listed <Instant at={data.listedAt} day zoned />.
        </p>
      )}
    </details>
  );
}
