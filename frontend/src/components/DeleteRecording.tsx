import { useRef } from "react";
import type { Recording } from "../api/types";
import { isRunning, useDeleteRecording } from "../queries/recordings";
import { ErrorNote } from "./Feedback";

/** A button that deletes a recording after a question. */
export function DeleteRecording({ recording, onDeleted }: { recording: Recording; onDeleted?: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const deletion = useDeleteRecording();
  const running = isRunning(recording);
  const titleId = `delete-${recording.id}`;
  return (
    <>
      <button type="button" className="button danger" onClick={() => dialog.current?.showModal()}>
        Delete
        <span className="sr-only"> {recording.name}</span>
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={() => deletion.reset()}>
        <h2 id={titleId}>Delete {recording.name}?</h2>
        <p>
          {running && "Its replay stops. "}The recording goes, and with it the cluster <b>{recording.cluster}</b> and every snapshot in it. The file that was
          uploaded is not kept here; you can upload it again.
        </p>
        {deletion.error && <ErrorNote error={deletion.error} />}
        <div className="row">
          <button
            type="button"
            className="button danger"
            disabled={deletion.isPending}
            onClick={() =>
              deletion.mutate(recording.id, {
                onSuccess: () => {
                  dialog.current?.close();
                  onDeleted?.();
                },
              })
            }
          >
            Delete
          </button>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </div>
      </dialog>
    </>
  );
}
