import type { Builder } from 'flatbuffers';

/** Vectors as FlatBuffers are built: from the last element to the first. */
export function doubleVector(builder: Builder, values: Float64Array): number {
  builder.startVector(8, values.length, 8);
  for (let k = values.length - 1; k >= 0; k--) builder.addFloat64(values[k]!);
  return builder.endVector();
}

export function intVector(builder: Builder, values: readonly number[]): number {
  builder.startVector(4, values.length, 4);
  for (let k = values.length - 1; k >= 0; k--) builder.addInt32(values[k]!);
  return builder.endVector();
}

export function offsetVector(builder: Builder, offsets: readonly number[]): number {
  builder.startVector(4, offsets.length, 4);
  for (let k = offsets.length - 1; k >= 0; k--) builder.addOffset(offsets[k]!);
  return builder.endVector();
}
