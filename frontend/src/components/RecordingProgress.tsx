import type { Recording } from "../api/types";
import { bytes, count, duration } from "../lib/format";
import "./RecordingProgress.css";

const WORDS: Record<Recording["status"], string> = {
  QUEUED: "Queued",
  RUNNING: "Replaying",
  COMPLETED: "Completed",
  FAILED: "Failed",
  CANCELLED: "Cancelled",
};

const SIGNS: Record<Recording["status"], string> = { QUEUED: "○", RUNNING: "◆", COMPLETED: "●", FAILED: "✕", CANCELLED: "–" };

/** How a replay stands, as shape, colour and word. */
export function RecordingStatus({ status }: { status: Recording["status"] }) {
  return (
    <span className={`recording-status recording-${status.toLowerCase()}`}>
      <span aria-hidden="true">{SIGNS[status] ?? "?"}</span> {WORDS[status] ?? status}
    </span>
  );
}

/** How far a replay is; nothing once it is over. */
export function ReplayProgress({ recording }: { recording: Recording }) {
  const { status, bytesRead, bytesTotal, bytesPerSecond, timeLeftMs } = recording;
  if (status !== "RUNNING" && status !== "QUEUED") return null;
  const share = bytesTotal ? Math.min(1, bytesRead / bytesTotal) : null;
  return (
    <span className="replay">
      <Progress value={share} label={`Replay of ${recording.name}`} />
      <span className="dim nowrap">
        {bytesTotal ? `${bytes(bytesRead)} of ${bytes(bytesTotal)}` : bytes(bytesRead)}, {count(recording.heartbeats)} heartbeats
      </span>
      {bytesPerSecond !== null && (
        <span className="dim nowrap">
          {bytes(bytesPerSecond)} a second
          {timeLeftMs !== null && `, about ${roughly(timeLeftMs)} left`}
        </span>
      )}
    </span>
  );
}

/** An estimate, as coarse as it is. */
function roughly(ms: number): string {
  return duration(ms < 60_000 ? Math.ceil(ms / 1000) * 1000 : Math.ceil(ms / 60_000) * 60_000);
}

/** A bar that fills; without a value it only says that something goes on. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  return (
    <span
      className={`progress${value === null ? " indeterminate" : ""}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value * 100)}
    >
      <i style={{ width: value === null ? "30%" : `${value * 100}%` }} />
    </span>
  );
}
