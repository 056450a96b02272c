import { Link, useNavigate, useSearchParams } from "react-router";
import type { Recording } from "../../api/types";
import { CancelRecording } from "../../components/CancelRecording";
import { DeleteRecording } from "../../components/DeleteRecording";
import { Empty, ErrorNote, Skeleton } from "../../components/Feedback";
import { Between, Instant, Known, NotKnown, ZoneWord } from "../../components/Known";
import { Page } from "../../components/Page";
import { Pager } from "../../components/Pager";
import { RecordingStatus, ReplayProgress } from "../../components/RecordingProgress";
import { bytes, count, plural } from "../../lib/format";
import { clusterPath, recordingPath } from "../../lib/names";
import { reasonWords } from "../../lib/skipped";
import { isExport, useRecordings } from "../../queries/recordings";
import { UploadForm } from "./UploadForm";
import "./RecordingsPage.css";

const SIZE = 25;

/** The recordings that were replayed, and the way to add one. */
export function RecordingsPage() {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const asked = Number(params.get("page") ?? "1");
  const page = Number.isInteger(asked) && asked > 0 ? asked - 1 : 0;
  const recordings = useRecordings(page, SIZE);
  return (
    <Page title="Recordings">
      <div>
        <h1>Recordings</h1>
        <p className="dim">Each recording is replayed into a cluster of its own, so that recorded and live groups never mix.</p>
      </div>
      <UploadForm
        onUploaded={(recording) => void navigate(recordingPath(recording.id))}
        onImported={(cluster) => void navigate(clusterPath(cluster.name))}
      />
      <section className="card" aria-label="Recordings">
        {recordings.error && !recordings.data ? (
          <ErrorNote error={recordings.error} retry={() => void recordings.refetch()} />
        ) : !recordings.data ? (
          <Skeleton lines={5} height={20} />
        ) : recordings.data.items.length === 0 ? (
          <Empty title="No recording yet">
            Turn on the broker’s <code>kafka.request.logger</code> at DEBUG, let the group rebalance, and upload the log.
          </Empty>
        ) : (
          <div className="scroll-x">
            <table className="table stacks recordings-table">
              <thead>
                <tr>
                  <th scope="col">Recording</th>
                  <th scope="col">Replay</th>
                  <th scope="col">Heartbeats (<ZoneWord />)</th>
                  <th scope="col">Groups</th>
                  <th scope="col">Skipped</th>
                  <th scope="col">Uploaded (<ZoneWord />)</th>
                  <th scope="col">
                    <span className="sr-only">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {recordings.data.items.map((recording) => (
                  <Row key={recording.id} recording={recording} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      {recordings.data && (
        <Pager
          page={page}
          size={SIZE}
          total={recordings.data.total}
          what="recordings"
          onPage={(next) => setParams(next === 0 ? {} : { page: String(next + 1) })}
        />
      )}
    </Page>
  );
}

/** Why lines were skipped, most first. */
function reasons(recording: Recording): string {
  return Object.entries(recording.skipped)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, number]) => `${count(number)} ${reasonWords(reason)}`)
    .join(", ");
}

function Row({ recording }: { recording: Recording }) {
  const skipped = Object.values(recording.skipped).reduce((sum, one) => sum + one, 0);
  return (
    <tr>
      <th scope="row">
        <Link to={recordingPath(recording.id)} className="wrap-anywhere">
          {recording.name}
        </Link>
        <p className="dim mono">{recording.format}</p>
      </th>
      <td>
        <RecordingStatus status={recording.status} />
        <ReplayProgress recording={recording} />
        {recording.status === "CANCELLED" && recording.bytesTotal !== null && (
          <p className="dim">
            after {bytes(recording.bytesRead)} of {bytes(recording.bytesTotal)}
          </p>
        )}
        {recording.failure && <p className="failure wrap-anywhere">{recording.failure}</p>}
      </td>
      <td data-label="Heartbeats">
        {isExport(recording) ? <NotKnown why="an export was imported, not a log with heartbeats" /> : count(recording.heartbeats)}
        {recording.firstHeartbeatAt && recording.lastHeartbeatAt && (
          <p className="dim mono span">
            <Between from={recording.firstHeartbeatAt} to={recording.lastHeartbeatAt} />
          </p>
        )}
      </td>
      <td data-label="Groups">
        {recording.groupCount ? (
          <Link to={clusterPath(recording.cluster)} className="nowrap">
            {plural(recording.groupCount, "group")}
          </Link>
        ) : (
          <Known value={recording.groupCount} why="not counted yet" />
        )}
      </td>
      <td className="nowrap" data-label="Skipped">
        {skipped === 0 ? <span className="dim">none</span> : <span title={reasons(recording)}>{plural(skipped, "line")}</span>}
        {recording.errors.length > 0 && (
          <p className="nowrap">
            <span className="severity severity-warning" aria-hidden="true">
              !
            </span>{" "}
            {plural(recording.errors.length, "error")}
          </p>
        )}
      </td>
      <td data-label="Uploaded">
        <Instant at={recording.createdAt} day />
      </td>
      <td className="number">
        <span className="recording-actions">
          <CancelRecording recording={recording} />
          <DeleteRecording recording={recording} />
        </span>
      </td>
    </tr>
  );
}
