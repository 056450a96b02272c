import { startTransition, useCallback, useEffect, useRef, useState } from "react";

const LEAST_BETWEEN_MS = 310;

/**
 * Moves through what the address says faster than the address may follow: browsers allow about a hundred rewrites of it
 * in half a minute. What is answered is where the reader is at once; the address, with the page, follows a few times a
 * second.
 *
 * @param go changes the address; `replace` says that the change is one of many
 */
export function usePending<T>(go: (to: T, replace: boolean) => void): [T | null, (to: T, replace: boolean) => void] {
  const [pending, setPending] = useState<T | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const last = useRef(0);
  const fire = useRef(go);
  useEffect(() => {
    fire.current = go;
  }, [go]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const move = useCallback((to: T, replace: boolean) => {
    clearTimeout(timer.current);
    const arrive = () => {
      last.current = Date.now();
      fire.current(to, replace);
      // The router changes its location in a transition; so that nothing jumps back in between, this goes with it.
      startTransition(() => setPending(null));
    };
    const wait = last.current + LEAST_BETWEEN_MS - Date.now();
    setPending(to);
    if (!replace || wait <= 0) arrive();
    else timer.current = setTimeout(arrive, wait);
  }, []);
  return [pending, move];
}
