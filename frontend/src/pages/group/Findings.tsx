import { useState } from "react";
import type { GroupDetail } from "../../api/types";
import { ErrorNote, Skeleton } from "../../components/Feedback";
import { Instant } from "../../components/Known";
import { SeveritySign } from "../../components/StatusChips";
import { count, sentence } from "../../lib/format";
import type { GridModel } from "../../lib/grid";
import { withShortIds } from "../../lib/memberIds";
import { severityOfFinding } from "../../lib/severity";
import { useFindings, type AsOf, type GroupKey } from "../../queries/groups";
import "./Findings.css";

const SHOWN = 5;

interface FindingsProps {
  group: GroupKey;
  asOf: AsOf | null;
  changing: boolean;
  detail: GroupDetail;
  grid: GridModel;
  /** The names of processes by member id. */
  names: ReadonlyMap<string, string>;
}

/** What is wrong at the instant shown, the worst first, with the likely cause and what to do; or one calm line. */
export function Findings({ group, asOf, changing, detail, grid, names }: FindingsProps) {
  const [all, setAll] = useState(false);
  const { data, error, isPlaceholderData, refetch } = useFindings(group, asOf, changing);
  if (!data) {
    return <div className="card findings-waiting">{error ? <ErrorNote error={error} retry={() => void refetch()} /> : <Skeleton lines={1} />}</div>;
  }
  if (data.items.length === 0) {
    return (
      <section className="card calm" aria-label="Findings">
        <span className="calm-sign" aria-hidden="true">
          ✓
        </span>
        <p>{calm(detail, grid)}</p>
      </section>
    );
  }
  const shown = all ? data.items : data.items.slice(0, SHOWN);
  // Of several of a kind the first tells the cause and what to do for all of them.
  const isFirst = (index: number) => shown.findIndex(({ code }) => code === shown[index]?.code) === index;
  return (
    <section className={`card findings${isPlaceholderData ? " stepping" : ""}`} aria-label="Findings" aria-busy={isPlaceholderData}>
      <ul>
        {shown.map((finding, index) => (
          <li key={`${finding.code} ${finding.subject.kind} ${finding.subject.id} ${finding.since}`}>
            <SeveritySign severity={severityOfFinding(finding)} />
            <details open={finding.severity !== "INFO" && isFirst(index)}>
              <summary>
                <b className="wrap-anywhere">{sentence(withShortIds(finding.summary, names))}</b>
              </summary>
              <p className="dim wrap-anywhere">{sentence(withShortIds(finding.cause, names))}</p>
              <p className="wrap-anywhere">
                <span className="dim" aria-hidden="true">
                  →{" "}
                </span>
                <span className="sr-only">What to do: </span>
                {sentence(withShortIds(finding.nextStep, names))}
              </p>
              <p className="dim mono">{finding.code}</p>
            </details>
            <span className="dim nowrap since">
              since <Instant at={finding.since} />
            </span>
          </li>
        ))}
      </ul>
      {data.total > SHOWN && (
        <button type="button" className="button plain more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show ${count(Math.min(data.total, data.items.length) - SHOWN)} more`}
        </button>
      )}
    </section>
  );
}

function calm(detail: GroupDetail, grid: GridModel): string {
  const tasks = grid.taskIds.length;
  const owned =
    tasks === 0
      ? "No task was observed"
      : grid.assignmentKnown
        ? `${tasks === 1 ? "The one known task has" : `All ${count(tasks)} known tasks have`} an owner`
        : "Who runs the tasks was not observed";
  return `${owned}${detail.memberCount === 0 ? ", the group has no members" : ""}, and nothing is found to be wrong.`;
}
