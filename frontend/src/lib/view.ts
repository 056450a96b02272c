/** What of a group page's address says the time, for an address that leads to another view of the same. */
export function timeOf(params: URLSearchParams): URLSearchParams {
  const time = new URLSearchParams();
  for (const name of ["at", "version", "range"]) {
    const value = params.get(name);
    if (value !== null) time.set(name, value);
  }
  return time;
}
