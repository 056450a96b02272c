import { quoteLongs } from "./exactJson";
import { ApiError, fromAnswer, unreachable } from "./problem";
import type { Cluster, Recording } from "./types";

/** What the upload form asks for. */
export interface UploadFields {
  files: File[];
  name: string;
  format: string;
  sessionTimeout: string;
  timeZone: string;
  /** The day of the first line; empty when the log's times have one. */
  date: string;
}

/** What became of an upload: `added` is false when a recording had the same content already. */
export interface Uploaded {
  recording: Recording;
  added: boolean;
}

/** An upload on its way: its outcome, and the way to stop it. */
export interface Upload<T> {
  done: Promise<T>;
  cancel: () => void;
}

type OnProgress = (sent: number, total: number) => void;

/** Sends a recording. */
export function upload(fields: UploadFields, onProgress: OnProgress): Upload<Uploaded> {
  const form = new FormData();
  // Small fields first, so that a server that reads as it goes knows them before the file begins.
  if (fields.name) form.append("name", fields.name);
  form.append("format", fields.format);
  form.append("timeZone", fields.timeZone);
  form.append("sessionTimeout", fields.sessionTimeout);
  if (fields.date) form.append("date", fields.date);
  for (const file of fields.files) form.append("file", file, file.name);
  return send("/api/v1/recordings", form, fields.files, onProgress, (status, body) => ({ recording: body as Recording, added: status !== 200 }));
}

/** Sends an exported document, to become the cluster of that name. */
export function importExport(file: File, name: string, onProgress: OnProgress): Upload<Cluster> {
  const form = new FormData();
  form.append("name", name);
  form.append("file", file, file.name);
  return send("/api/v1/imports", form, [file], onProgress, (_status, body) => body as Cluster);
}

/** Whether a file begins like an exported document; one that is compressed does not show it. */
export async function isExport(file: File): Promise<boolean> {
  const beginning = await file
    .slice(0, 200)
    .text()
    .catch(() => "");
  return /^\s*\{\s*"format"\s*:\s*"streamgauge\/export"/.test(beginning);
}

/** Why a request did not get through: a browser stops one whose file was written to after it was chosen, and says no more. */
async function whyLost(files: File[]): Promise<ApiError> {
  for (const file of files) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch {
      return new ApiError(
        0,
        `${file.name} changed after it was chosen, or is gone; nothing of it was kept. When it is still written to, copy it first and choose the copy.`,
      );
    }
  }
  return unreachable();
}

/** XMLHttpRequest and not fetch, because only it reports how much has been sent. */
function send<T>(
  path: string,
  form: FormData,
  files: File[],
  onProgress: OnProgress,
  outcome: (status: number, body: unknown) => T,
): Upload<T> {
  const request = new XMLHttpRequest();
  const done = new Promise<T>((resolve, reject) => {
    // The length is known: a form in memory is sent, and no stream.
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded, event.total));
    request.addEventListener("load", () => {
      let body: unknown = null;
      try {
        body = JSON.parse(quoteLongs(request.responseText));
      } catch {
        // Judged below by its status.
      }
      if (request.status >= 200 && request.status < 300 && body !== null) resolve(outcome(request.status, body));
      else if (request.status === 413 && body === null) {
        reject(new ApiError(413, "The file is larger than the server accepts. Cut it to the time that matters, or raise the limit."));
      } else reject(fromAnswer(request.status, body));
    });
    request.addEventListener("error", () => void whyLost(files).then(reject));
    request.addEventListener("abort", () => reject(new DOMException("The upload was cancelled.", "AbortError")));
  });
  request.open("POST", path);
  request.setRequestHeader("Accept", "application/json, application/problem+json");
  request.send(form);
  return { done, cancel: () => request.abort() };
}
