import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useNow } from "../lib/clock";
import { offsetIn } from "../lib/format";
import { clusterPath, useSegments } from "../lib/names";
import { chooseZone, useZone, UTC, viewerZone } from "../lib/zone";
import { useClusters } from "../queries/clusters";
import { applyTheme, nextTheme, readTheme } from "../theme/theme";
import "./Header.css";

function Logo() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill="var(--ink)" />
      <path d="M6 3.5v13M6 5h3.5M6 8.5h2.2" stroke="var(--surface)" strokeWidth="1.7" fill="none" strokeLinecap="round" />
      <path
        d="M8.8 13.5c1.3-1.7 2.7-1.7 4 0s2.5 1.5 3.7.2"
        stroke="var(--surface)"
        strokeWidth="1.9"
        fill="none"
        strokeLinecap="round"
      />
    </svg>
  );
}

const LAST_CLUSTER = "streamgauge.cluster";

/** The cluster that was looked at last in this browser. */
export function lastCluster(): string | null {
  try {
    return localStorage.getItem(LAST_CLUSTER);
  } catch {
    return null;
  }
}

function ClusterPicker({ current }: { current: string | null }) {
  const { data } = useClusters();
  const navigate = useNavigate();
  useEffect(() => {
    if (current === null) return;
    try {
      localStorage.setItem(LAST_CLUSTER, current);
    } catch {
      // Then the first cluster is where a visit begins.
    }
  }, [current]);
  const clusters = data?.items ?? [];
  const listed = current === null || clusters.some((cluster) => cluster.name === current);
  const kinds = [
    ["Live", clusters.filter((cluster) => cluster.kind === "LIVE")],
    ["Recordings", clusters.filter((cluster) => cluster.kind === "RECORDING")],
  ] as const;
  return (
    <select
      className="cluster-picker"
      aria-label="Cluster"
      value={current ?? ""}
      onChange={(event) => void navigate(clusterPath(event.target.value))}
      disabled={clusters.length === 0}
    >
      {current === null && <option value="">{clusters.length === 0 ? "no cluster" : "choose a cluster"}</option>}
      {!listed && <option value={current}>{current}</option>}
      {kinds.map(
        ([label, items]) =>
          items.length > 0 && (
            <optgroup key={label} label={label}>
              {items.map((cluster) => (
                <option key={cluster.name} value={cluster.name}>
                  {cluster.name}
                </option>
              ))}
            </optgroup>
          ),
      )}
    </select>
  );
}

function ZoneButton() {
  const zone = useZone();
  const own = viewerZone();
  const now = useNow(60_000);
  if (own === UTC) {
    return (
      <span className="zone" title="Times are in UTC, which is your zone, too">
        UTC
      </span>
    );
  }
  const local = `${offsetIn(now, own)} (${own})`;
  const [shown, other] = zone === UTC ? [UTC, local] : [local, UTC];
  const offset = offsetIn(now, zone);
  return (
    <button
      type="button"
      className="button plain zone"
      title={`Times are in ${shown}`}
      aria-label={`Times in ${shown}. Change to ${other}`}
      onClick={() => chooseZone(zone === UTC ? "local" : "utc")}
    >
      {offset}
    </button>
  );
}

function ThemeButton() {
  const [choice, setChoice] = useState(readTheme);
  const words = { auto: "as the system", light: "light", dark: "dark" };
  return (
    <button
      type="button"
      className="button plain icon"
      title={`Theme: ${words[choice]}`}
      aria-label={`Theme: ${words[choice]}. Change to ${words[nextTheme(choice)]}`}
      onClick={() => {
        const next = nextTheme(choice);
        applyTheme(next);
        setChoice(next);
      }}
    >
      <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
        <circle cx="8" cy="8" r="6" fill={choice === "dark" ? "currentColor" : "none"} stroke="currentColor" strokeWidth="1.5" />
        {choice === "auto" && <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />}
      </svg>
    </button>
  );
}

