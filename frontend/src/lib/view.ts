/** What of a group page's address says the time, for an address that leads to another view of the same. */
export function timeOf(params: URLSearchParams): URLSearchParams {
  const time = new URLSearchParams();
  for (const name of ["at", "version", "range"]) {
    const value = params.get(name);
    if (value !== null) time.set(name, value);
  }
  return time;
}

/** A change of the address's view state; null removes an entry. */
export type ViewChange = Record<string, string | number | null>;

/** An address with some of its view state changed. */
export function changed(params: URLSearchParams, changes: ViewChange): URLSearchParams {
  const next = new URLSearchParams(params);
  // An instant and a version each name a state; there is one.
  if ("at" in changes) next.delete("version");
  if ("version" in changes) next.delete("at");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** The page of a list that an address names, counted from 0; addresses count from 1. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get("page") ?? "1");
  return Number.isInteger(page) && page > 0 ? page - 1 : 0;
}
