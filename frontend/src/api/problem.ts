import type { Problem } from "./types";

/** A call that did not succeed, with the sentence to show. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly type: string | null;

  constructor(status: number, sentence: string, type: string | null = null) {
    super(sentence);
    this.status = status;
    this.type = type;
  }
}

/** The error for a request that got no answer: the server is down, or the network between is. */
export function unreachable(): ApiError {
  return new ApiError(0, "The Streamgauge server does not answer. Check that it runs and that you can reach it.");
}

/** The error for an answer with a failure status; reads the problem document when the answer is one. */
export function fromAnswer(status: number, body: unknown): ApiError {
  const problem: Problem = isProblem(body) ? body : {};
  const sentence = problem.detail ?? problem.title ?? withoutProblem(status);
  return new ApiError(status, sentence, problem.type ?? null);
}

/** The sentence to show for anything that a query can throw. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : `The dashboard failed: ${String(error)}`;
}

/** Whether the server has no such thing; asking again does not make it. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether asking again can help: no for a wrong request, yes for a server that was away. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && ("detail" in body || "title" in body);
}

function withoutProblem(status: number): string {
  if (status === 502 || status === 503 || status === 504) {
    return `A proxy answered ${status}: the Streamgauge server behind it is not there. Try again when it is up.`;
  }
  return `The server answered ${status} without saying why. Its log has more.`;
}
