import type { Cell, ColumnGroup, GridModel, MemberRow } from "./grid";
import type { ProcessGroup } from "./members";
import { firstWhere } from "./search";

/**
 * How tasks stand in a row. `columns`: each task has a column of its own. `packed`: a row's tasks stand side by side
 * under their subtopology and say their partition, because of thousands of columns each row would fill a few.
 */
export type Arrangement = "columns" | "packed";

/** From this many tasks on they are packed unless somebody asks for columns. */
const PACKED_FROM = 400;
/** A subtopology with few tasks takes room for its name all the same. */
const LEAST_SLOTS = { columns: 3, packed: 4 } as const;

/** The arrangement that suits a group. */
export function suitedArrangement(grid: GridModel): Arrangement {
  return grid.taskIds.length >= PACKED_FROM ? "packed" : "columns";
}

/** The places of one subtopology. */
export interface Block {
  group: ColumnGroup;
  /** The first of its slots. */
  slot: number;
  slots: number;
}

/** A cell at its place; `cell` is null for a task's own heading and for one that runs nowhere. */
export interface Placed {
  slot: number;
  taskId: string;
  cell: Cell | null;
}

/** A line of the grid: what stands in it, by slot. */
export interface Line {
  key: string;
  cells: readonly Placed[];
}

export interface RowLine extends Line {
  process: ProcessGroup;
  /** Its place among the members of its process. */
  place: number;
  /** Whether no other member of its process has a row. */
  alone: boolean;
  row: MemberRow;
}

export const HEADER = "header";
export const NOWHERE = "nowhere";

export interface GridLayout {
  arrangement: Arrangement;
  blocks: readonly Block[];
  /** How many slots all blocks take together. */
  slots: number;
  /** Each task's heading; none where tasks are packed. */
  header: Line;
  rows: readonly RowLine[];
  nowhere: Line;
}

function slotsNeeded(grid: GridModel): number[] {
  const most = grid.groups.map(() => 0);
  const blockOf = grid.groups.flatMap((group, index) => group.taskIds.map(() => index));
  const count = (columns: Iterable<number>) => {
    const own = grid.groups.map(() => 0);
    for (const column of columns) {
      const block = blockOf[column] ?? 0;
      own[block] = (own[block] ?? 0) + 1;
      most[block] = Math.max(most[block] ?? 0, own[block] ?? 0);
    }
  };
  for (const { rows } of grid.processes) for (const row of rows) count(row.cells.map((cell) => cell.column));
  count([...grid.nowhere].map((taskId) => grid.columnOf.get(taskId) ?? 0));
  return most;
}

/** Gives each cell of a grid its slot. */
export function arrange(grid: GridModel, arrangement: Arrangement): GridLayout {
  const needed = arrangement === "columns" ? grid.groups.map((group) => group.taskIds.length) : slotsNeeded(grid);
  const blocks: Block[] = [];
  let slot = 0;
  grid.groups.forEach((group, index) => {
    const slots = Math.max(needed[index] ?? 0, LEAST_SLOTS[arrangement]);
    blocks.push({ group, slot, slots });
    slot += slots;
  });
  const blockOf = blocks.flatMap((block) => block.group.taskIds.map(() => block));
  const place = <T extends { taskId: string; column: number; cell: Cell | null }>(cells: readonly T[]): Placed[] => {
    let last: Block | undefined;
    let taken = 0;
    return cells.map(({ taskId, column, cell }) => {
      const block = blockOf[column] ?? blocks[0];
      if (block !== last) taken = 0;
      last = block;
      const at = arrangement === "columns" ? column - (block?.group.first ?? 0) : taken++;
      return { slot: (block?.slot ?? 0) + at, taskId, cell };
    });
  };
  const bare = (taskIds: Iterable<string>) =>
    place([...taskIds].map((taskId) => ({ taskId, column: grid.columnOf.get(taskId) ?? 0, cell: null })));
  return {
    arrangement,
    blocks,
    slots: slot,
    header: { key: HEADER, cells: arrangement === "columns" ? bare(grid.taskIds) : [] },
    rows: grid.processes.flatMap(({ process, rows }) =>
      rows.map((row, index) => ({
        key: row.key,
        process,
        place: index,
        alone: rows.length === 1,
        row,
        cells: place(row.cells.map((cell) => ({ taskId: cell.taskId, column: cell.column, cell }))),
      })),
    ),
    nowhere: { key: NOWHERE, cells: bare(grid.nowhere) },
  };
}

