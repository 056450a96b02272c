import { useEffect, useRef } from "react";

/** What is shown of something that changes by itself, and when it was asked for. */
export interface Shown<T> {
  data: T;
  /** In milliseconds since 1970. */
  at: number;
}

interface Glow<T> {
  /** Null while the reader steps, pages or looks at what does not change. */
  shown: Shown<T> | null;
  /** Which cells differ, by their names. */
  changed: (before: T, after: T) => ReadonlySet<string>;
  /** Finds the cells in the page. */
  cells: string;
  nameOf: (cell: HTMLElement) => string;
}

const GLOW: Keyframe[] = [{ backgroundColor: "color-mix(in srgb, var(--ink) 22%, transparent)" }, { backgroundColor: "transparent" }];
const GLOW_MS = 1_800;

/** Has what changed while it was looked at glow once, for those who do not mind motion. */
export function useGlow<T>({ shown, changed, cells, nameOf }: Glow<T>): void {
  const before = useRef<Shown<T> | null>(null);
  const began = useRef<number | null>(null);
  useEffect(() => {
    if (shown === null) {
      before.current = null;
      began.current = Date.now();
      return;
    }
    began.current ??= Date.now();
    const last = before.current;
    before.current = shown;
    // What was kept from an earlier visit is older than this look, and what differs from that changed unseen.
    if (last === null || last.data === shown.data || last.at < began.current) return;
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const names = changed(last.data, shown.data);
    if (names.size === 0) return;
    for (const cell of document.querySelectorAll<HTMLElement>(cells)) {
      if (names.has(nameOf(cell))) cell.animate(GLOW, { duration: GLOW_MS, easing: "ease-out" });
    }
  });
}
