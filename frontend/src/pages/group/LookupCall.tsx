import { useRef } from "react";
import { CopyButton } from "../../components/Known";
import { curlOf, lookupPath, type Question } from "../../lib/lookup";
import type { AsOf, GroupKey } from "../../queries/groups";
import "./LookupCall.css";

interface LookupCallProps {
  group: GroupKey;
  question: Question;
  /** Of when the answer shall be; null is now, whenever the call is made. */
  asOf: AsOf | null;
}

/** The call that asks a question of the lookup, to be copied into a shell. */
export function LookupCall({ group, question, asOf }: LookupCallProps) {
  const shown = useRef<HTMLElement>(null);
  const call = curlOf(`${globalThis.location.origin}${lookupPath(group.cluster, group.groupId, question, asOf)}`);
  return (
    <div className="lookup-call">
      <code ref={shown}>{call}</code>
      <CopyButton text={call} what="the curl command" shownIn={shown} />
    </div>
  );
}