/** Sizes in CSS pixels. */
export interface Measures {
  /** Of a slot. */
  width: number;
  /** Between subtopologies. */
  gap: number;
  /** Of a row, and of the row of a process that has one member. */
  row: number;
  alone: number;
}

/** Around the rows of a process, its line included. */
const PROCESS_ABOVE = 4;
const PROCESS_BELOW = 3;

/** Where everything stands, in CSS pixels from the first slot's left and the first process's top. */
export interface Geometry {
  measures: Measures;
  /** Left of each slot. */
  lefts: Float64Array;
  width: number;
  /** Top of each row, and its height. */
  tops: Float64Array;
  heights: Float64Array;
  processes: { top: number; height: number; from: number; to: number }[];
  height: number;
}

export function measure(layout: GridLayout, measures: Measures): Geometry {
  const lefts = new Float64Array(layout.slots);
  layout.blocks.forEach((block, index) => {
    for (let slot = block.slot; slot < block.slot + block.slots; slot++) {
      lefts[slot] = slot * measures.width + index * measures.gap;
    }
  });
  const tops = new Float64Array(layout.rows.length);
  const heights = new Float64Array(layout.rows.length);
  const processes: Geometry["processes"] = [];
  let top = 0;
  for (let from = 0; from < layout.rows.length; ) {
    let to = from + 1;
    while (to < layout.rows.length && layout.rows[to]?.process === layout.rows[from]?.process) to++;
    const begin = top;
    top += PROCESS_ABOVE;
    for (let index = from; index < to; index++) {
      const height = to - from === 1 ? measures.alone : measures.row;
      tops[index] = top;
      heights[index] = height;
      top += height;
    }
    top += PROCESS_BELOW;
    processes.push({ top: begin, height: top - begin, from, to });
    from = to;
  }
  const width = layout.slots === 0 ? 0 : (lefts[layout.slots - 1] ?? 0) + measures.width;
  return { measures, lefts, width, tops, heights, processes, height: top };
}

/** Slots from one to another, the end not included. */
export interface Slots {
  fromSlot: number;
  toSlot: number;
}

/** A part of the grid: slots and rows, the ends not included. */
export interface Sight extends Slots {
  fromRow: number;
  toRow: number;
}

/** The cells of a line come and go in strips of so many slots, so that scrolling lays out those that are new and no others. */
const STRIP = 8;
/** Rows come and go by so many, so that not every pixel renders. */
const ROW_STEP = 2;

/** What a part of the picture shows. Lengths in CSS pixels, as in `Geometry`. */
export function sightOf(geometry: Geometry, left: number, top: number, width: number, height: number): Sight {
  const { lefts, tops, heights, measures } = geometry;
  const down = (index: number, step: number) => Math.floor(index / step) * step;
  const up = (index: number, step: number, most: number) => Math.min(most, Math.ceil(index / step) * step);
  return {
    fromSlot: down(firstWhere(lefts.length, (slot) => (lefts[slot] ?? 0) + measures.width >= left), STRIP),
    toSlot: up(firstWhere(lefts.length, (slot) => (lefts[slot] ?? 0) >= left + width), STRIP, lefts.length),
    fromRow: down(firstWhere(tops.length, (row) => (tops[row] ?? 0) + (heights[row] ?? 0) >= top), ROW_STEP),
    toRow: up(firstWhere(tops.length, (row) => (tops[row] ?? 0) >= top + height), ROW_STEP, tops.length),
  };
}

