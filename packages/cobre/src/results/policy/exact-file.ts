/**
 * `policy/continuation/NNN.exact` of a policy in $: states, intercepts and slopes as the solver had them, so that a training
 * goes on with the same bits although files hold a thousand times its numbers. A number counts only while it still is the
 * one in the cuts.
 */
import type { StoredCut } from './cuts-file.js';

/** The file beside the cuts of a name. */
export const exactName = (name: string) => `continuation/${name.replace(/\.bin$/, '.exact')}`;

export interface ExactCut {
  readonly state: Float64Array;
  readonly intercept: number;
  readonly slope: Float64Array;
}

export function encodeExact(cuts: readonly ExactCut[]): Uint8Array {
  const [first] = cuts;
  const states = first?.state.length ?? 0;
  const width = 1 + states + (first?.slope.length ?? 0);
  const values = new Float64Array(cuts.length * width);
  cuts.forEach(({ state, intercept, slope }, k) => {
    values[k * width] = intercept;
    values.set(state, k * width + 1);
    values.set(slope, k * width + 1 + states);
  });
  return new Uint8Array(values.buffer);
}

/** The cut as the solver had it; what another program wrote since is taken as it is. States may have more numbers than slopes. */
export function exactCuts(
  bytes: Uint8Array | null,
  cuts: readonly StoredCut[],
  dimension: number,
  scale: number,
): ExactCut[] {
  const width = (bytes?.length ?? 0) / 8 / Math.max(1, cuts.length);
  const states = width - 1 - dimension;
  const fits = Number.isInteger(states) && states >= dimension;
  const values = bytes && fits ? new Float64Array(bytes.slice().buffer) : null;
  return cuts.map((cut, k) => {
    const kept = (at: number, found: number) => {
      const value = values?.[k * width + at];
      return value !== undefined && value * scale === found ? value : found / scale;
    };
    return {
      state: values?.slice(k * width + 1, k * width + 1 + states) ?? new Float64Array(dimension),
      intercept: kept(0, cut.intercept),
      slope: cut.coefficients.map((slope, s) => kept(1 + states + s, slope)),
    };
  });
}
