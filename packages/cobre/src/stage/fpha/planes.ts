import type { FphaPlane, Hydro, HydroAtStage } from '../../case/model.js';
import { fitPlanes } from './fit.js';

const fitted = new WeakMap<HydroAtStage, readonly FphaPlane[]>();

/** The planes of a plant in a stage: as the case gives them, or fitted once from its geometry. */
export function fphaPlanes(hydro: Hydro, at: HydroAtStage): readonly FphaPlane[] {
  const { production } = at;
  if (production.model !== 'fpha') return [];
  if (production.source === 'precomputed') return production.planes;
  const known = fitted.get(at) ?? fitPlanes(hydro, at, production.fit);
  fitted.set(at, known);
  return known;
}
