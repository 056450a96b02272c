import { quoteLongs } from "./exactJson";
import { ApiError, fromAnswer, unreachable } from "./problem";
import type { Recording } from "./types";

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
export interface Upload {
  done: Promise<Uploaded>;
  cancel: () => void;
}

/**
 * Sends a recording. XMLHttpRequest and not fetch, because only it reports how much has been sent.
 */
export function upload(fields: UploadFields, onProgress: (sent: number, total: number) => void): Upload {
  const request = new XMLHttpRequest();
  const done = new Promise<Uploaded>((resolve, reject) => {
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded, event.lengthComputable ? event.total : fields.files.reduce((sum, file) => sum + file.size, 0)));
    request.addEventListener("load", () => {
      let body: unknown = null;
      try {
        body = JSON.parse(quoteLongs(request.responseText));
      } catch {
        // Judged below by its status.
      }
      if (request.status >= 200 && request.status < 300 && body !== null) resolve({ recording: body as Recording, added: request.status !== 200 });
      else if (request.status === 413 && body === null) {
        reject(new ApiError(413, "The file is larger than the server accepts. Cut it to the time that matters, or raise the limit."));
      } else reject(fromAnswer(request.status, body));
    });
    request.addEventListener("error", () => reject(unreachable()));
    request.addEventListener("abort", () => reject(new DOMException("The upload was cancelled.", "AbortError")));
  });
  const form = new FormData();
  // Small fields first, so that a server that reads as it goes knows them before the file begins.
  if (fields.name) form.append("name", fields.name);
  form.append("format", fields.format);
  form.append("timeZone", fields.timeZone);
  form.append("sessionTimeout", fields.sessionTimeout);
  if (fields.date) form.append("date", fields.date);
  for (const file of fields.files) form.append("file", file, file.name);
  request.open("POST", "/api/v1/recordings");
  request.setRequestHeader("Accept", "application/json, application/problem+json");
  request.send(form);
  return { done, cancel: () => request.abort() };
}