const KEYS: readonly (readonly [string, string])[] = [
  ["/", "Search this page, or the groups"],
  ["g", "The groups of the cluster"],
  ["?", "This help"],
  ["← →", "In time: one change back or on"],
  ["Page ↑ ↓", "In time: ten changes"],
  ["Home End", "In time: the first change, the latest"],
  ["← → ↑ ↓", "In the assignment: from task to task; in the timeline: from bar to bar"],
  ["Home End Page", "In the assignment: the ends of a row, with Ctrl of all; twelve rows on"],
  ["Enter", "In the assignment: open the task; in the timeline: go to the bar's beginning"],
  ["+ − 0", "In the timeline: closer, farther, all of it"],
  ["Esc", "Close the task"],
];

/** Where a key is a letter of a text, or an answer to a dialog, it is nothing else. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    target?.closest("input, select, textarea, [contenteditable]") != null ||
    document.querySelector("dialog[open]") !== null
  );
}

/** The keys that work wherever nothing else takes them. */
function useKeys(groups: string, help: () => void) {
  const navigate = useNavigate();
  useEffect(() => {
    const search = () => {
      const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (field) field.focus();
      else void navigate(groups, { state: { focus: "search" } });
    };
    const inTime = (event: KeyboardEvent) => {
      const band = document.querySelector<HTMLElement>('main [role="slider"]');
      const free = document.activeElement === document.body || document.activeElement?.id === "main";
      if (!band || !free) return false;
      band.focus({ preventScroll: true });
      band.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true }));
      return true;
    };
    const keys: Record<string, (event: KeyboardEvent) => unknown> = {
      "/": search,
      g: () => void navigate(groups),
      "?": help,
      ArrowLeft: inTime,
      ArrowRight: inTime,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const act = keys[event.key];
      if (!act || isTaken(event)) return;
      if (act(event) !== false) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [navigate, groups, help]);
}

function Help({ dialog }: { dialog: React.RefObject<HTMLDialogElement | null> }) {
  return (
    <>
      <button type="button" className="button plain icon" aria-label="Keys and words" aria-keyshortcuts="?" onClick={() => dialog.current?.showModal()}>
        <span aria-hidden="true">?</span>
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="help-title">
        <h2 id="help-title">Keys and words</h2>
        <dl className="facts">
          {KEYS.map(([key, meaning]) => (
            <div key={meaning} className="contents">
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
          <dt>owned</dt>
          <dd>what a member said it runs, in its heartbeat</dd>
          <dt>assigned</dt>
          <dd>what the coordinator told it to run</dd>
          <dt>target</dt>
          <dd>where the coordinator wants to get to</dd>
          <dt>—</dt>
          <dd>not observed, so nobody can say; never the same as 0</dd>
        </dl>
        <form method="dialog">
          <button className="button">Close</button>
        </form>
      </dialog>
    </>
  );
}

/** What stands above every page. */
export function Header() {
  const segments = useSegments();
  const inCluster = segments[0] === "clusters" ? (segments[1] ?? null) : null;
  const cluster = inCluster ?? lastCluster();
  const at = segments[0] === "recordings" ? "recordings" : "groups";
  const groups = cluster === null ? "/" : clusterPath(cluster);
  const dialog = useRef<HTMLDialogElement>(null);
  const help = useCallback(() => dialog.current?.showModal(), []);
  useKeys(groups, help);
  return (
    <header className="header">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Link to="/" className="logo" aria-label="Streamgauge, start">
        <Logo />
        <span>Streamgauge</span>
      </Link>
      <ClusterPicker current={inCluster} />
      <nav aria-label="Pages">
        <Link to={groups} aria-current={at === "groups" ? "page" : undefined}>
          Groups
        </Link>
        <Link to="/recordings" aria-current={at === "recordings" ? "page" : undefined}>
          Recordings
        </Link>
      </nav>
      <span className="spacer" />
      <ZoneButton />
      <ThemeButton />
      <Help dialog={dialog} />
    </header>
  );
}
