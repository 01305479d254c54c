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

  missing(need: Knowledge, known: Omit<Knowledge, 'place'>): MemoryFrame[] {
    const { place } = need;
    const frames: MemoryFrame[] = [];
    const pool = this.#pools()[place];
    if (pool !== undefined && known.cuts < need.cuts) frames.push(cutsFrom(pool, place, known.cuts));
    if (pool !== undefined && known.generation !== need.generation) {
      const { generation } = need;
      frames.push({ type: 'active', place, generation, active: pool.active.slice(0, need.cuts) });
    }
    if (known.basis !== need.basis) {
      const { number, values = new Float64Array(0) } = this.#basis(place);
      frames.push({ type: 'basis', place, number, size: values.length, values: withoutZeros(values) });
    }
    return frames;
  }
}

function cutsFrom(pool: CutPool, place: number, first: number): MemoryFrame {
  const { count, stateCount } = pool;
  const slope = new Float64Array((count - first) * stateCount);
  for (let slot = first, at = 0; slot < count; slot++) {
    for (let s = 0; s < stateCount; s++) slope[at++] = pool.slopeOf(slot, s);
  }
  const intercept = pool.intercept.slice(first, count);
  return { type: 'cuts', place, first, intercept, slope, theta: pool.theta.slice(first, count) };
}
