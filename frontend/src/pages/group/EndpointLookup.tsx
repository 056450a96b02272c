import { useId, useMemo, useState } from "react";
import { ApiError, sentenceOf } from "../../api/problem";
import type { EndpointLookup as Answer, EndpointMap, GroupDetail } from "../../api/types";
import { Choice } from "../../components/Choice";
import { ErrorNote, Skeleton } from "../../components/Feedback";
import { Instant } from "../../components/Known";
import { RoleMark } from "../../components/Role";
import { SeveritySign } from "../../components/StatusChips";
import { count, shortId } from "../../lib/format";
import { asked, objectionTo, partOf, questionOf, SERIALIZERS, type Question, type QuestionPart } from "../../lib/lookup";
import { endpointName } from "../../lib/served";
import type { ViewChange } from "../../lib/view";
import { useLookup, type AsOf, type GroupKey } from "../../queries/groups";
import { LookupCall } from "./LookupCall";

const WHAT = [
  ["store", "Store"],
  ["topic", "Topic"],
] as const;

const BY = [
  ["key", "Key"],
  ["partition", "Partition"],
] as const;

interface EndpointLookupProps {
  group: GroupKey;
  detail: GroupDetail;
  map: EndpointMap | undefined;
  names: ReadonlyMap<string, string>;
  asOf: AsOf | null;
  changing: boolean;
  params: URLSearchParams;
  change: (changes: ViewChange, replace?: boolean) => void;
}

/** Asks who serves a key or partition of a store or topic; the address carries the question. */
export function EndpointLookup({ group, detail, map, names, asOf, changing, params, change }: EndpointLookupProps) {
  const question = useMemo(() => questionOf(params), [params]);
  const objection = question && objectionTo(question);
  const lookup = useLookup(group, asOf, detail.version, objection === null ? question : null, changing);
  const error = lookup.data ? null : lookup.error;
  const part = objection !== null ? "value" : error instanceof ApiError ? partOf(error) : null;
  const told = objection ?? (error && part !== null ? sentenceOf(error) : null);
  const stores = useMemo(() => storesOf(map, detail), [map, detail]);
  const topics = useMemo(() => topicsOf(map, detail), [map, detail]);
  return (
    <section className="card lookup" aria-label="Lookup">
      <Form
        question={question}
        stores={stores}
        topics={topics}
        objection={told !== null && part !== null ? { part, sentence: told } : null}
        onAsk={(next) => change(asked(next), true)}
      />
      <div className="lookup-answer" aria-live="polite" aria-busy={lookup.isPlaceholderData}>
        {question === null || told !== null ? null : error ? (
          <ErrorNote error={error} retry={() => void lookup.refetch()} />
        ) : !lookup.data ? (
          <Skeleton lines={2} />
        ) : (
          <Places answer={lookup.data} names={names} />
        )}
      </div>
      {question !== null && objection === null && <LookupCall group={group} question={question} asOf={asOf} />}
    </section>
  );
}

function storesOf(map: EndpointMap | undefined, detail: GroupDetail): string[] {
  const mapped = (map?.endpoints ?? []).flatMap((endpoint) => (endpoint.stores ?? []).map((one) => one.store));
  return [...new Set([...mapped, ...(detail.subtopologies ?? []).flatMap((one) => one.stores ?? [])])].sort();
}

function topicsOf(map: EndpointMap | undefined, detail: GroupDetail): string[] {
  const mapped = (map?.endpoints ?? []).flatMap((endpoint) =>
    [...endpoint.partitions, ...(endpoint.active ?? []), ...(endpoint.standby ?? [])].map((one) => one.topic),
  );
  const read = (detail.subtopologies ?? []).flatMap((one) => [...(one.sourceTopics ?? []), ...(one.repartitionSourceTopics ?? [])]);
  return [...new Set([...mapped, ...read])].sort();
}

interface FormProps {
  question: Question | null;
  stores: readonly string[];
  topics: readonly string[];
  objection: { part: QuestionPart; sentence: string } | null;
  onAsk: (question: Question) => void;
}

interface Typed {
  /** Null until somebody chose; a store, where stores are known. */
  what: Question["what"] | null;
  name: string | null;
  by: Question["by"];
  value: string;
  serializer: string;
}

const NOTHING_TYPED: Typed = { what: null, name: null, by: "key", value: "", serializer: "string" };