/** The index of a line's first cell from a slot on. */
function firstSlot({ cells }: Line, slot: number): number {
  return firstWhere(cells.length, (index) => (cells[index]?.slot ?? 0) >= slot);
}

/** A cell and how far it stands from the one before it, or from its strip's left where it is the first, in CSS pixels. */
export interface Seen extends Placed {
  before: number;
}

/** The first slots of the strips of a line that are in sight and have cells, and of the one with slot `kept`, wherever it is. */
export function stripsInSight(line: Line, { fromSlot, toSlot }: Slots, kept: number | null): readonly number[] {
  const strips: number[] = [];
  for (let strip = fromSlot; strip < toSlot; strip += STRIP) if (firstSlot(line, strip) < firstSlot(line, strip + STRIP)) strips.push(strip);
  const own = kept === null ? null : kept - (kept % STRIP);
  if (own === null || strips.includes(own)) return strips;
  return own < fromSlot ? [own, ...strips] : [...strips, own];
}

/** Whether a slot is in the strip that begins with another. */
export function isInStrip(strip: number, slot: number | null): boolean {
  return slot !== null && slot >= strip && slot < strip + STRIP;
}

/** The cells of a line in the strip that begins with a slot, from left to right. */
export function cellsOfStrip(line: Line, { lefts, measures }: Geometry, strip: number): readonly Seen[] {
  let end = lefts[strip] ?? 0;
  return line.cells.slice(firstSlot(line, strip), firstSlot(line, strip + STRIP)).map((placed) => {
    const left = lefts[placed.slot] ?? 0;
    const before = left - end;
    end = left + measures.width;
    return { ...placed, before };
  });
}

/** How wide a strip is, in CSS pixels. */
export function widthOfStrip({ lefts, measures }: Geometry, strip: number): number {
  return (lefts[Math.min(strip + STRIP, lefts.length) - 1] ?? 0) + measures.width - (lefts[strip] ?? 0);
}

/** The cell of a line at a slot, if one is there. */
export function cellAt(line: Line, slot: number): Placed | undefined {
  const found = line.cells[firstSlot(line, slot)];
  return found?.slot === slot ? found : undefined;
}

/** A direction key's meaning in the grid. */
export type Direction = "left" | "right" | "up" | "down" | "rowStart" | "rowEnd" | "pageUp" | "pageDown";

/** Where the focus is: a line's key and a slot. */
export interface GridPosition {
  row: string;
  slot: number;
}

const PAGE = 12;

/**
 * The cell that a direction key leads to. Empty places are skipped: right and left go to the next cell of the line that
 * says something, up and down to the nearest one, by slot, of the next line that has any.
 */
export function move(lines: readonly Line[], from: GridPosition, direction: Direction): GridPosition {
  const at = lines.findIndex((line) => line.key === from.row);
  const here = lines[at];
  if (!here) return from;
  const to = (placed: Placed | undefined) => (placed === undefined ? from : { row: here.key, slot: placed.slot });
  switch (direction) {
    case "right":
      return to(here.cells.find((placed) => placed.slot > from.slot));
    case "left":
      return to(here.cells.findLast((placed) => placed.slot < from.slot));
    case "rowStart":
      return to(here.cells[0]);
    case "rowEnd":
      return to(here.cells.at(-1));
    default: {
      const step = direction === "down" || direction === "pageDown" ? 1 : -1;
      let left = direction === "down" || direction === "up" ? 1 : PAGE;
      let found = from;
      for (let index = at + step; index >= 0 && index < lines.length && left > 0; index += step) {
        const line = lines[index];
        const [first] = line?.cells ?? [];
        if (!line || !first) continue;
        const nearest = line.cells.reduce((best, one) => (Math.abs(one.slot - from.slot) < Math.abs(best.slot - from.slot) ? one : best), first);
        found = { row: line.key, slot: nearest.slot };
        left--;
      }
      return found;
    }
  }
}
