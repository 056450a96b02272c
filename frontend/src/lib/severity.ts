import type { Finding } from "../api/types";

/** How bad something is, as it is shown. */
export type Severity = "error" | "warning" | "information";

const SEVERITY_OF_STATUS: Record<number, Severity> = {
  0: "warning",
  1: "error",
  2: "error",
  3: "error",
  4: "error",
  // A coordinator delays the first assignment of every group on purpose.
  5: "information",
  6: "warning",
};

/** How bad an open status is. A code that this version does not know cannot be called harmless. */
export function severityOfStatus(code: number): Severity {
  return SEVERITY_OF_STATUS[code] ?? "warning";
}

const SEVERITY_OF_FINDING: Record<Finding["severity"], Severity> = { ERROR: "error", WARNING: "warning", INFO: "information" };

/** How bad a finding is, as it is shown. */
export function severityOfFinding({ severity }: Pick<Finding, "severity">): Severity {
  return SEVERITY_OF_FINDING[severity];
}
