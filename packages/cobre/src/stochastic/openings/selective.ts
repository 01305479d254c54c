import { Fault } from '@quadrivium/kernel/fault';
import { fillNormals } from '../random/normal-sampler.js';
import { Pcg64 } from '../random/pcg64.js';
import { openingSeed } from '../random/seeds.js';
import type { ResidualLibrary } from '../sampling/residual-library.js';
import { historicalResiduals } from './historical-residuals.js';
import type { OpeningMethod } from './method.js';
import { saa } from './saa.js';

/**
 * Representative years. The historical years of a stage are divided into as many groups of alike years as there are
 * openings, all of the same size because openings are equally likely; of each group the year nearest to its mean is
 * taken. Noise that is not inflow is drawn. Forward passes outside the tree draw from all years.
 */
export const selective: OpeningMethod = {
  name: 'selective',
  independent: false,
  openings({ base, stageId, stageIndex, count, dimension, library }, out) {
    const years = representatives(required(library, stageId), stageIndex, count);
    years.forEach((year, opening) => {
      const row = library!.row(year, stageIndex);
      out.set(row, opening * dimension);
      const rng = new Pcg64(openingSeed(base, opening, stageId));
      fillNormals(rng, out, opening * dimension + row.length, dimension - row.length);
    });
  },
  forward: (request) => (request.library === null ? saa : historicalResiduals).forward(request),
};

function required(library: ResidualLibrary | null, stageId: number): ResidualLibrary {
  if (library !== null) return library;
  throw new Fault(
    'IncompatibleSettings',
    `Stage ${stageId} selects its openings, but there is nothing to select from.`,
    {
      context: {
        settings: ['sampling_method', 'inflow_history'],
        detail: 'selective without usable history or openings',
      },
      suggestion: 'Add scenarios/inflow_history.parquet or scenarios/noise_openings.parquet, or use another method.',
    },
  );
}

/** One year per group, groups in the order of the division. */
function representatives(library: ResidualLibrary, stage: number, count: number): number[] {
  const all = Array.from({ length: library.scenarioCount }, (_, year) => year);
  const rowOf = (year: number) => library.row(year, stage);
  return divide(all, count, rowOf).map((group) => nearestToMean(group, rowOf));
}

type RowOf = (year: number) => Float64Array;

/** Halves the groups along the entity that spreads most, sizes in proportion to the openings each half gets. */
function divide(years: readonly number[], parts: number, rowOf: RowOf): readonly (readonly number[])[] {
  if (parts === 1) return [years];
  const left = Math.floor(parts / 2);
  const axis = widestAxis(years, rowOf);
  const sorted = [...years].sort((a, b) => rowOf(a)[axis]! - rowOf(b)[axis]! || a - b);
  // With fewer years than openings a year stands for several.
  const size = Math.max(1, Math.min(sorted.length - 1, Math.round((sorted.length * left) / parts)));
  const [low, high] = sorted.length === 1 ? [sorted, sorted] : [sorted.slice(0, size), sorted.slice(size)];
  return [...divide(low, left, rowOf), ...divide(high, parts - left, rowOf)];
}

function widestAxis(years: readonly number[], rowOf: RowOf): number {
  const width = rowOf(years[0]!).length;
  const mean = meanOf(years, rowOf);
  let [widest, most] = [0, -1];
  for (let axis = 0; axis < width; axis++) {
    const spread = years.reduce((sum, year) => sum + (rowOf(year)[axis]! - mean[axis]!) ** 2, 0);
    if (spread > most) [widest, most] = [axis, spread];
  }
  return widest;
}

function nearestToMean(years: readonly number[], rowOf: RowOf): number {
  const mean = meanOf(years, rowOf);
  const distance = (year: number) => rowOf(year).reduce((sum, value, axis) => sum + (value - mean[axis]!) ** 2, 0);
  return years.reduce((best, year) => (distance(year) < distance(best) ? year : best));
}

function meanOf(years: readonly number[], rowOf: RowOf): Float64Array {
  const mean = new Float64Array(rowOf(years[0]!).length);
  for (const year of years) {
    rowOf(year).forEach((value, axis) => {
      mean[axis]! += value / years.length;
    });
  }
  return mean;
}
