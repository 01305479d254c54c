import type { Arena } from '../inner-loops/arena.js';
import { LoopRecord } from '../inner-loops/record.js';

/** Entries of a triangular matrix without its diagonal, by the number of their pivot: lists of later or earlier pivots. */
export class Triangle {
  readonly record: LoopRecord<'start' | 'index' | 'value'>;
  readonly #arena: Arena;
  #start: Int32Array;
  #index: Int32Array;
  #value: Float64Array;

  constructor(arena: Arena) {
    this.#arena = arena;
    this.#start = arena.integers(2);
    this.#index = arena.integers(64);
    this.#value = arena.numbers(64);
    this.record = new LoopRecord(arena, ['start', 'index', 'value']);
    this.#tell();
  }

  /** Room for so many pivots. */
  makeRoom(pivots: number): void {
    if (this.#start.length >= pivots + 2) return;
    this.#start = this.#arena.widerIntegers(this.#start, pivots + 2);
    this.#tell();
  }

  makeRoomForEntries(entries: number): void {
    if (this.#index.length >= entries) return;
    this.#index = this.#arena.widerIntegers(this.#index, 2 * entries);
    this.#value = this.#arena.widerNumbers(this.#value, 2 * entries);
    this.#tell();
  }

  #tell(): void {
    this.record.set({ start: this.#start, index: this.#index, value: this.#value });
  }
}
