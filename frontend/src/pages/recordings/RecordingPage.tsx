import { Link, useNavigate } from "react-router";
import type { Recording } from "../../api/types";
import { CancelRecording } from "../../components/CancelRecording";
import { DeleteRecording } from "../../components/DeleteRecording";
import { ErrorNote, Nothing, Skeleton } from "../../components/Feedback";
import { Between, Instant, Known, NotKnown, ZoneWord } from "../../components/Known";
import { Page } from "../../components/Page";
import { RecordingStatus, ReplayProgress } from "../../components/RecordingProgress";
import { between, bytes, count, duration, plural } from "../../lib/format";
import { clusterPath } from "../../lib/names";
import { reasonWords } from "../../lib/skipped";
import { isExport, useRecording } from "../../queries/recordings";
import "./RecordingsPage.css";

/** One recording: how its replay went, what was skipped and why, and the way to its groups. */
export function RecordingPage({ id }: { id: number }) {
  const navigate = useNavigate();
  const { data: recording, error, refetch } = useRecording(id);
  if (!recording) {
    return (
      <Page title="Recording">
        <h1>Recording</h1>
        <div className="card">{error ? <ErrorNote error={error} retry={() => void refetch()} /> : <Skeleton lines={6} />}</div>
        <p>
          <Link to="/recordings">All recordings</Link>
        </p>
      </Page>
    );
  }
  return (
    <Page title={recording.name}>
      <div className="row">
        <h1>{recording.name}</h1>
        <span role="status">
          <RecordingStatus status={recording.status} />
        </span>
        <span className="spacer" />
        {recording.groupCount ? (
          <Link className="button primary" to={clusterPath(recording.cluster)}>
            Show {plural(recording.groupCount, "group")}
          </Link>
        ) : null}
        <CancelRecording recording={recording} />
        <DeleteRecording recording={recording} onDeleted={() => void navigate("/recordings")} />
      </div>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {recording.failure && (
        <div className="error-note" role="alert">
          <span className="sign" aria-hidden="true">
            ✕
          </span>
          <p>{recording.failure}</p>
        </div>
      )}
      <section className="card recording-card" aria-label="Replay">
        <ReplayProgress recording={recording} />
        <Facts recording={recording} />
      </section>
      <div className="recording-columns">
        <Skipped recording={recording} />
        <Errors recording={recording} />
      </div>
    </Page>
  );
}

function Facts({ recording }: { recording: Recording }) {
  const { firstHeartbeatAt, lastHeartbeatAt, startedAt, finishedAt } = recording;
  return (
    <dl className="facts recording-facts">
      <dt>Format</dt>
      <dd className="mono">{recording.format}</dd>
      <dt>Cluster</dt>
      <dd>
        <Link to={clusterPath(recording.cluster)}>{recording.cluster}</Link>
      </dd>
      <dt>Heartbeats</dt>
      <dd>
        {isExport(recording) ? (
          <span className="dim">none: an export was imported, not a log</span>
        ) : (
          <>
            {count(recording.heartbeats)} <span className="dim">in {plural(recording.lines, "line")}</span>
          </>
        )}
      </dd>
      <dt>Snapshots</dt>
      <dd>
        <Known value={recording.snapshotCount === null ? null : count(recording.snapshotCount)} why="not counted yet" />
      </dd>
      <dt>
        Covers (<ZoneWord />)
      </dt>
      <dd>
        {firstHeartbeatAt && lastHeartbeatAt ? (
          <>
            <Between from={firstHeartbeatAt} to={lastHeartbeatAt} />{" "}
            <span className="dim">{duration(between(firstHeartbeatAt, lastHeartbeatAt))}</span>
          </>
        ) : (
          <NotKnown why="no heartbeat was read" />
        )}
      </dd>
      <dt>Size read</dt>
      <dd>
        {bytes(recording.bytesRead)}
        {recording.bytesTotal !== null && <span className="dim"> of {bytes(recording.bytesTotal)}</span>}
      </dd>
      <dt>Session timeout</dt>
      <dd>{duration(recording.sessionTimeoutMs)}</dd>
      <dt>Times of the log</dt>
      <dd>
        <span className="mono">{recording.timeZone}</span>
        {recording.date && <span className="dim"> from {recording.date}</span>}
      </dd>
      <dt>
        Uploaded (<ZoneWord />)
      </dt>
      <dd>
        <Instant at={recording.createdAt} day />
      </dd>
      <dt>Replay took</dt>
      <dd>
        {startedAt && finishedAt ? duration(between(startedAt, finishedAt)) : <NotKnown why="the replay is not over" />}
      </dd>
    </dl>
  );
}

function Skipped({ recording }: { recording: Recording }) {
  const reasons = Object.entries(recording.skipped).sort(([, a], [, b]) => b - a);
  return (
    <section className="card" aria-label="Skipped lines">
      <div className="section-head">
        <h2>Skipped lines</h2>
      </div>
      {reasons.length === 0 ? (
        <Nothing>Every line was a heartbeat.</Nothing>
      ) : (
        <dl className="reasons">
          {reasons.map(([reason, number]) => (
            <div key={reason}>
              <dt>{reasonWords(reason)}</dt>
              <dd className="mono">{count(number)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Errors({ recording }: { recording: Recording }) {
  return (
    <section className="card" aria-label="Lines with errors">
      <div className="section-head">
        <h2>Lines with errors</h2>
        {recording.errors.length >= 100 && <p className="dim">The first {recording.errors.length}.</p>}
      </div>
      {recording.errors.length === 0 ? (
        <Nothing>No line failed.</Nothing>
      ) : (
        <div className="scroll-x">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">What is wrong with it</th>
              </tr>
            </thead>
            <tbody>
              {recording.errors.map((one, index) => (
                <tr key={index}>
                  <th scope="row" className="mono">
                    {count(one.line)}
                  </th>
                  <td className="wrap-anywhere">{one.message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
