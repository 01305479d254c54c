import type { Arena } from '../inner-loops/arena.js';
import { innerLoops } from '../inner-loops/inner-loops.js';
import { LoopRecord } from '../inner-loops/record.js';
import type { Segments } from '../model/segments.js';

const fields = [
  ...(['segmentCount', 'first', 'cost', 'knot', 'memberStart'] as const),
  ...(['variable', 'segment', 'direction', 'crossed', 'hasCrossed', 'reached', 'size', 'ratio', 'step'] as const),
  ...(['count', 'crossings', 'enteringSegment'] as const),
];

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
  /** The candidates that crossed segments, in no order; the leaving variable, candidate 0, may be one of them. */
  readonly crossed: Int32Array;
  readonly #size: Float64Array;
  readonly #step: Float64Array;
  readonly #record: LoopRecord<(typeof fields)[number]>;

  constructor(arena: Arena, segments: Segments, candidates: number) {
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
    this.#record.set({ hasCrossed: arena.integers(candidates), reached: arena.integers(candidates) });
    this.#record.set({ size: this.#size, ratio: arena.numbers(candidates), step: this.#step });
  }

  /** Starts with the leaving variable, which moves up (+1) or down (-1) out of `segment`. */
  begin(leaving: number, segment: number, direction: number): void {
    innerLoops.beginTest(this.#record.byteOffset, leaving, segment, direction);
  }

  /**
   * Offers the nonbasic variables of a pivot row. `sign` turns its entries so that positive means: the variable moves up,
   * towards the segment after its knot; negative, towards the one before.
   */
  offerRow(
    variables: Int32Array,
    entries: Float64Array,
    entryCount: number,
    sign: number,
    boundary: Int32Array,
    price: Float64Array,
  ): void {
    const [list, values] = [variables.byteOffset, entries.byteOffset];
    innerLoops.offerRow(this.#record.byteOffset, list, values, entryCount, sign, boundary.byteOffset, price.byteOffset);
  }

  /** Walks the breakpoints. Returns the index of the entering candidate, 0 for the leaving variable itself, or -1. */
  choose(infeasibility: number, tolerance: number, negligibleSlope: number): number {
    const chosen = innerLoops.choose(this.#record.byteOffset, infeasibility, tolerance, negligibleSlope);
    this.crossings = this.#record.get('crossings');
    this.step = this.#step[0]!;
    this.enteringSegment = this.#record.get('enteringSegment');
    return chosen;
  }

  /** The size of a candidate's entry in the pivot row. */
  sizeOf(candidate: number): number {
    return this.#size[candidate]!;
  }
}
