/** What a plant with a head produces on a grid, the factor that brings the hull of it closest to the function, and the planes
 * of the hull with what spilling takes from each. */
import type { RawHydro, RawStudy } from './raw-study.js';

export interface GridPoint {
  readonly volume: number;
  readonly flow: number;
  readonly power: number;
}

const steps = [0, 1, 2, 3, 4];

export function productionHull(study: RawStudy, hydro: RawHydro): { points: readonly GridPoint[]; factor: number } {
  const table = study.geometry.filter((row) => row.hydro_id === hydro.id);
  const { max_turbined_m3s: most } = hydro.generation;
  const top = table.at(-1)!.volume_hm3;
  const points = steps.flatMap((i) =>
    steps.map((j) => {
      const [volume, flow] = [(top * i) / 4, (most * j) / 4];
      return { volume, flow, power: produced(table, hydro, { volume, flow, spilled: 0 }) };
    }),
  );
  const hull = points.map((point) => highest(points, point));
  const squares = hull.reduce((sum, height) => sum + height ** 2, 0);
  return { points, factor: hull.reduce((sum, height, k) => sum + height * points[k]!.power, 0) / squares };
}

interface Operation {
  readonly volume: number;
  readonly flow: number;
  readonly spilled: number;
}

function produced(table: RawStudy['geometry'], hydro: RawHydro, { volume, flow, spilled }: Operation): number {
  const { efficiency, tailrace, loss, rise = 0 } = hydro.head!;
  const net = Math.max(0, heightAt(table, volume) - (tailrace + rise * (flow + spilled)) - loss);
  return Math.min(hydro.generation.max_generation_mw, 9.81e-3 * efficiency * flow * net);
}

export interface HullPlane {
  readonly constant: number;
  readonly byVolume: number;
  readonly byFlow: number;
  /** Not raised by the factor. */
  readonly bySpill: number;
}

/** Planes through three points that no point lies above; what spilling takes is the slope at the best point a plane holds for. */
export function hullPlanes(study: RawStudy, hydro: RawHydro): readonly HullPlane[] {
  const { points } = productionHull(study, hydro);
  const planes = supporting(points);
  const at = ({ constant, byVolume, byFlow }: Omit<HullPlane, 'bySpill'>, { volume, flow }: GridPoint) =>
    constant + byVolume * volume + byFlow * flow;
  const lowest = (point: GridPoint) => Math.min(...planes.map((plane) => at(plane, point)));
  return planes.map((plane) => {
    const own = points.filter((point) => at(plane, point) <= lowest(point) + 1e-8);
    const best = own.reduce((one, other) => (other.power > one.power ? other : one));
    return { ...plane, bySpill: spillSlope(study, hydro, best) };
  });
}

/** The least-squares slope over nine amounts from nothing to twice the mean inflow. */
function spillSlope(study: RawStudy, hydro: RawHydro, { volume, flow }: GridPoint): number {
  const table = study.geometry.filter((row) => row.hydro_id === hydro.id);
  const means = study.tables.inflowStats.filter(({ id, stage_id }) => id === hydro.id && stage_id >= 0);
  const most = (2 * means.reduce((sum, row) => sum + Number(row.mean_m3s), 0)) / means.length;
  const amounts = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((k) => (most * k) / 8);
  const power = amounts.map((spilled) => produced(table, hydro, { volume, flow, spilled }));
  const middle = power.reduce((sum, value) => sum + value, 0) / 9;
  const [over, under] = amounts.reduce(
    ([a, b], spilled, k) => [a + (spilled - most / 2) * (power[k]! - middle), b + (spilled - most / 2) ** 2],
    [0, 0] as [number, number],
  );
  return Math.min(0, over / under);
}

function supporting(points: readonly GridPoint[]): readonly Omit<HullPlane, 'bySpill'>[] {
  const found = new Map<string, Omit<HullPlane, 'bySpill'>>();
  for (const [i, a] of points.entries()) {
    for (const [j, b] of points.slice(i + 1).entries()) {
      for (const c of points.slice(i + j + 2)) {
        const plane = planeThrough(a, b, c);
        if (plane === null) continue;
        const { constant, byVolume, byFlow } = plane;
        const above = points.some((p) => p.power > constant + byVolume * p.volume + byFlow * p.flow + 1e-7);
        if (!above) found.set([constant, byVolume, byFlow].map((value) => value.toFixed(7)).join(), plane);
      }
    }
  }
  return [...found.values()];
}

/** By the normal of the triangle. */
function planeThrough(a: GridPoint, b: GridPoint, c: GridPoint): Omit<HullPlane, 'bySpill'> | null {
  const [u, w] = [b, c].map((p) => [p.volume - a.volume, p.flow - a.flow, p.power - a.power] as const);
  const normal = [u![1] * w![2] - u![2] * w![1], u![2] * w![0] - u![0] * w![2], u![0] * w![1] - u![1] * w![0]];
  if (Math.abs(normal[2]!) < 1e-9) return null;
  const [byVolume, byFlow] = [-normal[0]! / normal[2]!, -normal[1]! / normal[2]!];
  return { constant: a.power - byVolume * a.volume - byFlow * a.flow, byVolume, byFlow };
}

function heightAt(table: RawStudy['geometry'], volume: number): number {
  const above = Math.max(
    1,
    table.findIndex((row) => row.volume_hm3 >= volume),
  );
  const [from, to] = [table[above - 1]!, table[above]!];
  const share = (volume - from.volume_hm3) / (to.volume_hm3 - from.volume_hm3);
  return from.height_m + share * (to.height_m - from.height_m);
}

/** The highest of all triangles between points of the grid that lie over a place. */
function highest(points: readonly GridPoint[], { volume, flow }: GridPoint): number {
  let best = 0;
  for (const [i, a] of points.entries()) {
    for (const [j, b] of points.slice(i + 1).entries()) {
      for (const c of points.slice(i + j + 2)) {
        const area = (b.volume - a.volume) * (c.flow - a.flow) - (c.volume - a.volume) * (b.flow - a.flow);
        if (Math.abs(area) < 1e-9) continue;
        const second = ((volume - a.volume) * (c.flow - a.flow) - (c.volume - a.volume) * (flow - a.flow)) / area;
        const third = ((b.volume - a.volume) * (flow - a.flow) - (volume - a.volume) * (b.flow - a.flow)) / area;
        const first = 1 - second - third;
        if (Math.min(first, second, third) < -1e-12) continue;
        best = Math.max(best, first * a.power + second * b.power + third * c.power);
      }
    }
  }
  return best;
}
