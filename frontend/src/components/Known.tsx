import { useId, useState } from "react";
import { NOT_KNOWN, utcDateTime, utcTime } from "../lib/format";

/** Where a value was not observed. Never blank and never 0. */
export function NotKnown({ why = "not known from heartbeats" }: { why?: string }) {
  return (
    <span className="dim" title={why}>
      <span aria-hidden="true">{NOT_KNOWN}</span>
      <span className="sr-only">{why}</span>
    </span>
  );
}

/** A value, or that it is not known. */
export function Known({ value, why }: { value: React.ReactNode; why?: string }) {
  return value === null || value === undefined ? <NotKnown why={why} /> : <>{value}</>;
}

/** An instant: the time in UTC, the whole of it in the title. */
export function Instant({ at, day = false }: { at: string; day?: boolean }) {
  return (
    <time dateTime={at} title={`${at} (UTC)`} className="nowrap">
      {day ? utcDateTime(at) : utcTime(at)}
    </time>
  );
}

/** Copies a text, and says so where it is seen and where it is heard. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // Pages served over plain http may not reach the clipboard.
      setState("failed");
    }
    setTimeout(() => setState("idle"), 2000);
  };
  const word = { idle: "Copy", copied: "Copied", failed: "Select it and copy by hand" }[state];
  return (
    <>
      <button type="button" className="button" onClick={copy} aria-describedby={id}>
        {word}
        <span className="sr-only"> {what}</span>
      </button>
      <span id={id} className="sr-only" aria-live="polite">
        {state === "idle" ? "" : word}
      </span>
    </>
  );
}
