import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { recording } from "../../../dev/fixture/world";
import { fake, fakeList, json, problem, requests } from "../../testing/api";
import { openAt } from "../../testing/render";

/** Stands in for the browser's request; the test plays the server. */
class FakeXhr extends EventTarget {
  static last: FakeXhr;
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  sent: FormData | null = null;
  aborted = false;
  path = "";
  constructor() {
    super();
    FakeXhr.last = this;
  }
  open(_method: string, path: string) {
    this.path = path;
  }
  setRequestHeader() {}
  send(body: FormData) {
    this.sent = body;
  }
  abort() {
    this.aborted = true;
    this.dispatchEvent(new Event("abort"));
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total, lengthComputable: true }));
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event("load"));
  }
}

const FILE = new File(["x".repeat(2048)], "broker.log");

async function choose(...files: File[]) {
  await userEvent.upload(document.querySelector('input[type="file"]') as HTMLInputElement, files.length === 0 ? FILE : files);
}

describe("the recordings page", () => {
  beforeEach(() => {
    fakeList("/clusters", []);
    vi.stubGlobal("XMLHttpRequest", FakeXhr);
  });

  it("says how to make a recording when there is none", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    expect(await screen.findByText("No recording yet")).toBeDefined();
  });

  it("shows the server's sentence when the list fails", async () => {
    fake("/recordings", () => problem(500, "The history cannot be read."));
    openAt("/recordings");
    expect(await screen.findByText("The history cannot be read.")).toBeDefined();
  });

  it("shows how each replay went", async () => {
    fakeList("/recordings", [
      recording(1, "orders.log"),
      recording(2, "broken.log", { status: "FAILED", failure: "No line is a heartbeat.", groupCount: 0 }),
      recording(3, "new.log", { status: "QUEUED", bytesRead: 0, groupCount: null }),
    ]);
    openAt("/recordings");
    expect(await screen.findByRole("link", { name: "2 groups" })).toBeDefined();
    expect(screen.getByText("No line is a heartbeat.")).toBeDefined();
    expect(screen.getByRole("progressbar", { name: "Replay of new.log" })).toBeDefined();
    expect(screen.getByText("not counted yet")).toBeDefined();
  });

  it("shows how fast a replay goes and how long the rest takes", async () => {
    fakeList("/recordings", [
      recording(1, "fast.log", { status: "RUNNING", bytesTotal: 40_000_000, bytesRead: 10_000_000, bytesPerSecond: 2_097_152, timeLeftMs: 14_300 }),
      recording(2, "new.log", { status: "RUNNING", bytesRead: 10 }),
    ]);
    openAt("/recordings");
    expect(await screen.findByText("2.0 MiB a second, about 15 s left")).toBeDefined();
    expect(screen.getAllByText(/a second/)).toHaveLength(1);
  });

  it("cancels a replay and shows what there is of it", async () => {
    let status: "RUNNING" | "CANCELLED" = "RUNNING";
    fake("/recordings", () => ({ items: [recording(1, "slow.log", { status })], page: 0, size: 25, total: 1 }));
    fake("/recordings/1/cancel", (_url: URL, request: Request) => {
      expect(request.method).toBe("POST");
      status = "CANCELLED";
      return json(recording(1, "slow.log", { status }));
    });
    openAt("/recordings");
    await userEvent.click(await screen.findByRole("button", { name: "Cancel the replay of slow.log" }));
    expect(await screen.findByText("Cancelled")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Cancel the replay of slow.log" })).toBeNull();
  });

  it("says that a replay was over before it could be cancelled", async () => {
    fakeList("/recordings", [recording(1, "slow.log", { status: "RUNNING" })]);
    fake("/recordings/1/cancel", () => problem(409, "The replay of recording 'slow.log' is over (completed)."));
    openAt("/recordings");
    await userEvent.click(await screen.findByRole("button", { name: "Cancel the replay of slow.log" }));
    expect(await screen.findByText(/is over \(completed\)/)).toBeDefined();
  });

  it("uploads several files with how they are read", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    await choose(new File(["a"], "a.log"), new File(["b"], "b.log"), new File(["c"], "c.log"));
    await userEvent.click(screen.getByRole("button", { name: "Remove b.log" }));
    await userEvent.selectOptions(screen.getByLabelText("Format"), "client-debug-log");
    await userEvent.type(screen.getByLabelText("Day, if the log has none"), "2026-11-29");
    await userEvent.click(screen.getByRole("button", { name: "Upload and replay" }));
    expect(FakeXhr.last.sent?.getAll("file").map((file) => (file as File).name)).toEqual(["a.log", "c.log"]);
    expect(FakeXhr.last.sent?.get("format")).toBe("client-debug-log");
    expect(FakeXhr.last.sent?.get("date")).toBe("2026-11-29");
  });

  it("imports an export, which it knows by how it begins", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    await choose(new File(['{"format":"streamgauge/export","version":1'], "tuesday.json"));
    await userEvent.click(await screen.findByRole("button", { name: "Import" }));
    expect(screen.queryByLabelText("Session timeout")).toBeNull();
    expect(FakeXhr.last.path).toBe("/api/v1/imports");
    expect(FakeXhr.last.sent?.get("name")).toBe("tuesday");
    expect(FakeXhr.last.sent?.has("sessionTimeout")).toBe(false);
    FakeXhr.last.answer(201, { name: "tuesday" });
    await waitFor(() => expect(location.pathname).toBe("/clusters/tuesday"));
  });

  it("imports no export together with another file", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    await choose(new File(['{ "format": "streamgauge/export"'], "tuesday.json"), FILE);
    expect((await screen.findByRole("button", { name: "Import" })).hasAttribute("disabled")).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Remove broker.log" }));
    expect(screen.getByRole("button", { name: "Import" }).hasAttribute("disabled")).toBe(false);
  });

  it("imports a compressed export, which it cannot know, when told so before the file is chosen", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    await userEvent.selectOptions(screen.getByLabelText("Format"), "an export");
    await choose(new File(["x"], "tuesday (1).streamgauge.json.gz"));
    await userEvent.click(screen.getByRole("button", { name: "Import" }));
    expect(FakeXhr.last.path).toBe("/api/v1/imports");
    expect(FakeXhr.last.sent?.get("name")).toBe("tuesday -1-");
  });

  it("shows why a document is refused, and keeps it chosen", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    await choose(new File(['{"format":"streamgauge/export","version":2'], "new.json"));
    await userEvent.click(await screen.findByRole("button", { name: "Import" }));
    FakeXhr.last.answer(400, { type: "urn:streamgauge:problem:invalid-export", title: "Invalid export", detail: "The document has version 2; update it" });
    expect((await screen.findByRole("alert")).textContent).toContain("The document has version 2; update it");
    expect(screen.getByRole("button", { name: "Remove new.json" })).toBeDefined();
  });

  it("uploads logs when the export among them is removed", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    await choose(new File(['{"format":"streamgauge/export"'], "tuesday.json"), FILE);
    expect(await screen.findByRole("button", { name: "Import" })).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Remove tuesday.json" }));
    expect(document.activeElement).toBe(document.querySelector('input[type="file"]'));
    await userEvent.click(screen.getByRole("button", { name: "Upload and replay" }));
    expect(FakeXhr.last.path).toBe("/api/v1/recordings");
  });

  it("says that an empty file among others is left out", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    await choose(new File([], "never-coordinator.log"));
    expect(screen.getByText("empty")).toBeDefined();
    await choose(FILE);
    expect(await screen.findByText("empty, left out")).toBeDefined();
    expect(screen.getByLabelText("Name").getAttribute("placeholder")).toBe("broker");
  });

  it("says to copy a file that grew under the upload", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    const growing = new File(["x"], "growing.log");
    await choose(growing);
    await userEvent.click(screen.getByRole("button", { name: "Upload and replay" }));
    // What a browser does with a file that is no longer as it was chosen.
    vi.spyOn(Blob.prototype, "arrayBuffer").mockRejectedValue(new DOMException("", "NotReadableError"));
    FakeXhr.last.dispatchEvent(new Event("error"));
    expect((await screen.findByRole("alert")).textContent).toContain("copy it first");
  });

  it("cannot be cancelled when all is sent, and says so once", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    await choose();
    await userEvent.click(screen.getByRole("button", { name: "Upload and replay" }));
    const told = () => screen.getAllByRole("status").map((one) => one.textContent);
    FakeXhr.last.progress(1024, 2048);
    await screen.findByText("1.0 KiB of 2.0 KiB sent");
    expect(told()).toContain("Uploading");
    FakeXhr.last.progress(2048, 2048);
    await waitFor(() => expect(told()).toContain("All is sent; the server reads it"));
    expect(screen.getByRole("button", { name: "Cancel the upload" }).hasAttribute("disabled")).toBe(true);
  });

  it("says where content is that was uploaded before", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    await choose();
    await userEvent.click(screen.getByRole("button", { name: "Upload and replay" }));
    FakeXhr.last.answer(200, recording(4, "monday"));
    expect((await screen.findByRole("link", { name: "monday" })).getAttribute("href")).toBe("/recordings/4");
    expect(screen.getByText(/already there/)).toBeDefined();
    expect(location.pathname).toBe("/recordings");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("uploads a file with its settings, shows the progress, and goes to the recording", async () => {
    fakeList("/recordings", []);
    fake("/recordings/9", recording(9, "mine"));
    openAt("/recordings");
    await choose();
    await userEvent.type(screen.getByLabelText("Name"), "mine");
    await userEvent.click(screen.getByRole("button", { name: "Upload and replay" }));
    expect(FakeXhr.last.sent?.get("name")).toBe("mine");
    expect(FakeXhr.last.sent?.get("sessionTimeout")).toBe("45s");
    expect(FakeXhr.last.sent?.get("timeZone")).toBe("UTC");
    FakeXhr.last.progress(1024, 2048);
    await waitFor(() => expect(screen.getByRole("progressbar", { name: "Upload" }).getAttribute("aria-valuenow")).toBe("50"));
    FakeXhr.last.answer(202, recording(9, "mine"));
    await waitFor(() => expect(location.pathname).toBe("/recordings/9"));
  });

  it("cancels an upload without calling it an error", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    await choose();
    await userEvent.click(screen.getByRole("button", { name: "Upload and replay" }));
    await userEvent.click(screen.getByRole("button", { name: "Cancel the upload" }));
    expect(FakeXhr.last.aborted).toBe(true);
    expect(await screen.findByRole("button", { name: "Upload and replay" })).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows why the server refuses an upload", async () => {
    fakeList("/recordings", []);
    openAt("/recordings");
    await choose();
    await userEvent.click(screen.getByRole("button", { name: "Upload and replay" }));
    FakeXhr.last.answer(409, { detail: "There is a cluster “broker.log” already; give the recording another name." });
    expect(await screen.findByText(/give the recording another name/)).toBeDefined();
  });

  it("asks before it deletes", async () => {
    const items = [recording(1, "orders.log")];
    fake("/recordings", () => ({ items, page: 0, size: 25, total: items.length }));
    fake("/recordings/1", (_url: URL, request: Request) => {
      expect(request.method).toBe("DELETE");
      items.length = 0;
      return new Response(null, { status: 204 });
    });
    openAt("/recordings");
    await userEvent.click(await screen.findByRole("button", { name: "Delete orders.log" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText("Delete orders.log?")).toBeDefined();
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("No recording yet")).toBeDefined();
  });
});

