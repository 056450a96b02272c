/** Partitions as ranges: `0–2, 5`. */
export function ranges(partitions: readonly number[]): string {
  const sorted = [...new Set(partitions)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let start = 0; start < sorted.length; ) {
    let stop = start;
    while (sorted[stop + 1] === (sorted[stop] ?? 0) + 1) stop++;
    parts.push(stop > start + 1 ? `${sorted[start]}–${sorted[stop]}` : sorted.slice(start, stop + 1).join(", "));
    start = stop + 1;
  }
  return parts.join(", ");
}
