import type { Basis } from '../bases/basis.js';
import type { Arena } from '../inner-loops/arena.js';
import { innerLoops } from '../inner-loops/inner-loops.js';
import { LoopRecord } from '../inner-loops/record.js';
import type { Segments } from '../model/segments.js';

/** Breakpoints closer than this (in cost) are ties. Wider would save pivots but leave prices wrong on cheap variables. */
const tieTolerance = 1e-12;

const fields = [
  ...(['segmentCount', 'first', 'cost', 'knot', 'memberStart', 'boundary', 'price'] as const),
  ...(['variable', 'segment', 'direction', 'crossed', 'hasCrossed', 'reached', 'size', 'ratio', 'step'] as const),
  ...(['count', 'crossings', 'enteringSegment'] as const),
];

/** Where the variables are and what they are worth. */
interface Position {
  readonly segment: Int32Array;
  readonly price: Float64Array;
}

/**
 * The long-step dual ratio test on piecewise linear variables.
 *
 * A row leaves its segment; prices move by a growing step. A nonbasic variable whose price reaches the cost of its next
 * segment may enter there, but as long as the row would still be infeasible after the variable has crossed the whole
 * segment, it is cheaper to let it cross and go on: each crossing lowers the slope by `|T| · width`. The leaving variable
 * takes part itself: when its own next segment comes first, it stays basic and nothing needs to be exchanged. Candidates
 * within the Harris tolerance of each other count as one breakpoint, of which the largest pivot is taken.
 */
export class DualRatioTest {
  /** Results: the dual step and the segment that the entering variable enters. */
  step = 0;
  enteringSegment = 0;
  /** How many candidates crossed segments. */
  crossings = 0;
  readonly variable: Int32Array;
  /** Segment each candidate would enter next, and the direction it walks in. */
  readonly segment: Int32Array;
  readonly direction: Int32Array;
  /** The candidates that crossed segments, in the order of the row; the leaving variable, candidate 0, may be one of them. */
  readonly crossed: Int32Array;
  readonly #size: Float64Array;
  readonly #step: Float64Array;
  readonly #crossings: Int32Array;
  readonly #enteringSegment: Int32Array;
  readonly #record: LoopRecord<(typeof fields)[number]>;

  constructor(arena: Arena, segments: Segments, { segment: boundary, price }: Position, candidates: number) {
    const { count: segmentCount, first, cost, knot, memberStart } = segments;
    this.variable = arena.integers(candidates);
    this.segment = arena.integers(candidates);
    this.direction = arena.integers(candidates);
    this.crossed = arena.integers(candidates);
    this.#size = arena.numbers(candidates);
    this.#step = arena.numbers(1);
    this.#record = new LoopRecord(arena, fields);
    const { variable, segment, direction, crossed } = this;
    this.#record.set({ segmentCount, first, cost, knot, memberStart, variable, segment, direction, crossed });
    this.#record.set({ boundary, price });
    this.#record.set({ hasCrossed: arena.integers(candidates), reached: arena.integers(candidates) });
    this.#record.set({ size: this.#size, ratio: arena.numbers(candidates), step: this.#step });
    this.#crossings = this.#record.place('crossings');
    this.#enteringSegment = this.#record.place('enteringSegment');
  }

  /**
   * Walks the breakpoints of the loaded row, whose variable leaves its segment upwards (+1) or downwards (-1), until no more
   * than a negligible infeasibility would be left. Returns the index of the entering candidate, 0 for the leaving variable
   * itself, or -1.
   */
  choose(
    basis: Basis,
    entries: number,
    leaving: number,
    sign: number,
    infeasibility: number,
    negligible: number,
  ): number {
    const [variables, values] = [basis.rowVariable.byteOffset, basis.rowValue.byteOffset];
    const [test, tie] = [this.#record.byteOffset, tieTolerance];
    const chosen = innerLoops.testRow(test, leaving, sign, variables, values, entries, infeasibility, tie, negligible);
    this.crossings = this.#crossings[0]!;
    this.step = this.#step[0]!;
    this.enteringSegment = this.#enteringSegment[0]!;
    return chosen;
  }

  /** The size of a candidate's entry in the pivot row. */
  sizeOf(candidate: number): number {
    return this.#size[candidate]!;
  }
}
