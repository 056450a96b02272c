import { describe, expect, it } from "vitest";
import { bytes, count, dateIn, dateTimeIn, duration, exactly, listed, offsetIn, plural, relative, shortCount, shortId, timeIn } from "./format";

describe("count", () => {
  it("groups thousands", () => expect(count(1234567)).toBe("1,234,567"));
  it("is exact beyond what a number holds", () => {
    expect(count("9223372036854775807")).toBe("9,223,372,036,854,775,807");
  });
});

describe("shortCount", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1k"],
    [1290, "1.2k"],
    [34_999, "34k"],
    [999_999, "999k"],
    [2_500_000, "2.5M"],
    ["9223372036854775807", "9223372T"],
  ])("writes %s as %s", (value, text) => expect(shortCount(value)).toBe(text));
});

describe("duration", () => {
  it.each([
    [0, "0 ms"],
    [820, "820 ms"],
    [9_840, "9.8 s"],
    [60_000, "1 min"],
    [125_000, "2 min 5 s"],
    [12_000_000, "3 h 20 min"],
    [90_000_000, "1 d 1 h"],
    [-5, "0 ms"],
  ])("writes %d ms as %s", (ms, text) => expect(duration(ms)).toBe(text));
});

describe("relative", () => {
  const end = "2025-03-01T10:00:00Z";
  it("tells a recording's instants against its end, never against today", () => {
    expect(relative("2025-03-01T09:59:48Z", end, true)).toBe("12 s before the end");
    expect(relative(end, end, true)).toBe("at the end");
  });
  it("tells live instants as ago", () => {
    expect(relative("2025-03-01T09:57:55Z", end, false)).toBe("2 min 5 s ago");
    expect(relative(end, end, false)).toBe("just now");
  });
});

describe("instants", () => {
  it("are in the zone asked for whatever zone they came in", () => {
    expect(timeIn("2026-11-29T23:24:44.812+01:00", "UTC")).toBe("22:24:44.812");
    expect(dateTimeIn("2026-11-29T22:24:44.812Z", "Asia/Kolkata")).toBe("2026-11-30 03:54:44.812");
    expect(dateTimeIn("2026-11-30T02:00:00Z", "America/St_Johns")).toBe("2026-11-29 22:30:00");
  });
  it("leave out milliseconds that are zero", () => expect(timeIn("2026-11-29T22:24:44Z", "UTC")).toBe("22:24:44"));
  it("follow clocks that are changed", () => {
    expect(timeIn("2026-10-25T00:59:59.999Z", "Europe/Berlin")).toBe("02:59:59.999");
    expect(timeIn("2026-10-25T01:00:00Z", "Europe/Berlin")).toBe("02:00:00");
  });
  it("tell how far a zone is from UTC then", () => {
    expect(offsetIn("2026-07-01T00:00:00Z", "Europe/Berlin")).toBe("UTC+2");
    expect(offsetIn("2026-12-01T00:00:00Z", "America/St_Johns")).toBe("UTC−3:30");
    expect(offsetIn("2026-12-01T00:00:00Z", "UTC")).toBe("UTC");
  });
  it("are told exactly in both zones, and once where both show the same", () => {
    expect(exactly("2026-11-29T22:24:44.812Z", "Europe/Berlin")).toBe("2026-11-29 23:24:44.812 UTC+1 (Europe/Berlin)\n2026-11-29 22:24:44.812 UTC");
    expect(exactly("2026-11-29T22:24:44.812Z", "Europe/London")).toBe("2026-11-29 22:24:44.812 UTC");
  });
  it("stay as they are where they are none", () => expect(dateIn("never", "Europe/Berlin")).toBe("never"));
});

describe("words", () => {
  it("count one and many", () => {
    expect(plural(1, "task")).toBe("1 task");
    expect(plural(1200, "process", "processes")).toBe("1,200 processes");
  });
  it("shorten ids in the middle", () => {
    expect(shortId("JY2msHSqTAaeWlKAI5QdKA")).toBe("JY2m…QdKA");
    expect(shortId("short")).toBe("short");
  });
  it("cut long lists and say by how much", () => expect(listed(["a", "b", "c"], 2)).toBe("a, b and 1 more"));
  it("write sizes in binary units", () => {
    expect(bytes(512)).toBe("512 B");
    expect(bytes(1_843_200)).toBe("1.8 MiB");
  });
});
