import type { Readiness } from "../../api/types";
import { sentenceOf } from "../../api/problem";
import { sentence } from "../../lib/format";
import { withShortIds } from "../../lib/memberIds";
import { useReadiness, type AsOf, type GroupKey } from "../../queries/groups";
import "./Verdict.css";

type Requirement = Readiness["requirements"][number];

const NAMES: Record<Requirement["requirement"], string> = {
  stable: "Stable",
  standbys: "Standbys",
  caughtUp: "Caught up",
  balanced: "Balanced",
};

const MET = { sign: "✓", word: "met", look: "fine" } as const;
const NOT_MET = { sign: "✕", word: "not met", look: "bad" } as const;
const UNKNOWN = { sign: "?", word: "not known", look: "unknown" } as const;

function lookOf({ met }: Requirement) {
  return met === null ? UNKNOWN : met ? MET : NOT_MET;
}

interface VerdictProps {
  group: GroupKey;
  asOf: AsOf | null;
  changing: boolean;
  /** The names of processes by member id, for the reasons. */
  names: ReadonlyMap<string, string>;
}

/** Whether a process of the group can be restarted without losing what only it has, in a line that opens to the reasons. */
export function Verdict({ group, asOf, changing, names }: VerdictProps) {
  const { data, error, isPlaceholderData } = useReadiness(group, asOf, changing);
  if (!data) {
    return (
      <p className="verdict verdict-unknown" role="status">
        <span className="verdict-line">
          <span className="verdict-sign" aria-hidden="true">
            ?
          </span>
          <span>{error ? `Whether it is safe to restart is not known: ${sentenceOf(error)}` : "Asking whether it is safe to restart…"}</span>
        </span>
      </p>
    );
  }
  // What is known to be missing says more than what is not known.
  const wrong = data.requirements.find(({ met }) => met === false) ?? data.requirements.find(({ met }) => met === null);
  const { sign, look } = wrong ? lookOf(wrong) : MET;
  return (
    <details className={`verdict verdict-${look}${isPlaceholderData ? " stepping" : ""}`} aria-busy={isPlaceholderData}>
      <summary className="verdict-line">
        <span className="verdict-sign" aria-hidden="true">
          {sign}
        </span>
        <span className="verdict-words">
          <b>{wrong ? (wrong.met === null ? "Not known to be safe to restart" : "Not safe to restart") : "Safe to restart"}</b>
          {wrong && <span className="verdict-reason">: {sentence(withShortIds(wrong.reason, names))}</span>}
        </span>
      </summary>
      <ul>
        {data.requirements.map((requirement) => {
          const own = lookOf(requirement);
          return (
            <li key={requirement.requirement} className={`verdict-${own.look}`}>
              <span className="verdict-sign" aria-hidden="true">
                {own.sign}
              </span>
              <span>
                <b>{NAMES[requirement.requirement]}</b>
                <span className="sr-only"> ({own.word})</span>: {sentence(withShortIds(requirement.reason, names))}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
