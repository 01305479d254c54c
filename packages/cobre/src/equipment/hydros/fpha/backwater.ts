import type { Hydro, HydroAtStage } from '../entity.js';
import { forebay } from './production-function.js';

/** Part of the useful volume that a reservoir is taken to hold unless the case says otherwise. */
const usualFraction = 0.65;

/** The volume at which a plant is looked at when one number must stand for all of them. */
export function referenceVolume(at: HydroAtStage, { reservoirHm3: [low, high] }: Pick<Hydro, 'reservoirHm3'>): number {
  const given = at.referenceVolume;
  if (given !== null && 'volumeHm3' in given) return given.volumeHm3;
  return low + (given?.fraction ?? usualFraction) * (high - low);
}

/** Tells every plant the level of the reservoir below it, which stands back against its tailrace. */
export function withBackwater(hydros: readonly Hydro[]): Hydro[] {
  return hydros.map((hydro) => {
    const below = hydro.downstreamIndex === null ? null : hydros[hydro.downstreamIndex]!;
    if (below === null || below.geometry.length === 0 || hydro.tailraceCurves.length === 0) return hydro;
    return {
      ...hydro,
      at: hydro.at.map((at, t) => ({
        ...at,
        downstreamLevelM: forebay(below.geometry, referenceVolume(below.at[t]!, below)),
      })),
    };
  });
}
