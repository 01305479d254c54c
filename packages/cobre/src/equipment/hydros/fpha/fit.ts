/**
 * Fits planes to a production function:
 *
 * 1. the concave envelope of φ(v, q, 0) on a grid, which touches the function where it is concave;
 * 2. at most `maxPlanes` of them, dropping one by one the plane whose loss raises the envelope least;
 * 3. one factor on all planes that makes the squared deviation from φ least, because the envelope lies above φ;
 * 4. per plane, the slope in spillage that fits the fall of φ(v, q, s) in least squares where that plane is the lowest.
 */
import type { FphaFit, FphaPlane, Hydro, HydroAtStage } from '../entity.js';
import { hullPlanes } from './hull-fit.js';
import { type ProductionFunction, productionFunction } from './production-function.js';
import { type GridPoint, heightOf, type Plane, upperHull } from './upper-hull.js';

export function fitPlanes(hydro: Hydro, at: HydroAtStage, fit: FphaFit): readonly FphaPlane[] {
  if (fit.hull !== null) return hullPlanes(hydro, at, fit, fit.hull);
  const phi = productionFunction(hydro);
  const volumes = spread(fit.volumeMinHm3, fit.volumeMaxHm3, fit.volumePoints);
  const flows = spread(0, at.maxTurbinedM3s, Math.max(2, fit.turbinePoints + 1));
  const spills = spread(0, 0.5 * at.maxTurbinedM3s, Math.max(2, fit.spillagePoints));
  const grid = volumes.flatMap((v) => flows.map((q): GridPoint => ({ v, q, z: phi(v, q, 0) })));
  const planes = reduce(upperHull(grid), grid, Math.max(1, fit.maxPlanes));
  const factor = bestFactor(planes, grid);
  return planes.map((plane, planeId) => ({
    planeId,
    gamma0: factor * plane.c0,
    gammaV: factor * plane.cv,
    gammaQ: factor * plane.cq,
    gammaS: spillageSlope(plane, planes, grid, spills, phi),
    kappa: 1,
  }));
}

function spread(from: number, to: number, points: number): number[] {
  if (to <= from || points < 2) return [from];
  return Array.from({ length: points }, (_, k) => from + ((to - from) * k) / (points - 1));
}

function envelope(planes: readonly Plane[], { v, q }: GridPoint): number {
  return Math.min(...planes.map((plane) => heightOf(plane, v, q)));
}

function reduce(planes: readonly Plane[], grid: readonly GridPoint[], most: number): readonly Plane[] {
  let left = [...planes];
  while (left.length > most) {
    const losses = left.map((_, dropped) =>
      deviation(
        left.filter((_, k) => k !== dropped),
        grid,
      ),
    );
    const cheapest = losses.indexOf(Math.min(...losses));
    left = left.filter((_, k) => k !== cheapest);
  }
  return left;
}

function deviation(planes: readonly Plane[], grid: readonly GridPoint[]): number {
  return grid.reduce((sum, point) => sum + (envelope(planes, point) - point.z) ** 2, 0);
}

function bestFactor(planes: readonly Plane[], grid: readonly GridPoint[]): number {
  let product = 0;
  let square = 0;
  for (const point of grid) {
    const value = envelope(planes, point);
    product += value * point.z;
    square += value * value;
  }
  return square > 0 ? product / square : 1;
}

function spillageSlope(
  plane: Plane,
  planes: readonly Plane[],
  grid: readonly GridPoint[],
  spills: readonly number[],
  phi: ProductionFunction,
): number {
  const lowest = grid.filter((p) => p.q > 0 && heightOf(plane, p.v, p.q) <= envelope(planes, p) + 1e-9 * (1 + p.z));
  let product = 0;
  let square = 0;
  for (const { v, q, z } of lowest) {
    for (const s of spills) {
      product += s * (phi(v, q, s) - z);
      square += s * s;
    }
  }
  return square > 0 ? Math.min(0, product / square) : 0;
}
