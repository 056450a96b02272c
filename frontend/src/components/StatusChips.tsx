import type { StatusRef } from "../api/types";
import { severityOfStatus } from "../lib/severity";
import "./StatusChips.css";

const SIGNS = { error: "✕", warning: "!", information: "i" } as const;

/** The sign of a severity: shape first, colour second. */
export function SeveritySign({ severity }: { severity: keyof typeof SIGNS }) {
  return (
    <span className={`severity severity-${severity}`}>
      <span aria-hidden="true">{SIGNS[severity]}</span>
      <span className="sr-only">{severity}: </span>
    </span>
  );
}

/** One status by its name, with a sign for how bad it is. */
export function StatusChip({ status }: { status: StatusRef }) {
  return (
    <span className="chip mono status-chip">
      <SeveritySign severity={severityOfStatus(status.code)} />
      {status.name}
    </span>
  );
}