describe("a recording's page", () => {
  beforeEach(() => fakeList("/clusters", []));

  it("leads back to a list without the recording that it deleted, however long the lists take to come again", async () => {
    const once = (items: object[]) => {
      let asked = 0;
      return () => (asked++ === 0 ? { items, page: 0, size: 25, total: items.length } : new Promise<Response>(() => undefined));
    };
    fake("/recordings", once([recording(1, "orders.log")]));
    fake("/clusters", once([]));
    fake("/recordings/1", (_url: URL, request: Request) =>
      request.method === "DELETE" ? new Response(null, { status: 204 }) : recording(1, "orders.log"),
    );
    openAt("/recordings");
    await userEvent.click(await screen.findByRole("link", { name: "orders.log" }));
    // The list, which has a button to delete it too, stays until the code of the other page is there.
    await screen.findByRole("heading", { name: "orders.log", level: 1 });
    await userEvent.click(screen.getByRole("button", { name: /^Delete/ }));
    await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("No recording yet")).toBeDefined();
    await waitFor(() => expect(requests().filter((url) => url.pathname.endsWith("/recordings")).length).toBeGreaterThan(1));
  });

  it("shows what was skipped and which lines failed", async () => {
    fake("/recordings/1", recording(1, "orders.log"));
    openAt("/recordings/1");
    expect(await screen.findByText("requests of other APIs")).toBeDefined();
    expect(screen.getByText("1,204")).toBeDefined();
    expect(screen.getByRole("link", { name: "Show 2 groups" }).getAttribute("href")).toBe("/clusters/orders.log");
  });

  it("follows a replay until it is over", async () => {
    let polls = 0;
    fake("/recordings/1", () => json(recording(1, "orders.log", polls++ === 0 ? { status: "RUNNING", bytesRead: 10, groupCount: null } : {})));
    openAt("/recordings/1");
    expect(await screen.findByText("Replaying")).toBeDefined();
    expect(await screen.findByText("Completed")).toBeDefined();
  });

  it("says when there is no such recording", async () => {
    fake("/recordings/0", () => problem(404, "There is no such recording."));
    openAt("/recordings/0");
    expect(await screen.findByText("There is no such recording.")).toBeDefined();
  });
});
