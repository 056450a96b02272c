import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { Cluster, Recording } from "../../api/types";
import { importExport, isExport, upload, type Upload, type Uploaded } from "../../api/upload";
import { ErrorNote } from "../../components/Feedback";
import { Progress } from "../../components/RecordingProgress";
import { bytes } from "../../lib/format";
import { recordingPath } from "../../lib/names";
import "./UploadForm.css";

const FORMATS = ["broker-request-log", "client-debug-log", "heartbeat-jsonl"];

/** What the form sends elsewhere: an exported document is no recorded form. */
const EXPORT = "export";

const ALL_SENT = "All is sent; the server reads it";

interface Props {
  onUploaded: (recording: Recording) => void;
  onImported: (cluster: Cluster) => void;
}

/** Takes files, sends them with how they are to be read, and shows how far that is. */
export function UploadForm({ onUploaded, onImported }: Props) {
  const client = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const running = useRef<Upload<Uploaded> | Upload<Cluster> | null>(null);
  const [files, setFiles] = useState<File[]>([]);
  const [exported, setExported] = useState<File[]>([]);
  const [name, setName] = useState("");
  const [format, setFormat] = useState("auto");
  const [sessionTimeout, setSessionTimeout] = useState("45s");
  const [timeZone, setTimeZone] = useState("UTC");
  const [date, setDate] = useState("");
  const [over, setOver] = useState(false);
  const [sent, setSent] = useState<{ sent: number; total: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [there, setThere] = useState<Recording | null>(null);

  const imports = format === EXPORT || (format === "auto" && files.some((file) => exported.includes(file)));
  const named = files.find((file) => file.size > 0);
  const allSent = sent !== null && sent.sent >= sent.total;

  const add = async (chosen: FileList | null) => {
    const more = [...(chosen ?? [])];
    if (picker.current) picker.current.value = "";
    if (more.length === 0) return;
    setFiles((before) => [...before, ...more.filter((file) => !before.some((other) => isSame(file, other)))]);
    setError(null);
    setThere(null);
    const found = await Promise.all(more.map(isExport));
    setExported((before) => [...before, ...more.filter((_, index) => found[index])]);
  };
  const send = async () => {
    if (files.length === 0) return;
    setError(null);
    setThere(null);
    setSent({ sent: 0, total: files.reduce((sum, file) => sum + file.size, 0) });
    const onProgress = (done: number, total: number) => setSent({ sent: done, total });
    try {
      let finish: () => void;
      if (imports && files[0]) {
        const sending = importExport(files[0], name.trim() || nameOf(files[0]), onProgress);
        running.current = sending;
        const cluster = await sending.done;
        finish = () => onImported(cluster);
      } else {
        const sending = upload(
          { files, name: name.trim(), format, sessionTimeout: sessionTimeout.trim(), timeZone: timeZone.trim(), date },
          onProgress,
        );
        running.current = sending;
        const { recording, added } = await sending.done;
        finish = () => (added ? onUploaded(recording) : setThere(recording));
      }
      setFiles([]);
      setExported([]);
      setName("");
      setFormat("auto");
      await Promise.all([
        client.invalidateQueries({ queryKey: ["recordings", "page"] }),
        client.invalidateQueries({ queryKey: ["clusters"] }),
      ]);
      finish();
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
        if (!sent) void add(event.dataTransfer.files);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="drop">
        <label className="button">
          {files.length === 0 ? "Choose files" : "Add files"}
          <input
            ref={picker}
            type="file"
            name="file"
            multiple
            className="sr-only"
            disabled={sent !== null}
            onChange={(event) => void add(event.target.files)}
          />
        </label>
        <p className="dim">
          {files.length === 0 ? (
            <>
              or drop them here: a broker’s <code>kafka.request.logger</code> or an application’s <code>NetworkClient</code> at
              DEBUG, heartbeats as JSON lines, or a cluster that was exported; plain, gzip or zstd.
            </>
          ) : imports ? (
            files.length === 1 ? (
              "Becomes a cluster that answers as the exported one does."
            ) : (
              "An export is imported alone: remove the other files."
            )
          ) : files.length === 1 ? (
            "Add the logs of the other instances to see them merged by time."
          ) : (
            "Replayed as one recording, merged by time."
          )}
        </p>
      </div>
      {files.length > 0 && (
        <ul className="chosen" aria-label="Chosen files">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <b className="wrap-anywhere">{file.name}</b>{" "}
              <span className="dim nowrap">{file.size > 0 ? bytes(file.size) : named ? "empty, left out" : "empty"}</span>
              <button
                type="button"
                className="button plain"
                disabled={sent !== null}
                onClick={() => {
                  setFiles((before) => before.filter((other) => other !== file));
                  // The button goes with its file; whoever came by keyboard is not sent back to the top of the page.
                  picker.current?.focus();
                }}
              >
                Remove<span className="sr-only"> {file.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="upload-fields">
        <label className="labelled">
          Name
          <input
            className="field"
            name="name"
            autoComplete="off"
            placeholder={named ? nameOf(named) : "the file’s name"}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className="labelled">
          Format
          <select className="field" name="format" value={format} onChange={(event) => setFormat(event.target.value)}>
            <option value="auto">by content</option>
            {FORMATS.map((one) => (
              <option key={one}>{one}</option>
            ))}
            <option value={EXPORT}>an export</option>
          </select>
        </label>
        {!imports && (
          <>
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
            <label className="labelled" title="The day of the first line, for logs whose times lack the date or the year">
              Day, if the log has none
              <input className="field mono" type="date" name="date" value={date} onChange={(event) => setDate(event.target.value)} />
            </label>
          </>
        )}
        <datalist id="time-zones">
          {["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])].map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </datalist>
        {sent ? (
          // What the server has whole is not taken back by hanging up.
          <button type="button" className="button" disabled={allSent} onClick={() => running.current?.cancel()}>
            Cancel the upload
          </button>
        ) : (
          <button className="button primary" disabled={files.length === 0 || (imports && files.length > 1)}>
            {imports ? "Import" : "Upload and replay"}
          </button>
        )}
      </div>
      {sent && (
        <div className="upload-progress">
          <Progress value={sent.total > 0 ? sent.sent / sent.total : null} label="Upload" />
          <span className="dim" aria-hidden={allSent}>
            {allSent ? ALL_SENT : `${bytes(sent.sent)} of ${bytes(sent.total)} sent`}
          </span>
        </div>
      )}
      <p className="sr-only" role="status">
        {allSent ? ALL_SENT : sent ? "Uploading" : ""}
      </p>
      {there && (
        <p className="already" role="status">
          This is already there, read in the same way: <Link to={recordingPath(there.id)}>{there.name}</Link>. Nothing was stored
          twice.
        </p>
      )}
      {error !== null && <ErrorNote error={error} />}
    </form>
  );
}

/** What a recording or cluster is called when nobody says; the server makes its own of a recording's. */
function nameOf(file: File): string {
  return file.name
    .replace(/(\.(log|txt|streamgauge|jsonl?|gz|zst))+$/i, "")
    .replace(/[^\p{L}\p{N}\p{M} ._-]/gu, "-")
    .replace(/^[^\p{L}\p{N}_]+/u, "");
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
