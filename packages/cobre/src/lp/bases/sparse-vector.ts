import type { Arena } from '../inner-loops/arena.js';
import { LoopRecord } from '../inner-loops/record.js';

/**
 * A vector of which few entries differ from zero: its numbers, and a bit for each place that may hold one.
 *
 * Going through the bits finds the places in order, also those that are added on the way, at the price of one look at 32
 * places. That is what makes triangular solves cost what they compute, and not what they pass over.
 */
export class SparseVector {
  number: Float64Array;
  bits: Int32Array;
  readonly record: LoopRecord<'number' | 'bits' | 'words'>;
  readonly #arena: Arena;

  constructor(arena: Arena, length: number) {
    this.#arena = arena;
    this.number = arena.numbers(length);
    this.bits = arena.integers((length + 31) >>> 5);
    this.record = new LoopRecord(arena, ['number', 'bits', 'words']);
    this.#tell();
  }

  /** Forgets what it held. */
  resize(length: number): void {
    if (length <= this.number.length) return;
    this.number = this.#arena.widerNumbers(this.number, length).fill(0);
    this.bits = this.#arena.widerIntegers(this.bits, (length + 31) >>> 5).fill(0);
    this.#tell();
  }

  #tell(): void {
    this.record.set({ number: this.number, bits: this.bits, words: this.bits.length });
  }

  add(at: number, by: number): void {
    this.number[at]! += by;
    this.bits[at >> 5]! |= 1 << at;
  }

  clear(): void {
    const { number, bits } = this;
    for (let w = 0; w < bits.length; w++) {
      for (let left = bits[w]!; left !== 0; left &= left - 1) number[(w << 5) + lowestBit(left)] = 0;
      bits[w] = 0;
    }
  }
}

/** Number of the lowest bit that is set. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
