import type { ApiError } from "../api/problem";

/** How a key is written and becomes bytes, as the API names it. */
export const SERIALIZERS = ["string", "long", "integer", "uuid", "hex", "base64"] as const;

/** What is asked of a lookup: a store or a topic of the group, and a partition of it or a record's key. */
export interface Question {
  what: "store" | "topic";
  name: string;
  by: "partition" | "key";
  /** The partition or the key as it was typed. */
  value: string;
  serializer: string;
}

/** The parts of a question that a problem can be about. */
export type QuestionPart = "name" | "value" | "serializer";

/** The question of an address; null when it has none, or only half of one. */
export function questionOf(params: URLSearchParams): Question | null {
  const what = params.has("store") ? "store" : "topic";
  const by = params.has("key") ? "key" : "partition";
  const name = params.get(what) ?? "";
  const value = params.get(by);
  if (name === "" || value === null) return null;
  return { what, name, by, value, serializer: params.get("serializer") ?? "string" };
}

/** What an address must change to ask a question. */
export function asked({ what, name, by, value, serializer }: Question): Record<string, string | null> {
  return {
    store: null,
    topic: null,
    partition: null,
    key: null,
    [what]: name,
    [by]: value,
    serializer: by === "key" && serializer !== "string" ? serializer : null,
  };
}

/** Why a question cannot be asked at all; null when it can. */
export function objectionTo({ by, value }: Question): string | null {
  if (by === "key") return null;
  if (!/^\d+$/.test(value)) return "A partition is a whole number from 0.";
  return Number(value) > 2_147_483_647 ? "No topic has so many partitions." : null;
}

/** The path of a question, as it is asked of the server: of now, or of an instant or version. */
export function lookupPath(cluster: string, groupId: string, question: Question, asOf: { at: string } | { version: number } | null): string {
  const { what, name, by, value, serializer } = question;
  const query = new URLSearchParams({ [what]: name, [by]: value });
  if (by === "key" && serializer !== "string") query.set("serializer", serializer);
  for (const [key, entry] of Object.entries(asOf ?? {})) query.set(key, String(entry));
  return `/api/v1/clusters/${encodeURIComponent(cluster)}/streams-groups/${encodeURIComponent(groupId)}/endpoints/lookup?${query}`;
}

/** A command for a shell that asks for an address; nothing in the address is special to the shell. */
export function curlOf(url: string): string {
  return `curl '${url.replaceAll("'", "%27")}'`;
}

/** The part of the question that the server objects to; null when it is something else. */
export function partOf(error: ApiError): QuestionPart | null {
  if (error.type?.endsWith(":store-not-found")) return "name";
  if (error.type?.endsWith(":partitions-unknown")) return "value";
  if (error.status !== 400) return null;
  if (error.message.startsWith("serializer=")) return "serializer";
  return /^(key|partition)=/.test(error.message) ? "value" : null;
}
