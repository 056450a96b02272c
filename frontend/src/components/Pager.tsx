import { count } from "../lib/format";

interface PagerProps {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
  what: string;
}

/** Which part of a list is shown, and the way to the others. Pages count from 0. */
export function Pager({ page, size, total, onPage, what }: PagerProps) {
  if (total <= size && page === 0) return null;
  const first = Math.min(page * size + 1, total);
  const last = Math.min((page + 1) * size, total);
  return (
    <nav className="row pager" aria-label={`Pages of ${what}`}>
      <span className="dim">
        {count(first)}–{count(last)} of {count(total)} {what}
      </span>
      <span className="joined">
        <button type="button" className="button" disabled={page === 0} onClick={() => onPage(page - 1)}>
          Previous
        </button>
        <button type="button" className="button" disabled={last >= total} onClick={() => onPage(page + 1)}>
          Next
        </button>
      </span>
    </nav>
  );
}
