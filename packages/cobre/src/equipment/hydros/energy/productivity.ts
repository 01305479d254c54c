/**
 * What a cubic metre per second is worth in MW at a plant (ρ), and on its whole way to the sea (the sum of ρ downstream). A
 * plant with a production function is looked at in one point: reference volume, largest turbined flow. The integrated ρ takes
 * the mean height of the reservoir instead of the height at one volume, so that stored energy adds up over the whole range.
 */
import type { GeometryPoint, Hydro } from '../entity.js';
import { referenceVolume } from '../fpha/backwater.js';
import { forebay, lossOf, tailwaterBelow } from '../fpha/production-function.js';

export interface Productivity {
  /** MW per m³/s. */
  readonly point: number;
  readonly integrated: number;
}

/** Of one plant in a stage; null when the case gives too little to know. */
export function productivityAt(hydro: Hydro, stage: number): Productivity | null {
  const at = hydro.at[stage]!;
  if (at.production.model === 'constant_productivity') return same(at.production.productivityMwPerM3s);
  if (at.energy?.equivalentMwPerM3s) return same(at.energy.equivalentMwPerM3s);
  const specific = specificProductivity(hydro, stage);
  if (specific === null || hydro.geometry.length === 0) return null;
  const of = (height: number) => specific * netHead(hydro, stage, height);
  const point = of(forebay(hydro.geometry, referenceVolume(at, hydro)));
  const [low, high] = hydro.reservoirHm3;
  return { point, integrated: high - low > 1e-9 ? of(meanHeight(hydro.geometry, low, high)) : point };
}

const same = (value: number): Productivity => ({ point: value, integrated: value });

export function specificProductivity(hydro: Hydro, stage: number): number | null {
  return hydro.at[stage]!.energy?.specificProductivity ?? hydro.specificProductivity;
}

/** The flow for which the tailrace is read. */
export function referenceFlow(hydro: Hydro, stage: number): number {
  return hydro.at[stage]!.energy?.referenceOutflowM3s ?? hydro.at[stage]!.maxTurbinedM3s;
}

function netHead(hydro: Hydro, stage: number, height: number): number {
  const below = tailwaterBelow(hydro, hydro.at[stage]!.downstreamLevelM);
  const gross = height - below(referenceFlow(hydro, stage));
  return gross - lossOf(hydro.hydraulicLosses, gross);
}

/** Exact for a height that is straight between the points of the table. */
function meanHeight(geometry: readonly GeometryPoint[], low: number, high: number): number {
  const inner = geometry.map(({ volumeHm3 }) => volumeHm3).filter((volume) => volume > low && volume < high);
  const volumes = [low, ...inner, high];
  const area = volumes.slice(1).reduce((sum, volume, k) => {
    const middle = (forebay(geometry, volume) + forebay(geometry, volumes[k]!)) / 2;
    return sum + middle * (volume - volumes[k]!);
  }, 0);
  return area / (high - low);
}

/** By plants, stage and plant, because every row of every scenario asks for the same. */
const known = new WeakMap<readonly Hydro[], Map<number, readonly PlantProductivity[]>>();

export interface PlantProductivity {
  readonly own: Productivity | null;
  /** Of the plant and all plants below it. */
  readonly all: Productivity;
}

export function productivitiesIn(hydros: readonly Hydro[], stage: number): readonly PlantProductivity[] {
  const byStage = known.get(hydros) ?? new Map<number, readonly PlantProductivity[]>();
  known.set(hydros, byStage);
  const before = byStage.get(stage);
  if (before) return before;
  const made = hydros.map((hydro) => ({
    own: productivityAt(hydro, stage),
    all: accumulatedAt(hydros, hydro.index, stage),
  }));
  byStage.set(stage, made);
  return made;
}

function accumulatedAt(hydros: readonly Hydro[], index: number, stage: number): Productivity {
  let [point, integrated] = [0, 0];
  for (let at: number | null = index; at !== null; at = hydros[at]!.downstreamIndex) {
    const own = productivityAt(hydros[at]!, stage);
    point += own?.point ?? 0;
    integrated += own?.integrated ?? 0;
  }
  return { point, integrated };
}

/** MWh that a volume above the dead one will give on its way down. */
export function storedEnergyMwh(hydro: Hydro, accumulated: Productivity, volumeHm3: number): number {
  return ((volumeHm3 - hydro.reservoirHm3[0]) * accumulated.integrated * 1e6) / 3600;
}
