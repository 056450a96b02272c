import { Link } from "react-router";
import type { Cluster, ReadFailure } from "../api/types";
import { useNow } from "../lib/clock";
import { count, relative, sentence } from "../lib/format";
import { recordingPath } from "../lib/names";
import { Between, Instant } from "./Known";
import "./ClusterLine.css";

function Recorded({ cluster }: { cluster: Cluster }) {
  return (
    <p className="cluster-line recorded">
      <span className="tag">Recording</span>{" "}
      <span>
        {cluster.firstAt && cluster.lastAt ? (
          <Between from={cluster.firstAt} to={cluster.lastAt} zoned />
        ) : (
          "No heartbeat was read yet"
        )}
        <span className="dim">. Nothing here is live.</span>
      </span>{" "}
      {cluster.recordingId !== null && <Link to={recordingPath(cluster.recordingId)}>How it was replayed</Link>}
    </p>
  );
}

function Live({ cluster }: { cluster: Cluster }) {
  const { lastSuccessAt, failing, errorSince, errorCount, lastError, lastErrorAt } = cluster.health;
  const now = useNow();
  return (
    <p className={`cluster-line${failing ? " failing" : ""}`}>
      <span className="tag">Live</span>{" "}
      {failing && errorSince !== null ? (
        <span>
          <b className="bad">✕ Not read as it should be</b> since <Instant at={errorSince} day zoned />
          <Tries count={errorCount} last={lastErrorAt} />: {sentence(lastError ?? "no reason given")}{" "}
          <span className="dim">
            {lastSuccessAt ? (
              <>
                All of it was last read <Instant at={lastSuccessAt} day zoned />.
              </>
            ) : (
              "It was never read as a whole."
            )}
          </span>
        </span>
      ) : lastSuccessAt ? (
        <span className="dim">
          The brokers answered <Instant at={lastSuccessAt} zoned />, {relative(lastSuccessAt, now, false)}
        </span>
      ) : (
        <span className="dim">The brokers have not been asked yet</span>
      )}
    </p>
  );
}

/** How often something failed, and when the last time. */
function Tries({ count: tries, last }: { count: number | null; last: string | null }) {
  return tries === null || tries < 2 || last === null ? null : (
    <>
      {" "}
      ({count(tries)} times, last <Instant at={last} />)
    </>
  );
}

/** Why a group cannot be read from its brokers now, and when it last was. */
export function ReadFailureLine({ failure, observedAt }: { failure: ReadFailure; observedAt: string }) {
  return (
    <p className="cluster-line failing">
      <span>
        <b className="bad">✕ This group cannot be read</b> since <Instant at={failure.since} day zoned />
        <Tries count={failure.count} last={failure.lastAt} />: {sentence(failure.message)}{" "}
        <span className="dim">
          What is shown was observed <Instant at={observedAt} day zoned />.
        </span>
      </span>
    </p>
  );
}

/** Why one part of what brokers tell of a group cannot be read now. */
export function PartFailureLine({ what, failure }: { what: string; failure: ReadFailure }) {
  return (
    <p className="cluster-line failing">
      <span>
        <b className="bad">✕ {what} cannot be read</b> since <Instant at={failure.since} day zoned />: {sentence(failure.message)}
      </span>
    </p>
  );
}

/** Where a cluster's groups come from, and whether that can be trusted now. */
export function ClusterLine({ cluster }: { cluster: Cluster }) {
  return cluster.kind === "RECORDING" ? <Recorded cluster={cluster} /> : <Live cluster={cluster} />;
}

