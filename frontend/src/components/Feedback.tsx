import { sentenceOf } from "../api/problem";
import "./Feedback.css";

/** Grey bars where content will stand; says "loading" to those who do not see them. */
export function Skeleton({ lines = 4, height = 16 }: { lines?: number; height?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} style={{ height, width: `${[100, 86, 94, 72, 90][line % 5]}%` }} />
      ))}
    </div>
  );
}

/** Nothing to show, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <div className="dim">{children}</div>}
    </div>
  );
}

/** Nothing in one part of a page, and that is good. */
export function Nothing({ children }: { children: React.ReactNode }) {
  return <p className="nothing-here dim">{children}</p>;
}

/** What went wrong, in the server's sentence, and the way to try again. */
export function ErrorNote({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <div className="error-note" role="alert">
      <span className="sign" aria-hidden="true">
        ✕
      </span>
      <p>{sentenceOf(error)}</p>
      {retry && (
        <button type="button" className="button" onClick={() => retry()}>
          Try again
        </button>
      )}
    </div>
  );
}
