import { vi } from "vitest";

/** What a faked resource answers: a body for 200, or a whole answer. */
export type Answer = (url: URL, request: Request) => Response | Promise<Response> | object;

let routes: { path: string; answer: Answer }[] = [];
let unexpected: string[] = [];
let asked: URL[] = [];

/** Forgets every faked resource; a request that none of them answers fails its test. */
export function resetApi(): void {
  routes = [];
  unexpected = [];
  asked = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const url = new URL(request.url);
    asked.push(url);
    // The last definition wins, so that a test can change its mind.
    const route = routes.findLast((one) => one.path === url.pathname);
    if (!route) {
      unexpected.push(`${request.method} ${url.pathname}${url.search}`);
      return problem(500, "This request was not expected by the test.");
    }
    const answer = await route.answer(url, request);
    return answer instanceof Response ? answer : json(answer);
  });
}

/** Fakes the resource at a path as it is on the wire, percent-encoding included. */
export function fake(path: string, answer: Answer | object): void {
  routes.push({ path: `/api/v1${path}`, answer: typeof answer === "function" ? (answer as Answer) : () => answer });
}

/** Fakes a list. */
export function fakeList(path: string, items: object[], total = items.length): void {
  fake(path, (url: URL) => ({ items, page: Number(url.searchParams.get("page") ?? 0), size: items.length, total }));
}

/** An answer with a JSON body. */
export function json(body: unknown, status = 200): Response {
  return new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });
}

/** An error as the API gives it. */
export function problem(status: number, detail: string, type = "urn:streamgauge:problem:test"): Response {
  return new Response(JSON.stringify({ type, status, detail }), {
    status,
    headers: { "content-type": "application/problem+json" },
  });
}

/** Every request so far. */
export function requests(): URL[] {
  return asked;
}

/** The requests that no fake answered. */
export function unexpectedRequests(): string[] {
  return unexpected;
}
