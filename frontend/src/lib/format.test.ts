import { describe, expect, it } from "vitest";
import { bytes, count, duration, listed, plural, relative, shortCount, shortId, utcSpan, utcTime } from "./format";

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
  it("are in UTC whatever zone they came in", () => expect(utcTime("2026-11-29T23:24:44.812+01:00")).toBe("22:24:44.812"));
  it("leave out milliseconds that are zero", () => expect(utcTime("2026-11-29T22:24:44Z")).toBe("22:24:44"));
  it("name a day once in a span within it", () => {
    expect(utcSpan("2026-11-29T22:19:45Z", "2026-11-29T22:24:49Z")).toBe("2026-11-29 22:19:45 – 22:24:49");
    expect(utcSpan("2026-11-29T23:59:59Z", "2026-11-30T00:00:01Z")).toBe("2026-11-29 23:59:59 – 2026-11-30 00:00:01");
  });
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
