import { useState } from "react";
import type { Finding, GroupDetail } from "../../api/types";
import { ErrorNote, Skeleton } from "../../components/Feedback";
import { Instant } from "../../components/Known";
import { SeveritySign } from "../../components/StatusChips";
import { count, listed, sentence, shortId } from "../../lib/format";
import type { GridModel } from "../../lib/grid";
import { withShortIds } from "../../lib/memberIds";
import { severityOfFinding } from "../../lib/severity";
import { useFindings, type AsOf, type GroupKey } from "../../queries/groups";
import "./Findings.css";

const SHOWN = 5;
/** How many subjects of findings that are alike are named before somebody asks for all. */
const NAMED = 8;

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
  const kinds = alike(data.items);
  const shown = all ? kinds : kinds.slice(0, SHOWN);
  return (
    <section className={`card findings${isPlaceholderData ? " stepping" : ""}`} aria-label="Findings" aria-busy={isPlaceholderData}>
      <ul>
        {shown.map(([finding, ...others]) => (
          <li key={`${finding.code} ${finding.subject.kind} ${finding.subject.id} ${finding.since}`}>
            <SeveritySign severity={severityOfFinding(finding)} />
            <details open={finding.severity !== "INFO"}>
              <summary>
                <b className="wrap-anywhere">{sentence(withShortIds(finding.summary, names))}</b>
                {others.length > 0 && (
                  <span className="others wrap-anywhere">
                    <b>{count(others.length)} more</b> like it: {listed(others.map((one) => subjectName(one, names)), NAMED)}
                  </span>
                )}
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
              {others.length > 0 && <Others findings={others} names={names} />}
            </details>
            <span className="dim nowrap since">
              since <Instant at={finding.since} />
            </span>
          </li>
        ))}
      </ul>
      {kinds.length > SHOWN && (
        <button type="button" className="button plain more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show ${count(kinds.length - SHOWN)} more`}
        </button>
      )}
      {data.total > data.items.length && (
        <p className="unlisted dim">
          The worst {count(data.items.length)} of {count(data.total)} findings are told here.
        </p>
      )}
    </section>
  );
}

type Alike = [Finding, ...Finding[]];

/** Findings of one code and severity together, where the first of them stands. */
function alike(findings: readonly Finding[]): Alike[] {
  const kinds = new Map<string, Alike>();
  for (const finding of findings) {
    const kind = `${finding.code} ${finding.severity}`;
    const known = kinds.get(kind);
    if (known) known.push(finding);
    else kinds.set(kind, [finding]);
  }
  return [...kinds.values()];
}

function subjectName({ subject: { kind, id } }: Finding, names: ReadonlyMap<string, string>): string {
  if (id === null) return "the group";
  if (kind !== "MEMBER") return id;
  const process = names.get(id);
  return process === undefined ? shortId(id) : `${process} (${shortId(id)})`;
}

/** What is found of the others that are alike, in a sentence each, once somebody asks for them. */
function Others({ findings, names }: { findings: readonly Finding[]; names: ReadonlyMap<string, string> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="jump" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? "Hide the others" : `Each of the ${count(findings.length)} others`}
      </button>
      {open && (
        <ul className="each">
          {findings.map((finding) => (
            <li key={`${finding.subject.id} ${finding.since}`} className="wrap-anywhere">
              {sentence(withShortIds(finding.summary, names))}{" "}
              <span className="dim nowrap">
                since <Instant at={finding.since} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
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
