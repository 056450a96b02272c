import { useEffect, useState, type RefObject } from "react";

/** What a tip tells: a heading and lines of a name and its value. */
export interface Tip {
  heading: React.ReactNode;
  lines: readonly (readonly [name: string, value: React.ReactNode])[];
}

interface Shown {
  cell: HTMLElement;
  left: number;
  top: number | undefined;
  bottom: number | undefined;
  most: number;
}

const WIDTH = 330;
const MARGIN = 8;
/** Resting on a cell for so long is asking what it is; passing over it is not. */
const REST_MS = 90;

function placeAt(cell: HTMLElement): Shown {
  const box = cell.getBoundingClientRect();
  const below = window.innerHeight - box.bottom;
  const above = below < 240 && box.top > below;
  return {
    cell,
    left: Math.max(MARGIN, Math.min(box.left, window.innerWidth - WIDTH - MARGIN)),
    top: above ? undefined : box.bottom + 6,
    bottom: above ? window.innerHeight - box.top + 6 : undefined,
    most: (above ? box.top : below) - 6 - MARGIN,
  };
}

/**
 * Tells all of the cell under the pointer or with the focus. It is only seen: what it tells is in the cell's own label.
 * It has its own state, so that moving the pointer never renders the grid.
 */
export function CellTip({ root, tell }: { root: RefObject<HTMLElement | null>; tell: (cell: HTMLElement) => Tip | null }) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const grid = root.current;
    if (!grid) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cellOf = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>("[data-task]") : null);
    const hide = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const onPointerOver = (event: PointerEvent) => {
      const cell = event.pointerType === "mouse" ? cellOf(event.target) : null;
      hide();
      if (cell) timer = setTimeout(() => setShown(placeAt(cell)), REST_MS);
    };
    const onFocus = (event: FocusEvent) => {
      const cell = cellOf(event.target);
      if (cell?.matches(":focus-visible")) setShown(placeAt(cell));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") hide();
    };
    const listeners = { pointerover: onPointerOver, pointerleave: hide, pointerdown: hide, focusin: onFocus, focusout: hide, scroll: hide };
    for (const [name, listener] of Object.entries(listeners)) grid.addEventListener(name, listener as EventListener, { passive: true });
    document.addEventListener("keydown", onKeyDown);
    window.addEventListener("scroll", hide, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) grid.removeEventListener(name, listener as EventListener);
      document.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("scroll", hide);
    };
  }, [root]);
  const tip = shown?.cell.isConnected ? tell(shown.cell) : null;
  if (!shown || !tip) return null;
  const { left, top, bottom, most } = shown;
  return (
    <div className="cell-tip" aria-hidden="true" style={{ left, top, bottom, maxHeight: most, width: WIDTH }}>
      <p className="cell-tip-head">{tip.heading}</p>
      <dl className="facts">
        {tip.lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
