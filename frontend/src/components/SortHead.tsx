interface SortHeadProps {
  /** What a click sorts by. */
  by: string;
  /** How the rows are sorted: what by, a comma, `asc` or `desc`. */
  sort: string;
  /** The direction that comes first. */
  first?: "asc" | "desc";
  number?: boolean;
  /** What stands in it. */
  children: React.ReactNode;
  onSort: (sort: string) => void;
}

/** The head of a column that rows can be sorted by; a second click turns them round. */
export function SortHead({ by, sort, first = "asc", number = false, children, onSort }: SortHeadProps) {
  const [key, direction] = sort.split(",");
  const on = key === by;
  const next = on ? (direction === "asc" ? "desc" : "asc") : first;
  return (
    <th scope="col" className={number ? "number" : undefined} aria-sort={on ? (direction === "desc" ? "descending" : "ascending") : undefined}>
      <button type="button" className="sort" onClick={() => onSort(`${by},${next}`)}>
        {children}
        <span aria-hidden="true">{on ? (direction === "desc" ? "↓" : "↑") : ""}</span>
      </button>
    </th>
  );
}
