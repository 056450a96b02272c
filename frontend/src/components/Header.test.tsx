import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { chooseZone } from "../lib/zone";
import { fakeList } from "../testing/api";
import { openAt } from "../testing/render";

function inZone(timeZone: string) {
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ ...options, timeZone });
  chooseZone("local");
}

describe("the zone of times", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    chooseZone("local");
  });

  function fakeRecordings() {
    fakeList("/clusters", []);
    fakeList("/recordings", [
      {
        id: 1, name: "log", cluster: "log", format: "broker-request-log", status: "COMPLETED", bytesTotal: 1, bytesRead: 1, lines: 1,
        heartbeats: 1, skipped: {}, errors: [], groupCount: 1, snapshotCount: 1, createdAt: "2026-11-29T23:05:00Z", startedAt: "2026-11-29T23:05:00Z", finishedAt: "2026-11-29T23:05:01Z",
        firstHeartbeatAt: "2026-11-29T22:24:44.812Z", lastHeartbeatAt: "2026-11-29T23:24:44Z", timeZone: "UTC", date: null,
        sessionTimeoutMs: 45_000, failure: null,
      },
    ]); // prettier-ignore
  }

  it("is the viewer's until they choose UTC, and is kept; the instant stays exact in both", async () => {
    inZone("Europe/Berlin");
    fakeRecordings();
    openAt("/recordings");
    const uploaded = await screen.findByText("2026-11-30 00:05:00");
    expect(uploaded.getAttribute("datetime")).toBe("2026-11-29T23:05:00Z");
    expect(uploaded.title).toBe("2026-11-30 00:05:00 UTC+1 (Europe/Berlin)\n2026-11-29 23:05:00 UTC");
    expect(screen.getByText("2026-11-29 23:24:44.812").parentElement?.textContent).toBe("2026-11-29 23:24:44.812 – 2026-11-30 00:24:44");
    expect(screen.getByRole("columnheader", { name: "Uploaded (local)" })).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: /^Times in UTC\+[12] \(Europe\/Berlin\)\. Change to UTC$/ }));
    expect(screen.getByText("2026-11-29 23:05:00")).toBeDefined();
    expect(screen.getByText("2026-11-29 22:24:44.812").parentElement?.textContent).toBe("2026-11-29 22:24:44.812 – 23:24:44");
    expect(screen.getByRole("columnheader", { name: "Uploaded (UTC)" })).toBeDefined();
    expect(localStorage.getItem("streamgauge.zone")).toBe("utc");
    await userEvent.click(screen.getByRole("button", { name: /^Times in UTC\. Change to UTC\+[12] \(Europe\/Berlin\)$/ }));
    expect(localStorage.getItem("streamgauge.zone")).toBeNull();
    expect(screen.getByText("2026-11-30 00:05:00")).toBeDefined();
  });

  it("is told once, and is no choice, where the viewer's zone is UTC", async () => {
    inZone("Etc/UTC");
    fakeRecordings();
    openAt("/recordings");
    expect((await screen.findByText("2026-11-29 23:05:00")).title).toBe("2026-11-29 23:05:00 UTC");
    expect(screen.queryByRole("button", { name: /^Times/ })).toBeNull();
  });
});
