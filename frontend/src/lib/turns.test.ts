import { beforeEach, describe, expect, it, vi } from "vitest";
import { IN_A_FRAME, Turns } from "./turns";

const MANY = Array.from({ length: 3 * IN_A_FRAME }, (_, index) => index);

describe("drawing in turns", () => {
  let frames: FrameRequestCallback[];
  beforeEach(() => {
    frames = [];
    vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => frames.push(callback));
    return () => vi.unstubAllGlobals();
  });
  const frame = () => frames.splice(0).forEach((callback) => callback(0));
  const turns = () => new Turns((draw) => draw());

  it("lets all draw at once that come at rest", () => {
    const at = turns();
    expect(MANY.every(() => at.take())).toBe(true);
  });

  it("lets a few draw each frame of those that come in a hurry, until all have", () => {
    const at = turns();
    const drawn: number[] = [];
    at.hurry();
    for (const one of MANY) if (at.take()) drawn.push(one);
      else at.wait(() => drawn.push(one));
    at.rest();
    expect(drawn).toHaveLength(IN_A_FRAME);
    // What drew when it came was of this frame.
    frame();
    expect(drawn).toHaveLength(IN_A_FRAME);
    frame();
    expect(drawn).toHaveLength(2 * IN_A_FRAME);
    expect(drawn.at(-1)).toBe(MANY.at(-1));
    frame();
    expect([...drawn].sort((a, b) => a - b)).toEqual(MANY);
    expect(frames).toEqual([]);
  });

  it("passes over one that went away", () => {
    const at = turns();
    const draw = vi.fn();
    at.wait(draw)();
    frame();
    expect(draw).not.toHaveBeenCalled();
  });
});
