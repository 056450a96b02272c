import type { Recording } from "../api/types";
import { isRunning, useCancelRecording } from "../queries/recordings";
import { ErrorNote } from "./Feedback";

/** A button that stops a replay; nothing once it is over. It asks nothing, because nothing that was stored goes. */
export function CancelRecording({ recording }: { recording: Recording }) {
  const cancelling = useCancelRecording();
  if (cancelling.error) return <ErrorNote error={cancelling.error} />;
  if (!isRunning(recording)) return null;
  return (
    <button
      type="button"
      className="button"
      title="Stops the replay; what is stored up to there stays"
      disabled={cancelling.isPending}
      onClick={() => cancelling.mutate(recording.id)}
    >
      {cancelling.isPending ? "Stopping…" : "Cancel"}
      <span className="sr-only"> the replay of {recording.name}</span>
    </button>
  );
}
