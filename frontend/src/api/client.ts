import createClient from "openapi-fetch";
import { quoteLongs } from "./exactJson";
import { ApiError, fromAnswer, unreachable } from "./problem";
import type { paths } from "./types";

async function exactFetch(request: Request): Promise<Response> {
  let answer: Response;
  try {
    answer = await globalThis.fetch(request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw unreachable();
  }
  if (answer.status === 204 || !(answer.headers.get("content-type") ?? "").includes("json")) return answer;
  const text = quoteLongs(await answer.text());
  return new Response(text, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
}

/** The one typed client. Path parameters are percent-encoded once, by openapi-fetch. */
export const api = createClient<paths>({
  baseUrl: globalThis.location.origin,
  fetch: exactFetch,
  headers: { Accept: "application/json, application/problem+json" },
});

/** Waits for a call of the client and gives its data; throws an {@link ApiError} with a sentence otherwise. */
export async function dataOf<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  let result;
  try {
    result = await call;
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new ApiError(200, "The server's answer is not JSON. Is something else listening at this address?");
    }
    throw error;
  }
  if (!result.response.ok) throw fromAnswer(result.response.status, result.error);
  return result.data as T;
}
