import { useMemo } from "react";
import type { EndpointMap, Finding, FindingCode, GroupDetail } from "../../api/types";
import { Instant } from "../../components/Known";
import { SeveritySign } from "../../components/StatusChips";
import { listed, plural } from "../../lib/format";
import type { GridModel } from "../../lib/grid";
import { ranges } from "../../lib/partitions";
import { gapsOf, type Gap, type GapKind } from "../../lib/served";
import { severityOfFinding } from "../../lib/severity";
import { useFindings, type AsOf, type GroupKey } from "../../queries/groups";

interface EndpointGapsProps {
  group: GroupKey;
  detail: GroupDetail;
  grid: GridModel;
  map: EndpointMap;
  asOf: AsOf | null;
  changing: boolean;
}

/** Partitions that no endpoint serves actively, and those that several do; nothing where nobody can say. */
export function EndpointGaps({ group, detail, grid, map, asOf, changing }: EndpointGapsProps) {
  const findings = useFindings(group, asOf, changing).data?.items;
  const found = useMemo(() => gapsOf(map, detail, grid), [map, detail, grid]);
  if (found === null) return null;
  if (found.gaps.length === 0) {
    return (
      <section className="card calm" aria-label="Unserved and doubly served">
        <span className="calm-sign" aria-hidden="true">
          ✓
        </span>
        <p>
          {found.tasks === 1
            ? "The partition of the one known task is served actively by one endpoint."
            : `The partitions of all ${plural(found.tasks, "known task")} are served actively, each by one endpoint.`}
        </p>
      </section>
    );
  }
  return (
    <section className="card findings" aria-label="Unserved and doubly served">
      <ul>
        {found.gaps.map((gap) => (
          <GapRow key={`${gap.subtopologyId} ${gap.kind}`} gap={gap} findings={findings ?? []} />
        ))}
      </ul>
    </section>
  );
}

/** The findings that tell how bad a gap is and since when it is there. */
const CODES: Record<GapKind, readonly FindingCode[]> = {
  twice: ["PARTITION_SERVED_TWICE"],
  nobody: ["TASK_UNOWNED"],
  unlisted: ["PARTITION_UNSERVED"],
  "no-endpoint": ["ENDPOINT_MISSING"],
};

const WORST_FIRST: readonly Finding["severity"][] = ["ERROR", "WARNING", "INFO"];

function isAbout(finding: Finding, gap: Gap): boolean {
  if (!CODES[gap.kind].includes(finding.code)) return false;
  const { kind, id } = finding.subject;
  if (kind === "TOPIC") return id !== null && gap.topics.includes(id);
  if (kind === "TASK") return id !== null && gap.taskIds.includes(id);
  // Of many tasks, topics or processes one finding is told, of the group.
  return true;
}

function GapRow({ gap, findings }: { gap: Gap; findings: readonly Finding[] }) {
  const about = findings.filter((finding) => isAbout(finding, gap));
  const worst = WORST_FIRST.find((severity) => about.some((finding) => finding.severity === severity));
  const since = about.map((finding) => finding.since).sort()[0];
  return (
    <li>
      <SeveritySign severity={worst ? severityOfFinding({ severity: worst }) : "information"} />
      <div>
        <p className="wrap-anywhere">
          <b>
            {listed(gap.stores.length > 0 ? gap.stores : gap.topics, 3)} {gap.partitions.length === 1 ? "partition" : "partitions"}{" "}
            <span className="mono">{ranges(gap.partitions)}</span>
          </b>{" "}
          {WORDS[gap.kind](gap)}
        </p>
        {gap.stores.length > 0 && <p className="dim wrap-anywhere">Made of {listed(gap.topics, 3)}</p>}
      </div>
      {since !== undefined && (
        <span className="dim nowrap since">
          since <Instant at={since} />
        </span>
      )}
    </li>
  );
}

const WORDS: Record<GapKind, (gap: Gap) => string> = {
  twice: (gap) =>
    `${be(gap)} served actively by several endpoints: ${listed(gap.endpoints, 4)}. Ask the member that is assigned the task.`,
  nobody: (gap) =>
    gap.endpoints.length === 0
      ? `${be(gap)} served actively by no endpoint: no member is assigned ${one(gap) ? "the task" : "the tasks"}.`
      : `${be(gap)} assigned to no member, though the map still names ${listed(gap.endpoints, 4)}: queries there fail or are answered from a copy.`,
  unlisted: (gap) =>
    `${be(gap)} served actively by no endpoint of the map, though ${one(gap) ? "a member with an endpoint is assigned the task" : "members with endpoints are assigned the tasks"}. The map follows an assignment within seconds.`,
  "no-endpoint": (gap) =>
    `${be(gap)} served actively by no endpoint: of ${one(gap) ? "the member that is assigned the task" : "the members that are assigned the tasks"} no endpoint is known (application.server).`,
};

function one({ partitions }: Gap): boolean {
  return partitions.length === 1;
}

function be(gap: Gap): string {
  return one(gap) ? "is" : "are";
}
