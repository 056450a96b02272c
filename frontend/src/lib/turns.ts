/** How many of those that draw in turns do so in one frame. */
export const IN_A_FRAME = 10;

/**
 * Lets the parts of a large picture draw in turns, a few each frame, so that no frame is late however many come into sight
 * at once. Between `hurry` and `rest` a part that comes asks whether it may draw now; at other times all may.
 */
export class Turns {
  #hurried = false;
  /** How many drew in this frame when they came. */
  #drawn = 0;
  #frame = 0;
  readonly #waiting = new Set<() => void>();
  readonly #together: (draw: () => void) => void;

  /** @param together runs what draws so that the frame under way has it */
  constructor(together: (draw: () => void) => void) {
    this.#together = together;
  }

  /** From now on only so many draw in this frame. */
  hurry(): void {
    this.#hurried = true;
    this.#next();
  }

  /** Whoever comes from now on draws at once; those that wait still do so in turns. */
  rest(): void {
    this.#hurried = false;
  }

  /** Whether one that comes now may draw now. */
  take(): boolean {
    return !this.#hurried || this.#drawn++ < IN_A_FRAME;
  }

  /** Calls back when it is one's turn, and not when what is given back was called before. */
  wait(draw: () => void): () => void {
    this.#waiting.add(draw);
    this.#next();
    return () => void this.#waiting.delete(draw);
  }

  #next(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const left = Math.max(0, IN_A_FRAME - this.#drawn);
      this.#drawn = 0;
      // Those that came last are the ones that will stay in sight.
      const turn = left === 0 ? [] : [...this.#waiting].slice(-left);
      for (const draw of turn) this.#waiting.delete(draw);
      if (turn.length > 0) this.#together(() => turn.forEach((draw) => draw()));
      if (this.#waiting.size > 0) this.#next();
    });
  }
}
