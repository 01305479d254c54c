/** What a plant with a head produces on a grid, and the factor that brings the hull of it closest to the function. */
import type { RawHydro, RawStudy } from './raw-study.js';

export interface GridPoint {
  readonly volume: number;
  readonly flow: number;
  readonly power: number;
}

const steps = [0, 1, 2, 3, 4];

export function productionHull(study: RawStudy, hydro: RawHydro): { points: readonly GridPoint[]; factor: number } {
  const table = study.geometry.filter((row) => row.hydro_id === hydro.id);
  const { max_turbined_m3s: most, max_generation_mw: cap } = hydro.generation;
  const { efficiency, tailrace, loss } = hydro.head!;
  const top = table.at(-1)!.volume_hm3;
  const points = steps.flatMap((i) =>
    steps.map((j) => {
      const [volume, flow] = [(top * i) / 4, (most * j) / 4];
      const net = Math.max(0, heightAt(table, volume) - tailrace - loss);
      return { volume, flow, power: Math.min(cap, 9.81e-3 * efficiency * flow * net) };
    }),
  );
  const hull = points.map((point) => highest(points, point));
  const squares = hull.reduce((sum, height) => sum + height ** 2, 0);
  return { points, factor: hull.reduce((sum, height, k) => sum + height * points[k]!.power, 0) / squares };
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
