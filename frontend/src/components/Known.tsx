import { useId, useState } from "react";
import type { Exact } from "../api/types";
import { count, dateIn, dateTimeIn, exactly, isUnknownOffset, NOT_KNOWN, offsetIn, timeIn } from "../lib/format";
import { useZone, UTC, viewerZone } from "../lib/zone";

const SAID_MS = 2000;

/** Where a value was not observed. Never blank and never 0. */
export function NotKnown({ why = "not known from heartbeats" }: { why?: string }) {
  return (
    <span className="dim" title={why}>
      <span className="not-known" aria-hidden="true">
        {NOT_KNOWN}
      </span>
      <span className="sr-only">{why}</span>
    </span>
  );
}

/** A value, or that it is not known. */
export function Known({ value, why }: { value: React.ReactNode; why?: string }) {
  return value === null || value === undefined ? <NotKnown why={why} /> : <>{value}</>;
}

interface InstantProps {
  /** In ISO-8601. */
  at: string;
  /** Whether to tell the day, too. */
  day?: boolean;
  /** Whether to tell the zone behind it; unless a heading does, a time needs it. */
  zoned?: boolean;
}

/** An instant in the zone that the viewer chose; the whole of it, in the viewer's zone and in UTC, in the title. */
export function Instant({ at, day = false, zoned = false }: InstantProps) {
  const zone = useZone();
  return (
    <>
      <time dateTime={at} title={exactly(at, viewerZone())} className="nowrap">
        {day ? dateTimeIn(at, zone) : timeIn(at, zone)}
      </time>
      {zoned && ` ${offsetIn(at, zone)}`}
    </>
  );
}

interface SpanProps {
  from: string;
  to: string;
  zoned?: boolean;
}

/** Two instants, the day told once where both share it. */
export function Between({ from, to, zoned = false }: SpanProps) {
  const zone = useZone();
  return (
    <>
      <Instant at={from} day /> – <Instant at={to} day={dateIn(from, zone) !== dateIn(to, zone)} zoned={zoned} />
    </>
  );
}

/** Which zone the instants below a heading are in. */
export function ZoneWord() {
  return <>{useZone() === UTC ? "UTC" : "local"}</>;
}

/** The end of a changelog as a member tells it: a number, that the member does not know it, or that it did not tell. */
export function EndOffset({ offset }: { offset: Exact | null }) {
  if (offset === null) return <NotKnown why="not known" />;
  if (!isUnknownOffset(offset)) return <>{count(offset)}</>;
  return (
    <span className="dim" title={`The member reports ${count(offset)}, which means that it does not know`}>
      unknown
    </span>
  );
}

interface CopyButtonProps {
  text: string;
  /** What is copied, for those who do not see it. */
  what: string;
  /** Where the text stands, to be selected when the page may not reach the clipboard. */
  shownIn: React.RefObject<HTMLElement | null>;
}

/** Copies a text, and says so where it is seen and where it is heard. */
export function CopyButton({ text, what, shownIn }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "selected">("idle");
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
      setTimeout(() => setState("idle"), SAID_MS);
    } catch {
      // Pages served over plain http may not reach the clipboard.
      if (shownIn.current) globalThis.getSelection()?.selectAllChildren(shownIn.current);
      setState("selected");
    }
  };
  const word = { idle: "Copy", copied: "Copied", selected: "Selected" }[state];
  const said = { idle: "", copied: "Copied", selected: "Selected, to be copied with Ctrl+C or ⌘C" }[state];
  return (
    <span className="copy">
      <button type="button" className="button" onClick={copy} aria-describedby={id} title={said || undefined}>
        {word}
        <span className="sr-only"> {what}</span>
      </button>
      {state === "selected" && (
        <span className="dim nowrap" aria-hidden="true">
          Ctrl+C or ⌘C
        </span>
      )}
      <span id={id} className="sr-only" aria-live="polite">
        {said}
      </span>
    </span>
  );
}
