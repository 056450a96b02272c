import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { GroupDetail, Snapshot, Task } from "../../api/types";
import { Choice } from "../../components/Choice";
import { Empty } from "../../components/Feedback";
import { RoleMark } from "../../components/Role";
import { count, plural } from "../../lib/format";
import type { GridModel } from "../../lib/grid";
import { arrange, suitedArrangement } from "../../lib/gridLayout";
import { searchGrid } from "../../lib/gridSearch";
import { layOutLags } from "../../lib/lags";
import type { GroupKey } from "../../queries/groups";
import { AssignmentGrid } from "./AssignmentGrid";
import type { ViewChange } from "../../lib/view";
import { TaskPanel } from "./TaskPanel";
import "./AssignmentTab.css";

const ARRANGEMENTS = [
  ["packed", "Packed"],
  ["columns", "A column a task"],
] as const;

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

/** How long typing rests before the address has it. */
const TYPED_MS = 250;

/** Who runs what: members against tasks, and beside them the life of one task. */
export function AssignmentTab({ group, detail, grid, tasks, snapshots, end, selected, change }: AssignmentTabProps) {
  const [params] = useSearchParams();
  const lags = useMemo(() => (tasks ? layOutLags(tasks) : null), [tasks]);
  const open = useCallback((taskId: string) => change({ task: taskId }, true), [change]);
  const close = useCallback(() => {
    change({ task: null }, true);
    document.querySelector<HTMLElement>(".tg [data-task][tabindex='0']")?.focus();
  }, [change]);
  useEffect(() => {
    if (selected === null) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) close();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [selected, close]);

  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.key !== "/" || event.ctrlKey || event.metaKey || target?.closest("input, select, textarea, dialog[open]")) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  const asked = params.get("find") ?? "";
  const [typed, setTyped] = useState(asked);
  const [written, setWritten] = useState(asked);
  const [seen, setSeen] = useState(asked);
  if (asked !== seen) {
    setSeen(asked);
    // The address also changes by itself: back, forward, a link.
    if (asked !== written) {
      setWritten(asked);
      setTyped(asked);
    }
  }
  useEffect(() => {
    if (typed === written) return;
    const timer = setTimeout(() => {
      setWritten(typed);
      change({ find: typed === "" ? null : typed }, true);
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, written, change]);
  const search = useDeferredValue(typed);
  const found = useMemo(() => searchGrid(grid, search), [grid, search]);
  const suited = suitedArrangement(found.grid);
  const wanted = params.get("arrange");
  const arrangement = wanted === "columns" || wanted === "packed" ? wanted : suited;
  const layout = useMemo(() => arrange(found.grid, arrangement), [found, arrangement]);
  const searching = search.trim() !== "";
  const nothing = searching && found.tasks === 0 && found.members === 0;
  return (
    <div className={`assignment${selected === null ? "" : " with-panel"}`}>
      <section className="card assignment-card" aria-label="Assignment">
        {grid.taskIds.length === 0 && grid.memberCount === 0 ? (
          <Empty title="Nobody is here">At this instant the group has no members, and no task of it is known.</Empty>
        ) : (
          <>
            <div className="assignment-bar">
              <Legend grid={grid} />
              <div className="assignment-find">
                <span className="dim assignment-found" role="status">
                  {searching && !nothing && `${count(found.tasks)} of ${plural(grid.taskIds.length, "task")}, ${count(found.members)} of ${plural(grid.memberCount, "member")}`}
                </span>
                {(suited === "packed" || arrangement === "packed") && (
                  <Choice
                    label="Arrangement"
                    choices={ARRANGEMENTS}
                    chosen={arrangement}
                    onChoose={(one) => change({ arrange: one === suited ? null : one }, true)}
                  />
                )}
                <input
                  ref={field}
                  type="search"
                  aria-keyshortcuts="/"
                  className="field"
                  aria-label="Search tasks, members, hosts, topics and stores"
                  placeholder="Task, member, host, topic, store"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              </div>
            </div>
            {nothing ? (
              <Empty title="No task and no member fits">
                A task fits by its id, topics and stores, a member by its ids, host, process and rack; of several words each
                must fit.{" "}
                <button type="button" className="jump" onClick={() => setTyped("")}>
                  Show all
                </button>
              </Empty>
            ) : (
              <AssignmentGrid detail={detail} grid={found.grid} layout={layout} lags={lags} selected={selected} onOpen={open} />
            )}
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

const Legend = memo(function Legend({ grid }: { grid: GridModel }) {
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
});
