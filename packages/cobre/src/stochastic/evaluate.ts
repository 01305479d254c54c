import type { AffineNoise, InflowModel, LagTransition, NonNegativity } from './model.js';

/**
 * Writes the part of each inflow that does not depend on the memory, base + sigma·noise. When the case truncates, it is
 * raised just enough that the inflow, memory included, is not negative; the memory is therefore needed as well.
 */
export function inflowIntercepts(
  inflow: InflowModel,
  nonNegativity: NonNegativity,
  lags: Float64Array,
  noise: Float64Array,
  noiseOffset: number,
  out: Float64Array,
): void {
  const hydros = inflow.base.length;
  for (let h = 0; h < hydros; h++) {
    out[h] = inflow.base[h]! + inflow.sigma[h]! * noise[noiseOffset + h]!;
  }
  if (nonNegativity.truncates) truncate(inflow, lags, out);
}

function truncate(inflow: InflowModel, lags: Float64Array, intercepts: Float64Array): void {
  const hydros = inflow.base.length;
  for (let h = 0; h < hydros; h++) {
    const fromMemory = memoryPart(inflow, lags, h);
    if (intercepts[h]! + fromMemory < 0) intercepts[h] = -fromMemory;
  }
}

/** Σ_j psi_j · lag_j of one hydro, in m³/s. */
export function memoryPart(inflow: InflowModel, lags: Float64Array, hydro: number): number {
  const { psi } = inflow;
  const hydros = inflow.base.length;
  let sum = 0;
  for (let at = hydro; at < psi.length; at += hydros) sum += psi[at]! * lags[at]!;
  return sum;
}

/** Writes the memory the next stage starts with; `inflows` are this stage's, `out` must not be `lags`. */
export function advanceLags(
  transition: LagTransition,
  lags: Float64Array,
  inflows: Float64Array,
  out: Float64Array,
): void {
  const { carry, gain, constant } = transition;
  const slots = gain.length;
  const hydros = inflows.length;
  for (let i = 0; i < slots; i++) {
    for (let h = 0; h < hydros; h++) {
      let next = gain[i] === 0 ? 0 : gain[i]! * inflows[h]!;
      if (constant !== null) next += constant[i * hydros + h]!;
      for (let j = 0; j < slots; j++) {
        const weight = carry[i * slots + j]!;
        if (weight !== 0) next += weight * lags[j * hydros + h]!;
      }
      out[i * hydros + h] = next;
    }
  }
}

/** Load of a bus in MW before block factors. */
export function loadLevel(load: AffineNoise, bus: number, noise: Float64Array, position: number): number {
  return Math.max(0, load.mean[bus]! + (position < 0 ? 0 : load.scale[bus]! * noise[position]!));
}

/** Available share of a non-controllable source, 0 to 1, before block factors. */
export function ncsFraction(ncs: AffineNoise, source: number, noise: Float64Array, position: number): number {
  const fraction = ncs.mean[source]! + (position < 0 ? 0 : ncs.scale[source]! * noise[position]!);
  return Math.min(1, Math.max(0, fraction));
}
