import { useQueryClient } from "@tanstack/react-query";
import { Component, lazy, Suspense, useEffect } from "react";
import { Link, Navigate, Route, Routes, useLocation } from "react-router";
import { Empty, ErrorNote, Skeleton } from "./components/Feedback";
import { Header, lastCluster } from "./components/Header";
import { Page } from "./components/Page";
import { clusterPath, useSegments } from "./lib/names";
import { useClusters } from "./queries/clusters";
import { followEvents } from "./queries/live";

const GroupsPage = lazy(async () => ({ default: (await import("./pages/groups/GroupsPage")).GroupsPage }));
const GroupPage = lazy(async () => ({ default: (await import("./pages/group/GroupPage")).GroupPage }));
const RecordingsPage = lazy(async () => ({ default: (await import("./pages/recordings/RecordingsPage")).RecordingsPage }));
const RecordingPage = lazy(async () => ({ default: (await import("./pages/recordings/RecordingPage")).RecordingPage }));

function Start() {
  const { data, error, refetch } = useClusters();
  if (error && !data) {
    return (
      <Page title="Groups">
        <ErrorNote error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) {
    return (
      <Page title="Groups">
        <Skeleton lines={6} />
      </Page>
    );
  }
  const known = data.items.find((cluster) => cluster.name === lastCluster());
  const first = known ?? data.items.find((cluster) => cluster.kind === "LIVE") ?? data.items[0];
  if (first) return <Navigate to={clusterPath(first.name)} replace />;
  return (
    <Page title="Groups">
      <h1>Groups</h1>
      <div className="card">
        <Empty title="No cluster yet">
          Streamgauge shows the streams groups of clusters. There are three ways to one:
          <dl className="ways">
            <dt>A recording</dt>
            <dd>
              <Link to="/recordings">Upload a log</Link> with heartbeats of a broker or an application. It becomes a cluster of its own.
            </dd>
            <dt>Your brokers</dt>
            <dd>
              Start Streamgauge with <code>streamgauge.clusters[0].name</code> and <code>streamgauge.clusters[0].bootstrap-servers</code>, and
              it watches them.
            </dd>
            <dt>The sample</dt>
            <dd>
              A recording comes along, of an application that loses an instance. Start without <code>streamgauge.sample=false</code> and with
              nothing stored yet to have it replayed.
            </dd>
          </dl>
        </Empty>
      </div>
    </Page>
  );
}

function InCluster() {
  const [, cluster = "", , groupId] = useSegments();
  return groupId === undefined ? (
    <GroupsPage key={cluster} cluster={cluster} />
  ) : (
    <GroupPage key={JSON.stringify([cluster, groupId])} cluster={cluster} groupId={groupId} />
  );
}

function OneRecording() {
  const [, id = ""] = useSegments();
  return /^\d+$/.test(id) ? <RecordingPage key={id} id={Number(id)} /> : <NotFound />;
}

function NotFound() {
  return (
    <Page title="Not found">
      <h1>There is no such page</h1>
      <p>
        Go to the <Link to="/">groups</Link> or the <Link to="/recordings">recordings</Link>.
      </p>
    </Page>
  );
}

/** Keeps a page's failure in that page: the header stays, and another page starts afresh. */
class Boundary extends Component<{ children: React.ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <Page title="Failed">
        {isMissingScript(this.state.error) ? (
          <Empty title="This part of the dashboard could not be loaded">
            The server may have been updated since this page was opened, or it does not answer.{" "}
            <button type="button" className="jump" onClick={() => window.location.reload()}>
              Load the page again
            </button>
          </Empty>
        ) : (
          <ErrorNote error={this.state.error} retry={() => this.setState({ error: null })} />
        )}
      </Page>
    );
  }
}

/** Whether a page's script could not be fetched; each browser says it in other words. */
function isMissingScript(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message);
}

/** While a page's script comes. One that was shown before stays until then. */
function Coming() {
  return (
    <main id="main" className="page stack">
      <div className="card page-coming">
        <Skeleton lines={9} height={22} />
      </div>
    </main>
  );
}

/** The dashboard: the header, and the page that the address names. */
export function App() {
  const { pathname } = useLocation();
  const client = useQueryClient();
  useEffect(() => followEvents(client), [client]);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <>
      <Header />
      <Suspense fallback={<Coming />}>
        <Boundary key={pathname}>
          <Routes>
            <Route path="/" element={<Start />} />
            <Route path="/clusters/:cluster" element={<InCluster />} />
            <Route path="/clusters/:cluster/groups/:groupId" element={<InCluster />} />
            <Route path="/recordings" element={<RecordingsPage />} />
            <Route path="/recordings/:id" element={<OneRecording />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Boundary>
      </Suspense>
    </>
  );
}
