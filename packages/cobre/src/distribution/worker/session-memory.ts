/**
 * The cuts and bases of one session, as far as they have come; nothing is taken before it has been looked at. What builds on
 * something that never came is left out, and whoever needs it is told what is known.
 */
import { Fault } from '@quadrivium/kernel/fault';
import { CutPool, type CutPoolHandle } from '../../lp/cuts/cut-pool.js';
import { padded } from '../wire/basis-values.js';
import type { CutsFrame, Knowledge, MemoryFrame } from '../wire/messages.js';
import type { SentStudy } from '../wire/study.js';

/** What the threads have to hear of a frame. */
export type MemoryNews =
  | { readonly type: 'pools'; readonly pools: readonly (CutPoolHandle | null)[] }
  | { readonly type: 'basis'; readonly place: number; readonly whole: Float64Array };

export class SessionMemory {
  readonly #pools: (CutPool | undefined)[];
  readonly #thetas: readonly number[];
  readonly #known: { cuts: number; generation: number; basis: number }[];
  readonly #mostBytes: number;

  constructor({ problem, pools }: SentStudy, mostBytes: number) {
    this.#pools = pools.map((shape) =>
      shape === null ? undefined : CutPool.create(shape.stateCount, 1, shape.states),
    );
    this.#thetas = problem.stages.map(({ model }) => model.thetaColumn.length);
    this.#known = pools.map(() => ({ cuts: 0, generation: 0, basis: 0 }));
    this.#mostBytes = mostBytes;
  }

  get handles(): (CutPoolHandle | null)[] {
    return this.#pools.map((pool) => pool?.handle ?? null);
  }

  /** What is known of every place. */
  known(): Knowledge[] {
    return this.#known.map((entry, place) => ({ place, ...entry }));
  }

  has({ place, cuts, generation, basis }: Knowledge): boolean {
    const entry = this.#known[place];
    return entry !== undefined && entry.cuts === cuts && entry.generation === generation && entry.basis === basis;
  }

  take(frames: readonly MemoryFrame[]): MemoryNews[] {
    const news: MemoryNews[] = [];
    let grown = false;
    for (const frame of frames) {
      const entry = this.#known[frame.place];
      if (entry === undefined) throw malformed(frame, 'there is no such place');
      if (frame.type === 'cuts') grown = this.#takeCuts(frame) || grown;
      else if (frame.type === 'active') this.#takeActive(frame.place, frame.generation, frame.active);
      else {
        if (frame.values.length > frame.size) throw malformed(frame, 'it is larger than it says');
        entry.basis = frame.number;
        news.push({ type: 'basis', place: frame.place, whole: padded(frame.values, frame.size) });
      }
    }
    return grown ? [{ type: 'pools', pools: this.handles }, ...news] : news;
  }

  /** Whether the pool had to grow. Cuts that came before are left as they are: they are the same. */
  #takeCuts(frame: CutsFrame): boolean {
    const { place, first, intercept, slope, theta } = frame;
    const [pool, entry] = [this.#pools[place], this.#known[place]!];
    if (pool === undefined) throw malformed(frame, 'nothing follows the place');
    const { stateCount } = pool;
    const fits = slope.length === intercept.length * stateCount && theta.length === intercept.length;
    if (!fits || theta.some((own) => own < 0 || own >= this.#thetas[place]!))
      throw malformed(frame, 'its numbers do not fit');
    if (first > entry.cuts) return false;
    const end = first + intercept.length;
    const grown = end > pool.capacity;
    if (grown) this.#grow(place, end);
    const into = this.#pools[place]!;
    for (let slot = entry.cuts; slot < end; slot++) {
      const k = slot - first;
      into.write(slot, intercept[k]!, slope.subarray(k * stateCount, (k + 1) * stateCount), theta[k]!);
    }
    entry.cuts = Math.max(entry.cuts, end);
    return grown;
  }

  #takeActive(place: number, generation: number, active: Uint8Array): void {
    const [pool, entry] = [this.#pools[place], this.#known[place]!];
    if (pool === undefined) throw malformed({ type: 'active', place }, 'nothing follows the place');
    if (active.length > entry.cuts) return;
    for (const [slot, on] of active.entries()) pool.setActive(slot, on === 1);
    entry.generation = generation;
  }

  #grow(place: number, atLeast: number): void {
    const pool = this.#pools[place]!;
    const larger = Math.max(atLeast, pool.capacity * 2);
    const held = this.#pools.reduce((sum, own) => sum + (own?.buffer.byteLength ?? 0), 0);
    if (held + larger * 8 * (pool.stateCount + 2) > this.#mostBytes) {
      throw new Fault('LimitExceeded', 'The cuts of the study need more memory than this worker may use.', {
        context: { place, held_bytes: held, most_bytes: this.#mostBytes },
        suggestion: 'Give the machine more memory, or let only larger machines take part.',
      });
    }
    this.#pools[place] = pool.grown(larger);
  }
}

function malformed({ type, place }: Pick<MemoryFrame, 'type' | 'place'>, why: string): Fault {
  return new Fault('MpiError', `A frame with ${type} for place ${place} was refused: ${why}.`, {
    context: { frame: type, place },
    suggestion: 'Use the same version of cobre everywhere, and let nobody else publish below its prefix.',
  });
}
