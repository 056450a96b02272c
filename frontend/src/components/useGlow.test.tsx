import { render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useGlow, type Shown } from "./useGlow";

function Cells({ shown }: { shown: Shown<string[]> | null }) {
  useGlow({
    shown,
    changed: (before, after) => new Set(after.filter((one) => !before.includes(one))),
    cells: "[data-cell]",
    nameOf: (cell) => cell.dataset.cell ?? "",
  });
  return shown?.data.map((one) => <i key={one} data-cell={one} />);
}

describe("what changes while it is looked at", () => {
  let glowed: string[];
  const NOW = 1_000;

  beforeEach(() => {
    glowed = [];
    vi.spyOn(Date, "now").mockReturnValue(NOW);
    HTMLElement.prototype.animate = function (this: HTMLElement) {
      glowed.push(this.dataset.cell ?? "");
      return {} as Animation;
    };
  });
  afterEach(() => {
    Reflect.deleteProperty(HTMLElement.prototype, "animate");
  });

  it("glows once", () => {
    const { rerender } = render(<Cells shown={{ data: ["a"], at: NOW }} />);
    const after = { data: ["a", "b"], at: NOW + 1 };
    rerender(<Cells shown={after} />);
    rerender(<Cells shown={{ ...after }} />);
    expect(glowed).toEqual(["b"]);
  });

  it("does not glow after a step, nor against what was seen on an earlier visit", () => {
    const { rerender } = render(<Cells shown={{ data: ["a"], at: NOW }} />);
    rerender(<Cells shown={null} />);
    rerender(<Cells shown={{ data: ["b"], at: NOW - 1 }} />);
    rerender(<Cells shown={{ data: ["c"], at: NOW + 1 }} />);
    expect(glowed).toEqual([]);
  });

  it("does not glow for those who prefer no motion", () => {
    vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    const { rerender } = render(<Cells shown={{ data: ["a"], at: NOW }} />);
    rerender(<Cells shown={{ data: ["b"], at: NOW + 1 }} />);
    expect(glowed).toEqual([]);
  });
});
