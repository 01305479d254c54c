/**
 * What has happened to a basis since its factors were computed: B = LU · E1 · E2 ..., each E an exchange (product form: one
 * column replaced) or an appended cut row `[I 0; g -1]`, which is its own inverse.
 *
 * A row is solved backwards through the list, and most changes have no entry where the row has one. So every basis row
 * remembers the changes it occurs in, a bit for each, and only those are looked at.
 */
import type { Arena } from '../inner-loops/arena.js';
import { LoopRecord } from '../inner-loops/record.js';

const changesPerWord = 32;

const fields = ['row', 'start', 'isCut', 'pivot', 'index', 'value', 'occurs', 'asked'] as const;

export class ChangeList {
  count = 0;
  readonly record: LoopRecord<(typeof fields)[number]>;
  readonly #arena: Arena;
  #row: Int32Array;
  #start: Int32Array;
  #isCut: Int32Array;
  #pivot: Float64Array;
  #index: Int32Array;
  #value: Float64Array;
  /** By word of changes, then by basis row; and where these lists lie. */
  #occurs: Int32Array[] = [];
  #occursAt: Int32Array;
  #asked: Int32Array;
  #rows: number;

  constructor(arena: Arena, rows: number) {
    this.#arena = arena;
    this.#rows = rows;
    this.#row = arena.integers(4 * changesPerWord);
    this.#start = arena.integers(4 * changesPerWord + 1);
    this.#isCut = arena.integers(4 * changesPerWord);
    this.#pivot = arena.numbers(4 * changesPerWord);
    this.#index = arena.integers(1024);
    this.#value = arena.numbers(1024);
    this.#occursAt = arena.integers(4);
    this.#asked = arena.integers(4);
    this.record = new LoopRecord(arena, fields);
    this.#tell();
  }

  clear(): void {
    this.count = 0;
    this.#start[0] = 0;
    for (const word of this.#occurs) word.fill(0);
  }

  resize(rows: number): void {
    this.#rows = rows;
    this.#occurs = this.#occurs.map((word) => this.#arena.widerIntegers(word, rows));
    this.#tell();
  }

  /** Room for one more change with so many entries, to be noted under the number that is returned. */
  open(entries: number): number {
    const k = this.count;
    if (k + 1 >= this.#row.length) this.#grow();
    if (k >> 5 === this.#occurs.length) this.#addWord();
    const most = this.#start[k]! + entries;
    if (most > this.#index.length) this.#growEntries(2 * most);
    return k;
  }

  /** The change has been noted. */
  close(): void {
    this.count++;
  }

  #growEntries(length: number): void {
    this.#index = this.#arena.widerIntegers(this.#index, length);
    this.#value = this.#arena.widerNumbers(this.#value, length);
    this.#tell();
  }

  #addWord(): void {
    this.#occurs.push(this.#arena.integers(this.#rows));
    this.#tell();
  }

  #grow(): void {
    const length = 2 * this.#row.length;
    const arena = this.#arena;
    this.#row = arena.widerIntegers(this.#row, length);
    this.#start = arena.widerIntegers(this.#start, length + 1);
    this.#isCut = arena.widerIntegers(this.#isCut, length);
    this.#pivot = arena.widerNumbers(this.#pivot, length);
    this.#asked = arena.widerIntegers(this.#asked, length / changesPerWord);
    this.#occursAt = arena.widerIntegers(this.#occursAt, length / changesPerWord);
    this.#tell();
  }

  #tell(): void {
    this.#occurs.forEach((word, k) => {
      this.#occursAt[k] = word.byteOffset;
    });
    const [row, start, isCut, pivot] = [this.#row, this.#start, this.#isCut, this.#pivot];
    const [index, value, occurs, asked] = [this.#index, this.#value, this.#occursAt, this.#asked];
    this.record.set({ row, start, isCut, pivot, index, value, occurs, asked });
  }
}
