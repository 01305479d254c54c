/**
 * What a plant really produces: φ(v, q, s) = 9.81·10⁻³ · efficiency · q · net head, in MW, where the net head is forebay
 * minus tailrace minus losses and the tailrace rises with everything that leaves the plant.
 */

import type { GeometryPoint, HydraulicLosses, Hydro, Tailrace } from '../entity.js';
import { type Tailwater, tailwaterOf } from './tailrace-families.js';

const megawattsPerFlowMetre = 9.81e-3;

export type ProductionFunction = (volumeHm3: number, turbinedM3s: number, spilledM3s: number) => number;

export function productionFunction(hydro: Hydro, downstreamLevelM: number | null = null): ProductionFunction {
  const { geometry, hydraulicLosses, efficiency } = hydro;
  const below = tailwaterBelow(hydro, downstreamLevelM);
  return (volume, turbined, spilled) => {
    const gross = forebay(geometry, volume) - below(turbined + spilled);
    const net = Math.max(0, gross - lossOf(hydraulicLosses, gross));
    return megawattsPerFlowMetre * (efficiency ?? 1) * turbined * net;
  };
}

/** The level below a plant: its families of curves where it has them, else its own curve. */
export function tailwaterBelow({ tailrace, tailraceCurves }: Hydro, downstreamLevelM: number | null): Tailwater {
  if (tailraceCurves.length > 0) return tailwaterOf(tailraceCurves, downstreamLevelM);
  return (outflow) => tailwater(tailrace, outflow);
}

export function forebay(geometry: readonly GeometryPoint[], volume: number): number {
  const points = geometry.map(({ volumeHm3, heightM }) => [volumeHm3, heightM] as const);
  return interpolate(points, volume);
}

function tailwater(tailrace: Tailrace | null, outflow: number): number {
  if (tailrace === null) return 0;
  if (tailrace.type === 'polynomial') return tailrace.coefficients.reduceRight((sum, c) => sum * outflow + c, 0);
  return interpolate(
    tailrace.points.map(({ outflowM3s, heightM }) => [outflowM3s, heightM] as const),
    outflow,
  );
}

export function lossOf(losses: HydraulicLosses | null, gross: number): number {
  if (losses === null) return 0;
  return losses.type === 'factor' ? losses.value * gross : losses.valueM;
}

function interpolate(points: readonly (readonly [number, number])[], x: number): number {
  if (points.length === 0) return 0;
  if (points.length === 1 || x <= points[0]![0]) return points[0]![1];
  let at = 1;
  while (at < points.length - 1 && points[at]![0] < x) at++;
  const [[x0, y0], [x1, y1]] = [points[at - 1]!, points[at]!];
  return y0 + ((y1 - y0) * (Math.min(x, points.at(-1)![0]) - x0)) / (x1 - x0);
}
