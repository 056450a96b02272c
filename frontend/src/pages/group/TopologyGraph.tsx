import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { LINE, PAD_X, PAD_Y, SIGN, subtopologyOf, type Box, type Drawing, type Line } from "../../lib/topologyGraph";

/** In percent. */
const ZOOMS = [50, 75, 100, 150] as const;
const ZOOM = 100;
/** Less is a click whose hand was not still. */
const DRAG_FROM = 4;

/** Has a mouse scroll an element by dragging what is in it; a finger does already. Returns what ends it. */
function dragged(element: HTMLElement): () => void {
  let from: { x: number; y: number; left: number; top: number } | null = null;
  let moved = false;
  const ending = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(name: K, listener: (event: HTMLElementEventMap[K]) => void) =>
    element.addEventListener(name, listener, { signal: ending.signal, capture: true });
  on("pointerdown", ({ button, pointerType, clientX, clientY }) => {
    moved = false;
    from = button === 0 && pointerType === "mouse" ? { x: clientX, y: clientY, left: element.scrollLeft, top: element.scrollTop } : null;
  });
  on("pointermove", ({ buttons, clientX, clientY, pointerId }) => {
    if (from === null || buttons === 0) return;
    if (!moved && Math.hypot(clientX - from.x, clientY - from.y) < DRAG_FROM) return;
    if (!moved) element.setPointerCapture(pointerId);
    moved = true;
    element.scrollLeft = from.left + from.x - clientX;
    element.scrollTop = from.top + from.y - clientY;
  });
  on("click", (event) => {
    // The end of a drag is no click on what happens to be there.
    if (!moved || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  });
  on("dragstart", (event) => event.preventDefault());
  return () => ending.abort();
}

interface TopologyGraphProps {
  drawing: Drawing;
  /** What is drawn. */
  label: string;
  /** Where a subtopology leads to. */
  linkOf: (subtopologyId: string) => string;
  /** In percent, as the address says it; what is none of those that there are is the whole size. */
  zoom: string | null;
  onZoom: (zoom: number | null) => void;
  /** What stands beside the zoom. */
  children?: React.ReactNode;
}

/** A drawing of a topology that scrolls, is dragged and zoomed. */
export function TopologyGraph({ drawing, label, linkOf, zoom: asked, onZoom, children }: TopologyGraphProps) {
  const found = ZOOMS.findIndex((one) => String(one) === asked);
  const zoom = found < 0 ? ZOOMS.indexOf(ZOOM) : found;
  const scale = (ZOOMS[zoom] ?? ZOOM) / 100;
  const zoomTo = (index: number) => {
    const next = ZOOMS[index] ?? ZOOM;
    onZoom(next === ZOOM ? null : next);
  };
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => (scroller.current ? dragged(scroller.current) : undefined), []);
  return (
    <>
      <div className="graph-bar">
        {children}
        <ul className="graph-legend" aria-hidden="true">
          <li>
            <i className="graph-key" /> topic
          </li>
          <li>
            <i className="graph-key repartition" /> repartition topic
          </li>
          <li>
            <i className="graph-key subtopology" /> subtopology
          </li>
          <li>
            <svg width="11" height="12" viewBox="0 0 11 12">
              <StoreSign />
            </svg>{" "}
            store
          </li>
        </ul>
        <span className="spacer" />
        <span className="joined" role="group" aria-label="Zoom">
          <button type="button" className="button" aria-label="Zoom out" disabled={zoom === 0} onClick={() => zoomTo(zoom - 1)}>
            <span aria-hidden="true">−</span>
          </button>
          <button type="button" className="button" aria-label="Zoom in" disabled={zoom === ZOOMS.length - 1} onClick={() => zoomTo(zoom + 1)}>
            <span aria-hidden="true">+</span>
          </button>
        </span>
      </div>
      <div
        ref={scroller}
        className="graph-scroll fades"
        role="group"
        aria-label={label}
      >
        <svg
          className="graph"
          width={drawing.width * scale}
          height={drawing.height * scale}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        >
          <defs>
            <marker id="graph-arrow" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">
              <path d="M0 0.5 7.5 4 0 7.5z" className="graph-head" />
            </marker>
          </defs>
          <Boxes drawing={drawing} linkOf={linkOf} />
        </svg>
      </div>
    </>
  );
}

function Boxes({ drawing, linkOf }: { drawing: Drawing; linkOf: (subtopologyId: string) => string }) {
  return (
    <>
      {drawing.arrows.map(({ from, to, path }) => (
        <path key={`${from} ${to}`} d={path} className="graph-arrow" markerEnd="url(#graph-arrow)" />
      ))}
      {drawing.boxes.map((box) => (
        <g key={box.id} transform={`translate(${box.x} ${box.y})`}>
          <OneBox box={box} linkOf={linkOf} />
        </g>
      ))}
    </>
  );
}

function OneBox({ box, linkOf }: { box: Box; linkOf: (subtopologyId: string) => string }) {
  const { kind, width, height, lines, inner } = box;
  const subtopology = subtopologyOf(box);
  const drawn = (
    <>
      <rect className={`graph-box graph-${kind}`} x="0.5" y="0.5" width={width - 1} height={height - 1} rx="6" />
      {lines.map((line, index) => (
        <OneLine key={index} line={line} y={PAD_Y + index * LINE} />
      ))}
    </>
  );
  return (
    <>
      {subtopology === null ? drawn : <Link to={linkOf(subtopology)}>{drawn}</Link>}
      {inner && (
        <g transform={`translate(${PAD_X + (width - 2 * PAD_X - inner.width) / 2} ${PAD_Y + lines.length * LINE})`}>
          <Boxes drawing={inner} linkOf={linkOf} />
        </g>
      )}
    </>
  );
}

function OneLine({ line: { as, text, full }, y }: { line: Line; y: number }) {
  return (
    <g>
      {text !== full && <title>{full}</title>}
      {as === "store" && (
        <g transform={`translate(${PAD_X} ${y + 3})`}>
          <StoreSign />
        </g>
      )}
      <text className={`graph-${as}`} x={PAD_X + (as === "store" ? SIGN : 0)} y={y + 13}>
        {text}
      </text>
    </g>
  );
}

function StoreSign() {
  return (
    <path
      className="graph-sign"
      d="M1 2.5C1 1.7 3 1 5.5 1S10 1.7 10 2.5v7C10 10.3 8 11 5.5 11S1 10.3 1 9.5zM1 2.5C1 3.3 3 4 5.5 4S10 3.3 10 2.5"
    />
  );
}
