/**
 * `policy/continuation/stage_NNN.bin`: what a resumed training needs beyond the cuts to go on with the same bits, namely
 * the starting basis of the stage and how often and when each cut was active. Little-endian doubles: the length of the
 * basis, the basis, then count and last iteration of every cut. The original has no such file and needs none.
 */
export interface Continuation {
  readonly snapshot: Float64Array;
  readonly activityCount: Int32Array;
  readonly activityIteration: Int32Array;
}

export function encodeContinuation({ snapshot, activityCount, activityIteration }: Continuation): Uint8Array {
  const values = new Float64Array(1 + snapshot.length + activityCount.length * 2);
  values[0] = snapshot.length;
  values.set(snapshot, 1);
  values.set(activityCount, 1 + snapshot.length);
  values.set(activityIteration, 1 + snapshot.length + activityCount.length);
  return new Uint8Array(values.buffer);
}

export function decodeContinuation(bytes: Uint8Array): Continuation {
  const values = new Float64Array(bytes.slice().buffer);
  const length = values[0] ?? 0;
  const cuts = (values.length - 1 - length) / 2;
  if (!Number.isInteger(cuts) || cuts < 0) throw new RangeError('the lengths do not fit');
  const from = 1 + length;
  return {
    snapshot: values.slice(1, from),
    activityCount: Int32Array.from(values.subarray(from, from + cuts)),
    activityIteration: Int32Array.from(values.subarray(from + cuts)),
  };
}
