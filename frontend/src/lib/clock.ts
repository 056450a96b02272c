import { useEffect, useState } from "react";

/** The wall clock as an ISO instant, advanced every few seconds so that "12 s ago" stays true. */
export function useNow(everyMs = 5_000): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
