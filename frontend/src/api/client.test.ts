import { describe, expect, it, vi } from "vitest";
import { fake, json, problem, requests } from "../testing/api";
import { api, dataOf } from "./client";
import { quoteLongs } from "./exactJson";
import { ApiError } from "./problem";

const GROUP = "/api/v1/clusters/{cluster}/streams-groups/{groupId}" as const;

function ask(cluster: string, groupId: string) {
  return dataOf(api.GET(GROUP, { params: { path: { cluster, groupId } } }));
}

describe("the client", () => {
  it("percent-encodes names in paths exactly once", async () => {
    fake("/clusters/prod%2Feu/streams-groups/a%2Fb%20c%252F%20%C3%A9", { groupId: "a/b c%2F é" });
    await expect(ask("prod/eu", "a/b c%2F é")).resolves.toMatchObject({ groupId: "a/b c%2F é" });
  });

  it("does not take braces and dollars in a name for anything else", async () => {
    fake("/clusters/%7BgroupId%7D/streams-groups/%24%26%24'", {});
    await ask("{groupId}", "$&$'");
    expect(requests()).toHaveLength(1);
  });

  it("repeats a list in the query", async () => {
    fake("/clusters/c/streams-groups", { items: [] });
    await dataOf(
      api.GET("/api/v1/clusters/{cluster}/streams-groups", {
        params: { path: { cluster: "c" }, query: { state: ["STABLE", "EMPTY"] } },
      }),
    );
    expect(requests()[0]?.searchParams.getAll("state")).toEqual(["STABLE", "EMPTY"]);
  });

  it("keeps numbers exact that JavaScript would round", async () => {
    fake("/clusters/c/streams-groups/g", () => json('{"offset":9223372036854775807,"groupEpoch":9}'));
    await expect(ask("c", "g")).resolves.toEqual({ offset: "9223372036854775807", groupEpoch: 9 });
  });

  it("throws the server's sentence", async () => {
    fake("/clusters/c/streams-groups/g", () => problem(404, "The cluster “c” has no group “g”.", "urn:streamgauge:problem:group-not-found"));
    await expect(ask("c", "g")).rejects.toMatchObject({
      message: "The cluster “c” has no group “g”.",
      status: 404,
      type: "urn:streamgauge:problem:group-not-found",
    });
  });

  it("has a sentence of its own when nobody answers", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await expect(ask("c", "g")).rejects.toThrow("The Streamgauge server does not answer.");
  });

  it("has a sentence for a proxy's answer and for one that is not JSON", async () => {
    fake("/clusters/c/streams-groups/g", () => new Response("<html>", { status: 502 }));
    await expect(ask("c", "g")).rejects.toThrow("A proxy answered 502");
    fake("/clusters/c/streams-groups/g", () => new Response("<html>", { status: 200, headers: { "content-type": "text/html" } }));
    await expect(ask("c", "g")).rejects.toBeInstanceOf(ApiError);
  });
});

describe("quoteLongs", () => {
  it("leaves strings, fractions and small numbers alone", () => {
    const text = '{"a":"9223372036854775807 \\" 9223372036854775807","b":1.2345678901234567,"c":12}';
    expect(quoteLongs(text)).toBe(text);
  });
  it("quotes negative numbers too", () => expect(quoteLongs("[-9223372036854775808]")).toBe('["-9223372036854775808"]'));
  it("leaves numbers alone that are exact", () => expect(quoteLongs("[9007199254740991]")).toBe("[9007199254740991]"));
});
