import { useState } from "react";
import type { GroupDetail } from "../../api/types";
import { Instant } from "../../components/Known";
import { SeveritySign } from "../../components/StatusChips";
import { count } from "../../lib/format";
import type { GridModel } from "../../lib/grid";
import type { Trouble } from "../../lib/trouble";
import "./Troubles.css";

const SHOWN = 5;

/** What is wrong at the instant shown, the worst first, or one calm line. */
export function Troubles({ troubles, detail, grid }: { troubles: readonly Trouble[]; detail: GroupDetail; grid: GridModel }) {
  const [all, setAll] = useState(false);
  if (troubles.length === 0) {
    const tasks = grid.taskIds.length;
    return (
      <section className="card calm" aria-label="Trouble">
        <span className="calm-sign" aria-hidden="true">
          ✓
        </span>
        <p>
          {tasks === 0
            ? "No task was observed"
            : grid.assignmentKnown
              ? `${tasks === 1 ? "The one known task has" : `All ${count(tasks)} known tasks have`} an owner`
              : "Who runs the tasks was not observed"}
          {detail.memberCount === 0 ? ", the group has no members" : ""}, and no status is open.
        </p>
      </section>
    );
  }
  const shown = all ? troubles : troubles.slice(0, SHOWN);
  return (
    <section className="card troubles" aria-label="Trouble">
      <ul>
        {shown.map((trouble) => (
          <li key={trouble.key}>
            <SeveritySign severity={trouble.severity} />
            <div>
              <p>
                <b>{trouble.title}</b>
                {trouble.subject && <span className="trouble-subject">: {trouble.subject}</span>}
              </p>
              {trouble.detail && <p className="dim wrap-anywhere">{trouble.detail}</p>}
            </div>
            {trouble.since && (
              <span className="dim nowrap since">
                since <Instant at={trouble.since} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {troubles.length > SHOWN && (
        <button type="button" className="button plain more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show ${count(troubles.length - SHOWN)} more`}
        </button>
      )}
    </section>
  );
}
