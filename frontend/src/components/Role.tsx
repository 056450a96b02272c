import type { Role } from "../api/types";
import type { Phase } from "../lib/grid";
import { count, NOT_KNOWN, roleWord } from "../lib/format";
import "./Role.css";

interface RoleMarkProps {
  role: Role;
  phase?: Phase;
  /** What stands inside: records behind, or how far a warm-up is. */
  text?: string | null;
  /** How much of a warm-up is restored, 0 to 1. */
  progress?: number | null;
  small?: boolean;
  /** Which task it is, where no heading says so; a mark with a label is wide and has no other text. */
  label?: string | null;
}

const BEFORE_LABEL: Record<Phase, string> = { held: "", starting: "↓", stopping: "↑", target: "" };

/** The hatched share of a warm-up; all of it where nobody knows how much is restored. */
function hatched(role: Role, phase: Phase, progress: number | null): React.CSSProperties | undefined {
  if (role !== "warmup" || phase !== "held" || progress === null) return undefined;
  return { backgroundSize: `100% ${Math.round(progress * 100)}%` };
}

/**
 * The shape of a task on a member, the same everywhere: active filled, standby outlined, warm-up hatched, a target
 * dashed, an arrow into the box for a task that starts and out of it for one that is given up.
 */
export function RoleMark({ role, phase = "held", text = null, progress = null, small = false, label = null }: RoleMarkProps) {
  if (label !== null) {
    return (
      <span className={`mark mark-${role} mark-${phase} mark-wide`} style={hatched(role, phase, progress)} aria-hidden="true">
        {`${BEFORE_LABEL[phase]}${phase === "target" && role !== "active" ? role.slice(0, 1) : ""}${label}`}
      </span>
    );
  }
  return (
    <span className={`mark mark-${role} mark-${phase}${small ? " mark-small" : ""}`} style={hatched(role, phase, progress)} aria-hidden="true">
      {phase === "starting" && (
        <svg viewBox="0 0 12 12">
          <path d="M6 1.5v7M2.8 5.7 6 8.9l3.2-3.2" />
        </svg>
      )}
      {phase === "stopping" && (
        <svg viewBox="0 0 12 12">
          <path d="M6 10.5v-7M2.8 6.3 6 3.1l3.2 3.2" />
        </svg>
      )}
      {phase === "target" ? (role === "active" ? "" : role.slice(0, 1)) : text}
    </span>
  );
}

/** How many tasks of each role, with the grid's shapes; null is a count that is not known. */
export function RoleCounts({ counts }: { counts: Record<Role, number | null> }) {
  return (
    <span className="role-counts">
      {(["active", "standby", "warmup"] as const).map((role) => {
        const value = counts[role];
        const words = value === null ? `${roleWord(role)} tasks not known` : `${count(value)} ${roleWord(role)}`;
        return (
          <span key={role} className={value ? "" : "none"} title={words}>
            <RoleMark role={role} small />
            <span aria-hidden="true">{value === null ? NOT_KNOWN : count(value)}</span>
            <span className="sr-only">{words}, </span>
          </span>
        );
      })}
    </span>
  );
}
