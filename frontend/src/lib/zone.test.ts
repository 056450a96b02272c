import { describe, expect, it } from "vitest";
import { instantOfWall, offsetAt } from "./zone";

const HOUR = 3_600_000;

describe("offsetAt", () => {
  it.each([
    ["UTC", "2026-07-01T00:00:00Z", 0],
    ["Europe/Berlin", "2026-03-29T00:59:59Z", 1],
    ["Europe/Berlin", "2026-03-29T01:00:00Z", 2],
    ["Asia/Kathmandu", "2026-07-01T00:00:00Z", 5.75],
    ["America/St_Johns", "2026-12-01T00:00:00Z", -3.5],
    ["Pacific/Kiritimati", "2026-12-31T23:59:59.999Z", 14],
  ])("of %s at %s is %d h", (zone, instant, hours) => expect(offsetAt(Date.parse(instant), zone)).toBe(hours * HOUR));
});

describe("instantOfWall", () => {
  const berlin = (wall: string) => new Date(instantOfWall(Date.parse(`${wall}Z`), "Europe/Berlin")).toISOString();
  it("finds when clocks show a time", () => {
    expect(berlin("2026-07-01T12:00:00")).toBe("2026-07-01T10:00:00.000Z");
    expect(berlin("2026-03-29T03:00:00")).toBe("2026-03-29T01:00:00.000Z");
    expect(berlin("2026-03-30T00:00:00")).toBe("2026-03-29T22:00:00.000Z");
  });
  it("takes the earlier instant of a time that is shown twice", () => expect(berlin("2026-10-25T02:30:00")).toBe("2026-10-25T00:30:00.000Z"));
  it("is near for a time that clocks leave out", () => expect(berlin("2026-03-29T02:30:00")).toBe("2026-03-29T00:30:00.000Z"));
});
