/** What workers have to know of the cuts and bases, and the frames that tell one of them what it lacks. */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { withoutZeros } from '../wire/basis-values.js';
import type { Knowledge, MemoryFrame } from '../wire/messages.js';

/** The basis of a place with a number that changes with it; 0 stands for none. */
export interface NumberedBasis {
  readonly number: number;
  readonly values: Float64Array | undefined;
}

export class MemorySource {
  readonly #pools: () => readonly (CutPool | undefined)[];
  readonly #basis: (place: number) => NumberedBasis;

  constructor(pools: () => readonly (CutPool | undefined)[], basis: (place: number) => NumberedBasis) {
    this.#pools = pools;
    this.#basis = basis;
  }

  need(place: number): Knowledge {
    const pool = this.#pools()[place];
    // One more than the pool says: what counts is told once even where nothing was switched yet.
    const [cuts, generation] = pool === undefined ? [0, 0] : [pool.count, pool.count === 0 ? 0 : pool.generation + 1];
    return { place, cuts, generation, basis: this.#basis(place).number };
  }

  /** In frames of about so many bytes at most. */
  *missing(need: Knowledge, known: Omit<Knowledge, 'place'>, most: number): Generator<MemoryFrame> {
    const { place } = need;
    const pool = this.#pools()[place];
    if (pool !== undefined) yield* newCuts(pool, place, known.cuts, need.cuts, most);
    if (pool !== undefined && known.generation !== need.generation) {
      const { generation } = need;
      yield { type: 'active', place, generation, active: pool.active.slice(0, need.cuts) };
    }
    if (known.basis !== need.basis) {
      const { number, values = new Float64Array(0) } = this.#basis(place);
      yield { type: 'basis', place, number, size: values.length, values: withoutZeros(values) };
    }
  }
}

export function bytesOf(frame: MemoryFrame): number {
  if (frame.type === 'active') return frame.active.byteLength;
  if (frame.type === 'basis') return frame.values.byteLength;
  return frame.intercept.byteLength + frame.slope.byteLength + frame.theta.byteLength;
}

function* newCuts(pool: CutPool, place: number, from: number, to: number, most: number): Generator<MemoryFrame> {
  const atOnce = Math.max(1, Math.floor(most / (8 * pool.stateCount + 12)));
  for (let first = from; first < to; first += atOnce) yield cutsFrame(pool, place, first, Math.min(to, first + atOnce));
}

function cutsFrame(pool: CutPool, place: number, first: number, end: number): MemoryFrame {
  const { stateCount } = pool;
  const slope = new Float64Array((end - first) * stateCount);
  for (let slot = first, at = 0; slot < end; slot++) {
    for (let s = 0; s < stateCount; s++) slope[at++] = pool.slopeOf(slot, s);
  }
  const [intercept, theta] = [pool.intercept.slice(first, end), pool.theta.slice(first, end)];
  return { type: 'cuts', place, first, intercept, slope, theta };
}
