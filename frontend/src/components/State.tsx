import type { GroupState } from "../api/types";
import { stateWord } from "../lib/format";
import "./State.css";

const SHAPES: Record<GroupState, React.ReactNode> = {
  STABLE: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  RECONCILING: <path d="M6 .8 11.2 6 6 11.2.8 6z" fill="currentColor" />,
  ASSIGNING: <path d="M6 1.2 11.2 10.5H.8z" fill="currentColor" />,
  NOT_READY: <path d="M1.5 1.5h9v9h-9zM3.2 5.1v1.8h5.6V5.1z" fill="currentColor" fillRule="evenodd" />,
  EMPTY: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  DEAD: <path d="m2 2 8 8m0-8-8 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  UNKNOWN: (
    <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2 1.7" />
  ),
};

/** The shape of a state; colour and words come with it, never alone. */
export function StateGlyph({ state }: { state: GroupState }) {
  return (
    <svg className="state-glyph" viewBox="0 0 12 12" width="11" height="11" aria-hidden="true">
      {SHAPES[state] ?? SHAPES.UNKNOWN}
    </svg>
  );
}

/** The class that carries the colours of a state. */
export function stateClass(state: GroupState): string {
  return `state-${state.toLowerCase().replace("_", "-")}`;
}

/** A state as shape, colour and word. */
export function StatePill({ state, derived = false }: { state: GroupState; derived?: boolean }) {
  return (
    <span
      className={`state-pill ${stateClass(state)}`}
      title={derived ? "Derived from heartbeats: they do not carry the group's state" : "As the broker describes it"}
    >
      <StateGlyph state={state} />
      {stateWord(state)}
    </span>
  );
}
