/**
 * Merges planes that hardly differ: one after the other, by falling slope in turbined flow, each into the one before it when
 * they are closer than the case asks for. A plane through the origin that does not depend on storage stays as it is.
 */
import type { FphaPlane, PlaneReduction } from '../entity.js';

type Slopes = Pick<FphaPlane, 'gamma0' | 'gammaV' | 'gammaQ' | 'gammaS'>;

interface Region {
  readonly volumes: readonly number[];
  readonly flows: readonly number[];
  /** The largest production on the grid. */
  readonly highest: number;
}

export function reducePlanes(
  planes: readonly Slopes[],
  method: PlaneReduction | null,
  region: Region,
): readonly Slopes[] {
  if (method === null) return planes;
  const isClose = closeness(method, region);
  const kept: Slopes[] = [];
  for (const plane of [...planes].sort((a, b) => b.gammaQ - a.gammaQ || b.gammaV - a.gammaV)) {
    const before = kept.at(-1);
    if (before && !isFixed(before) && !isFixed(plane) && isClose(before, plane))
      kept[kept.length - 1] = mean(before, plane);
    else kept.push(plane);
  }
  return kept;
}

function isFixed({ gamma0, gammaV }: Slopes): boolean {
  return Math.abs(gamma0) <= 1e-9 && Math.abs(gammaV) <= 1e-9;
}

function mean(a: Slopes, b: Slopes): Slopes {
  const of = (key: keyof Slopes) => (a[key] + b[key]) / 2;
  return { gamma0: of('gamma0'), gammaV: of('gammaV'), gammaQ: of('gammaQ'), gammaS: of('gammaS') };
}

function closeness(method: PlaneReduction, region: Region): (a: Slopes, b: Slopes) => boolean {
  if (method.type === 'angle') return (a, b) => angle(a, b) < (method.degrees * Math.PI) / 180;
  const points = pointsIn(region, method.samples);
  return (a, b) => {
    const squares = points.reduce((sum, point) => sum + (at(a, point) - at(b, point)) ** 2, 0);
    return squares / points.length / region.highest ** 2 < method.percent / 100;
  };
}

/** Between the normals (γv, γq, −1). */
function angle(a: Slopes, b: Slopes): number {
  const dot = a.gammaV * b.gammaV + a.gammaQ * b.gammaQ + 1;
  const size = ({ gammaV, gammaQ }: Slopes) => Math.hypot(gammaV, gammaQ, 1);
  return Math.acos(Math.min(1, dot / (size(a) * size(b))));
}

/** Points that fill the region evenly; the golden ratio keeps them from lying in lines. */
function pointsIn({ volumes, flows }: Region, count: number): readonly (readonly [number, number])[] {
  const within = (list: readonly number[], part: number) => {
    const [low, high] = [Math.min(...list), Math.max(...list)];
    return low + (high - low) * part;
  };
  const golden = (Math.sqrt(5) - 1) / 2;
  return Array.from({ length: count }, (_, k) => {
    return [within(volumes, (k + 0.5) / count), within(flows, (k * golden) % 1)] as const;
  });
}

function at({ gamma0, gammaV, gammaQ }: Slopes, [v, q]: readonly [number, number]): number {
  return gamma0 + gammaV * v + gammaQ * q;
}
