import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Recording } from "../../api/types";
import { upload, type Upload } from "../../api/upload";
import { ErrorNote } from "../../components/Feedback";
import { Progress } from "../../components/RecordingProgress";
import { bytes } from "../../lib/format";
import "./UploadForm.css";

/** Takes a file, sends it with its settings, and shows how far that is. */
export function UploadForm({ onUploaded }: { onUploaded: (recording: Recording) => void }) {
  const client = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const running = useRef<Upload | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [sessionTimeout, setSessionTimeout] = useState("45s");
  const [timeZone, setTimeZone] = useState("UTC");
  const [over, setOver] = useState(false);
  const [sent, setSent] = useState<{ sent: number; total: number } | null>(null);
  const [error, setError] = useState<unknown>(null);

  const choose = (chosen: File | null | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setError(null);
  };
  const send = async () => {
    if (!file) return;
    setError(null);
    setSent({ sent: 0, total: file.size });
    running.current = upload({ file, name: name.trim(), sessionTimeout: sessionTimeout.trim(), timeZone: timeZone.trim() }, (done, total) =>
      setSent({ sent: done, total }),
    );
    try {
      const recording = await running.current.done;
      setFile(null);
      setName("");
      if (picker.current) picker.current.value = "";
      await Promise.all([
        client.invalidateQueries({ queryKey: ["recordings", "page"] }),
        client.invalidateQueries({ queryKey: ["clusters"] }),
      ]);
      onUploaded(recording);
    } catch (failure) {
      if (!(failure instanceof DOMException && failure.name === "AbortError")) setError(failure);
    } finally {
      running.current = null;
      setSent(null);
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way for pointers; keyboards use the file picker
    <form
      className={`card upload${over ? " over" : ""}`}
      aria-label="Upload a recording"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!sent) choose(event.dataTransfer.files[0]);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="drop">
        <label className="button">
          Choose a file
          <input
            ref={picker}
            type="file"
            name="file"
            className="sr-only"
            disabled={sent !== null}
            onChange={(event) => choose(event.target.files?.[0])}
          />
        </label>
        {file ? (
          <p>
            <b className="wrap-anywhere">{file.name}</b> <span className="dim">{bytes(file.size)}</span>
          </p>
        ) : (
          <p className="dim">
            or drop it here: a broker’s <code>kafka.request.logger</code> or an application’s <code>NetworkClient</code> at
            DEBUG, or heartbeats as JSON lines; plain, gzip or zstd. What it is gets detected by its content.
          </p>
        )}
      </div>
      <div className="upload-fields">
        <label className="labelled">
          Name
          <input
            className="field"
            name="name"
            autoComplete="off"
            placeholder={file?.name ?? "the file’s name"}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className="labelled">
          Session timeout
          <input
            className="field mono"
            name="sessionTimeout"
            required
            pattern="\d+ *(ms|s|m|h)"
            title="A number with ms, s, m or h, as in 45s"
            value={sessionTimeout}
            onChange={(event) => setSessionTimeout(event.target.value)}
          />
        </label>
        <label className="labelled">
          Time zone of the log
          <input
            className="field mono"
            name="timeZone"
            required
            list="time-zones"
            autoComplete="off"
            value={timeZone}
            onChange={(event) => setTimeZone(event.target.value)}
          />
        </label>
        <datalist id="time-zones">
          {["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])].map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </datalist>
        {sent ? (
          <button type="button" className="button" onClick={() => running.current?.cancel()}>
            Cancel the upload
          </button>
        ) : (
          <button className="button primary" disabled={!file}>
            Upload and replay
          </button>
        )}
      </div>
      {sent && (
        <div className="upload-progress">
          <Progress value={sent.total > 0 ? sent.sent / sent.total : null} label="Upload" />
          <span className="dim">
            {bytes(sent.sent)} of {bytes(sent.total)} sent
          </span>
        </div>
      )}
      {error !== null && <ErrorNote error={error} />}
    </form>
  );
}