function Form({ question, stores, topics, objection, onAsk }: FormProps) {
  const id = useId();
  const [typed, setTyped] = useState<Typed>(question ?? NOTHING_TYPED);
  const inAddress = JSON.stringify(question);
  const [seen, setSeen] = useState(inAddress);
  if (inAddress !== seen) {
    setSeen(inAddress);
    setTyped(question ?? NOTHING_TYPED);
  }
  const what = typed.what ?? (stores.length > 0 ? "store" : "topic");
  const known = what === "store" ? stores : topics;
  const name = typed.name ?? known[0] ?? "";
  const problemOf = (part: QuestionPart) =>
    objection?.part === part ? { "aria-invalid": true, "aria-describedby": `${id}-problem` } : {};
  return (
    <form
      className="lookup-form"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk({ what, name: name.trim(), by: typed.by, value: typed.by === "key" ? typed.value : typed.value.trim(), serializer: typed.serializer });
      }}
    >
      <h2>Who serves</h2>
      <Choice
        label="What is looked up"
        choices={WHAT}
        chosen={what}
        onChoose={(next) => setTyped({ ...typed, what: next, name: null })}
      />
      <input
        className="field mono lookup-name"
        aria-label={what === "store" ? "Store" : "Topic"}
        placeholder={what}
        list={`${id}-names`}
        required
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={(event) => setTyped({ ...typed, what, name: event.target.value })}
        {...problemOf("name")}
      />
      <datalist id={`${id}-names`}>
        {known.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      <Choice
        label="By what"
        choices={BY}
        chosen={typed.by}
        onChoose={(by) => setTyped({ ...typed, by, value: by === typed.by ? typed.value : "" })}
      />
      <input
        className="field mono lookup-value"
        aria-label={typed.by === "key" ? "Key" : "Partition"}
        placeholder={typed.by}
        // A key may be empty, or blank.
        required={typed.by === "partition"}
        inputMode={typed.by === "partition" ? "numeric" : undefined}
        autoComplete="off"
        spellCheck={false}
        value={typed.value}
        onChange={(event) => setTyped({ ...typed, value: event.target.value })}
        {...problemOf("value")}
      />
      {typed.by === "key" && (
        <select
          className="field"
          aria-label="Serializer"
          value={typed.serializer}
          onChange={(event) => setTyped({ ...typed, serializer: event.target.value })}
          {...problemOf("serializer")}
        >
          {[...new Set([...SERIALIZERS, typed.serializer])].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
      <button className="button primary">Look up</button>
      {objection && (
        <p id={`${id}-problem`} className="lookup-problem bad wrap-anywhere" role="alert">
          <span aria-hidden="true">✕ </span>
          {objection.sentence}
        </p>
      )}
    </form>
  );
}

function Places({ answer, names }: { answer: Answer; names: ReadonlyMap<string, string> }) {
  const { places, mapOutdatedBy } = answer;
  return (
    <>
      <p>
        <b className="mono wrap-anywhere">{answer.store ?? answer.topic}</b> partition <b className="mono">{answer.partition}</b>
        {answer.partitionCount !== null && <span className="dim"> of {count(answer.partitionCount)}</span>}
        {answer.taskId !== null && (
          <span className="dim">
            , task <span className="mono">{answer.taskId}</span>
          </span>
        )}
      </p>
      {places === null ? (
        <p>No endpoint map was observed, and no endpoint of a member, so nobody can say who serves it.</p>
      ) : places.length === 0 ? (
        <p>
          No endpoint has it at this instant
          {answer.taskId === null && answer.topic !== null ? ", and no subtopology that is known reads this topic" : ""}.
        </p>
      ) : (
        <ol className="places">
          {places.map((place) => (
            <li key={`${place.role} ${endpointName(place)}`}>
              <span className="place-role">
                {place.role === "UNKNOWN" ? (
                  <span className="dim">active or standby</span>
                ) : (
                  <>
                    <RoleMark role={place.role === "ACTIVE" ? "active" : "standby"} small /> {place.role.toLowerCase()}
                  </>
                )}
              </span>
              <b className="mono wrap-anywhere">{endpointName(place)}</b>
              <span className="dim">
                {[...new Set((place.holders.length > 0 ? place.holders : place.memberIds).map((id) => names.get(id) ?? shortId(id)))].join(", ")}
              </span>
              <span className="place-lag">
                {place.role === "ACTIVE" ? null : place.lag === null ? (
                  <span className="dim">lag not known</span>
                ) : (
                  <>
                    <span className="mono">{count(place.lag)}</span> <span className="dim">behind</span>
                  </>
                )}
              </span>
              <span className="dim">
                {place.source === "ASSIGNMENT"
                  ? "by its assignment; no map names it"
                  : answer.taskId !== null && place.holders.length === 0
                    ? "no member of it is assigned the task"
                    : ""}
              </span>
            </li>
          ))}
        </ol>
      )}
      {places !== null && places.length > 0 && places.every((place) => place.role === "STANDBY") && (
        <p>
          <SeveritySign severity="warning" /> No endpoint serves it actively: what is there are copies, which may be behind.
        </p>
      )}
      {mapOutdatedBy !== null && (
        <p>
          <SeveritySign severity="warning" /> The endpoint map is older than the last rebalance: tasks were assigned otherwise at{" "}
          <Instant at={mapOutdatedBy} zoned />, and the map did not change since. It may name endpoints of before.
        </p>
      )}
    </>
  );
}
