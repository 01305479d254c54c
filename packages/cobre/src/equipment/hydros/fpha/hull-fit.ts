/**
 * Planes of a production function as current cases fit them:
 *
 * 1. the upper facets of the convex hull of φ(v, q, 0), capped at the largest generation, on a grid;
 * 2. one factor α on all of them that makes the squared deviation from φ least;
 * 3. per plane, the slope in spillage: that of φ over spillage at the best point where the plane is the lowest;
 * 4. where the case asks for it, planes that hardly differ are merged.
 */
import type { FphaFit, FphaPlane, HullFit, Hydro, HydroAtStage } from '../entity.js';
import { type ProductionFunction, productionFunction } from './production-function.js';
import { reducePlanes } from './reduce-planes.js';
import { type GridPoint, heightOf, type Plane, upperHull } from './upper-hull.js';

const spillPoints = 9;
const binding = 1e-8;
const flat = 1e-10;

export function hullPlanes(hydro: Hydro, at: HydroAtStage, fit: FphaFit, hull: HullFit): readonly FphaPlane[] {
  const phi = cappedFunction(hydro, at);
  const { volumes, flows, grid, single } = hullGrid(hydro, at, fit, hull);
  const facets = upperHull(grid).map((plane) => (single && Math.abs(plane.cv) <= 1e-6 ? { ...plane, cv: 0 } : plane));
  const alpha = bestFactor(facets, grid);
  const mostSpill = 2 * (hull.meanInflowM3s > 0 ? hull.meanInflowM3s : at.maxTurbinedM3s);
  const planes = facets.map((facet) => ({
    gamma0: alpha * facet.c0,
    gammaV: alpha * facet.cv,
    gammaQ: alpha * facet.cq,
    gammaS: spillSlope(facet, facets, grid, phi, mostSpill),
  }));
  const highest = Math.max(...grid.map(({ z }) => z));
  const merged = reducePlanes(planes, hull.reduction, { volumes, flows, highest });
  return merged.map((plane, planeId) => ({ planeId, kappa: 1, ...plane }));
}

/** The points the planes are fitted to: what the plant produces without spilling. */
export function hullGrid(hydro: Hydro, at: HydroAtStage, fit: FphaFit, hull: HullFit) {
  const phi = cappedFunction(hydro, at);
  const { volumes, single } = volumesOf(hydro, fit, hull);
  const flows = spread(0, at.maxTurbinedM3s, fit.turbinePoints);
  const grid = volumes.flatMap((v) => flows.map((q): GridPoint => ({ v, q, z: phi(v, q, 0) })));
  return { volumes, flows, grid, single };
}

/** What a plant produces, and never more than its largest generation. */
function cappedFunction(hydro: Hydro, at: HydroAtStage): ProductionFunction {
  const phi = productionFunction(hydro, at.downstreamLevelM);
  return (v, q, s) => Math.min(phi(v, q, s), at.maxGenerationMw);
}

/** The volumes of the table, or of the window of the case within it. One volume becomes two close to each other. */
function volumesOf({ geometry, at, reservoirHm3 }: Hydro, fit: FphaFit, { fromHm3, toHm3 }: HullFit) {
  const [first, last] = [geometry[0]?.volumeHm3 ?? 0, geometry.at(-1)?.volumeHm3 ?? 0];
  const inside = (volume: number) => Math.min(Math.max(volume, first), last);
  const [from, to] = [inside(fromHm3 ?? first), inside(toHm3 ?? last)];
  if (to - from > 1e-9 && fit.volumePoints > 1) return { volumes: spread(from, to, fit.volumePoints), single: false };
  const useful = Math.max(...at.map(({ maxStorageHm3, minStorageHm3 }) => maxStorageHm3 - minStorageHm3));
  const apart = Math.max(0.005 * useful, 1);
  // One volume for all stands in the middle of what the case narrows the fit to, or of the reservoir.
  const [low, high] = fromHm3 === null && toHm3 === null && to > from ? reservoirHm3 : [from, to];
  const one = inside((low + high) / 2);
  return { volumes: [one - apart, one + apart], single: true };
}

function spread(from: number, to: number, points: number): number[] {
  return Array.from({ length: points }, (_, k) => from + ((to - from) * k) / Math.max(1, points - 1));
}

function envelope(planes: readonly Plane[], { v, q }: GridPoint): number {
  return Math.min(...planes.map((plane) => heightOf(plane, v, q)));
}

function bestFactor(planes: readonly Plane[], grid: readonly GridPoint[]): number {
  const heights = grid.map((point) => envelope(planes, point));
  const square = heights.reduce((sum, height) => sum + height * height, 0);
  return square > 0 ? heights.reduce((sum, height, k) => sum + height * grid[k]!.z, 0) / square : 1;
}

function spillSlope(
  plane: Plane,
  planes: readonly Plane[],
  grid: readonly GridPoint[],
  phi: ProductionFunction,
  mostSpill: number,
): number {
  const lowest = grid.filter((point) => heightOf(plane, point.v, point.q) <= envelope(planes, point) + binding);
  if (lowest.length === 0) return 0;
  const { v, q } = lowest.reduce((best, point) => (point.z > best.z ? point : best));
  const spills = spread(0, mostSpill, spillPoints);
  const mean = mostSpill / 2;
  const square = spills.reduce((sum, s) => sum + (s - mean) ** 2, 0);
  const slope = spills.reduce((sum, s) => sum + (s - mean) * phi(v, q, s), 0) / (square || 1);
  return slope > -flat ? 0 : slope;
}
