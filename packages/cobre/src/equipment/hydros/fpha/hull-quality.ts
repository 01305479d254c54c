import type { FphaPlane, Hydro, HydroAtStage } from '../entity.js';
import { hullGrid } from './hull-fit.js';
import { fphaPlanes } from './planes.js';
import type { GridPoint } from './upper-hull.js';

export interface FitQuality {
  /** The first coefficient that no production function has; null when all are as they should be. */
  readonly wrongSign: string | null;
  /** Mean of |planes − function| over the grid without spillage, relative to the mean of the function. */
  readonly deviation: number;
}

const nearly = 1e-10;

/** Of the planes a current case fits in a stage; null where none are fitted. */
export function fitQuality(hydro: Hydro, at: HydroAtStage): FitQuality | null {
  const { production } = at;
  if (production.model !== 'fpha' || production.source !== 'computed' || production.fit.hull === null) return null;
  const planes = fphaPlanes(hydro, at);
  const { grid } = hullGrid(hydro, at, production.fit, production.fit.hull);
  return {
    wrongSign: planes.map(signFault).find((fault) => fault !== null) ?? null,
    deviation: relative(planes, grid),
  };
}

function signFault({ planeId, gammaV, gammaQ, gammaS }: FphaPlane): string | null {
  if (gammaV < -nearly) return `gamma_v ${gammaV} in plane ${planeId}`;
  if (gammaQ < -nearly) return `gamma_q ${gammaQ} in plane ${planeId}`;
  return gammaS > nearly ? `gamma_s ${gammaS} in plane ${planeId}` : null;
}

function relative(planes: readonly FphaPlane[], grid: readonly GridPoint[]): number {
  const whole = grid.reduce((sum, { z }) => sum + z, 0);
  const apart = grid.reduce((sum, point) => sum + Math.abs(fittedAt(planes, point) - point.z), 0);
  return whole > 0 ? apart / whole : 0;
}

/** What planes say about a point without spillage. */
export function fittedAt(planes: readonly FphaPlane[], { v, q }: Pick<GridPoint, 'v' | 'q'>): number {
  return Math.min(...planes.map(({ gamma0, gammaV, gammaQ, kappa }) => gamma0 * kappa + gammaV * v + gammaQ * q));
}
