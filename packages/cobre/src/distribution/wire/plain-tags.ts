/**
 * Plain values as bytes: what two processes of the same engine tell each other. The form is as exact as memory is (numbers keep
 * every bit, typed arrays travel as they lie), the same value always gives the same bytes, and nothing in it is ever run.
 */
export const tags = {
  null: 0,
  undefined: 1,
  false: 2,
  true: 3,
  number: 4,
  string: 5,
  array: 6,
  numbers: 7,
  object: 8,
  typed: 9,
  map: 10,
  set: 11,
  /** Something that came before: what is shared stays shared. */
  again: 12,
} as const;

export const typedKinds = [Float64Array, Int32Array, Uint8Array, Uint32Array, Float32Array, BigInt64Array] as const;
export type Typed = InstanceType<(typeof typedKinds)[number]>;

/** Frames are made by us and nest a few levels; whatever nests deeper is no frame. */
export const deepest = 64;
