import type { ForwardSampler } from '../model.js';
import { HISTORICAL } from './historical.js';
import { samplingScheme } from './index.js';
import { chosenScenario } from './replay.js';
import type { ClassFiller, NoiseClass, SamplerSpec } from './scheme.js';

/** Builds the sampler a spec describes; any number of them, in any thread, draw the same numbers. */
export function forwardSampler(spec: SamplerSpec): ForwardSampler {
  const fillers = partsOf(spec)
    .filter(({ count }) => count > 0)
    .map(({ name, first, count }): ClassFiller => samplingScheme(spec.schemes[name]).bind(spec, name, first, count));
  return {
    sample(iteration, trajectory, stage, out) {
      const at = { iteration, trajectory, stage };
      let common: number | null = null;
      for (const filler of fillers) {
        const opening = filler.fill(at, out);
        common = common === null || common === opening ? opening : -1;
      }
      return common ?? -1;
    },
    startLags(iteration, trajectory, out) {
      out.set(startLags(spec, iteration, trajectory));
    },
  };
}

function startLags(spec: SamplerSpec, iteration: number, trajectory: number): Float64Array {
  const { historicalLags, initialLags, libraries } = spec;
  if (spec.schemes.inflow !== 'historical' || historicalLags === null) return initialLags;
  const year = chosenScenario(HISTORICAL, iteration, trajectory, libraries.inflow!.scenarioCount);
  return historicalLags.subarray(year * initialLags.length, (year + 1) * initialLags.length);
}

/** Where each class lies in the noise vector. */
function partsOf({ layout, hydroCount }: SamplerSpec): { name: NoiseClass; first: number; count: number }[] {
  const buses = layout.positionOfBus.filter((position) => position >= 0).length;
  const sources = layout.positionOfNcs.filter((position) => position >= 0).length;
  return [
    { name: 'inflow', first: 0, count: hydroCount },
    { name: 'load', first: hydroCount, count: buses },
    { name: 'ncs', first: hydroCount + buses, count: sources },
  ];
}
