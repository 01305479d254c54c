import type { Arena } from './arena.js';

/** A list in the thread's memory, or another record. */
type Addressed = { readonly byteOffset: number };

/** The fields of a class of the compiled code, in its order: integers, and addresses of lists and other records. */
export class LoopRecord<Field extends string> {
  readonly byteOffset: number;
  readonly #fields: readonly Field[];
  readonly #places: Int32Array;

  constructor(arena: Arena, fields: readonly Field[]) {
    this.#fields = fields;
    this.#places = arena.integers(fields.length);
    this.byteOffset = this.#places.byteOffset;
  }

  /** Where an integer stands that the loops write; looking it up by name at every exchange would take its time. */
  place(field: Field): Int32Array {
    const at = this.#fields.indexOf(field);
    return this.#places.subarray(at, at + 1);
  }

  set(values: Partial<Record<Field, number | Addressed>>): void {
    for (const [field, value] of Object.entries(values) as [Field, number | Addressed][]) {
      this.#places[this.#fields.indexOf(field)] = typeof value === 'number' ? value : value.byteOffset;
    }
  }
}
