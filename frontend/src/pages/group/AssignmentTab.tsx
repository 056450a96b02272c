import { useCallback, useEffect, useMemo } from "react";
import type { GroupDetail, Snapshot, Task } from "../../api/types";
import { Empty } from "../../components/Feedback";
import { RoleMark } from "../../components/Role";
import type { GridModel } from "../../lib/grid";
import { layOutLags } from "../../lib/lags";
import type { GroupKey } from "../../queries/groups";
import { AssignmentGrid } from "./AssignmentGrid";
import type { ViewChange } from "./GroupPage";
import { TaskPanel } from "./TaskPanel";
import "./AssignmentTab.css";

interface AssignmentTabProps {
  group: GroupKey;
  detail: GroupDetail;
  grid: GridModel;
  tasks: Task[] | undefined;
  snapshots: Snapshot[] | undefined;
  end: string | null;
  selected: string | null;
  change: (changes: ViewChange, replace?: boolean) => void;
}

/** Who runs what: members against tasks, and beside them the life of one task. */
export function AssignmentTab({ group, detail, grid, tasks, snapshots, end, selected, change }: AssignmentTabProps) {
  const lags = useMemo(() => layOutLags(tasks ?? []), [tasks]);
  const open = useCallback((taskId: string) => change({ task: taskId }, true), [change]);
  const close = useCallback(() => {
    change({ task: null }, true);
    document.querySelector<HTMLElement>(".tg [tabindex='0']")?.focus();
  }, [change]);
  useEffect(() => {
    if (selected === null) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) close();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [selected, close]);
  return (
    <div className={`assignment${selected === null ? "" : " with-panel"}`}>
      <section className="card assignment-card" aria-label="Assignment">
        {grid.taskIds.length === 0 && grid.memberCount === 0 ? (
          <Empty title="Nobody is here">At this instant the group has no members, and no task of it is known.</Empty>
        ) : (
          <>
            <Legend grid={grid} />
            <AssignmentGrid detail={detail} grid={grid} lags={lags} selected={selected} onOpen={open} />
            {grid.taskIds.length === 0 && (
              <p className="assignment-note dim">
                {grid.groups.length > 0
                  ? "How many tasks the subtopologies have is not known at this instant."
                  : "No task was observed: neither a topology nor an assignment."}
              </p>
            )}
          </>
        )}
      </section>
      {selected !== null && (
        <TaskPanel
          key={selected}
          group={group}
          taskId={selected}
          detail={detail}
          grid={grid}
          task={tasks?.find((task) => task.taskId === selected)}
          snapshots={snapshots}
          end={end}
          onClose={close}
        />
      )}
    </div>
  );
}

function Legend({ grid }: { grid: GridModel }) {
  const cells = grid.processes.flatMap((process) => process.rows.flatMap((row) => row.cells));
  const has = (phase: string) => cells.some((cell) => cell.phase === phase);
  return (
    <ul className="legend" aria-hidden="true">
      <li>
        <RoleMark role="active" /> active
      </li>
      <li>
        <RoleMark role="standby" /> standby, records behind
      </li>
      <li>
        <RoleMark role="warmup" progress={0.6} /> warm-up, % restored
      </li>
      {has("target") && (
        <li>
          <RoleMark role="active" phase="target" /> target, not yet
        </li>
      )}
      {has("starting") && (
        <li>
          <RoleMark role="active" phase="starting" /> assigned, not yet running
        </li>
      )}
      {has("stopping") && (
        <li>
          <RoleMark role="active" phase="stopping" /> gives up
        </li>
      )}
      {cells.some((cell) => cell.next !== null) && (
        <li>
          <span className="tg-moves">
            <RoleMark role="active" />
          </span>{" "}
          moves in the target
        </li>
      )}
      {grid.nowhere.size > 0 && (
        <li>
          <span className="tg-none">!</span> runs nowhere
        </li>
      )}
    </ul>
  );
}
