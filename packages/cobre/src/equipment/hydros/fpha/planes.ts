import type { FphaPlane, Hydro, HydroAtStage } from '../entity.js';
import { fitPlanes } from './fit.js';

/** Fits by plant and settings, because most stages ask for the same one. */
const fitted = new WeakMap<Hydro, Map<string, readonly FphaPlane[]>>();

/** The planes of a plant in a stage: as the case gives them, or fitted once from its geometry. */
export function fphaPlanes(hydro: Hydro, at: HydroAtStage): readonly FphaPlane[] {
  const { production } = at;
  if (production.model !== 'fpha') return [];
  if (production.source === 'precomputed') return production.planes;
  const ofPlant = fitted.get(hydro) ?? new Map<string, readonly FphaPlane[]>();
  const key = JSON.stringify([production.fit, at.maxTurbinedM3s, at.maxGenerationMw, at.downstreamLevelM]);
  const planes = ofPlant.get(key) ?? fitPlanes(hydro, at, production.fit);
  fitted.set(hydro, ofPlant.set(key, planes));
  return planes;
}
