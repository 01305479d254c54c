import { Fault } from '@quadrivium/kernel/fault';
import { forwardSeed, type Word64 } from '../random/seeds.js';
import type { ClassFiller, NoiseClass, SamplerSpec } from './scheme.js';

/** The scenario of a library that a trajectory follows through all stages, by the hash of iteration and trajectory. */
export function chosenScenario(domain: Word64, iteration: number, trajectory: number, count: number): number {
  const { low, high } = forwardSeed(domain, iteration, trajectory, 0);
  return ((high % count) * 2 ** 32 + low) % count;
}

/** Fills a class from its library. */
export function replay(spec: SamplerSpec, noiseClass: NoiseClass, first: number, domain: Word64): ClassFiller {
  const library = spec.libraries[noiseClass];
  if (library === null || library.scenarioCount === 0) throw nothingToReplay(noiseClass, spec.schemes[noiseClass]);
  const { values, scenarioCount, stageCount, entityCount } = library;
  return {
    fill({ iteration, trajectory, stage }, out) {
      const scenario = chosenScenario(domain, iteration, trajectory, scenarioCount);
      const start = (scenario * stageCount + stage) * entityCount;
      for (let i = 0; i < entityCount; i++) out[first + i] = values[start + i]!;
      return -1;
    },
  };
}

function nothingToReplay(noiseClass: NoiseClass, scheme: string): Fault {
  return new Fault(
    'IncompatibleSettings',
    `The ${noiseClass} scheme is ${scheme}, but the case has nothing to replay.`,
    {
      context: { settings: [`scenario_source.${noiseClass}.scheme`], detail: `no data for scheme ${scheme}` },
      suggestion:
        scheme === 'historical'
          ? 'Give scenarios/inflow_history.parquet with at least one year that covers every stage and lag.'
          : `Give scenarios/external_${noiseClass}_scenarios.parquet, or use in_sample.`,
    },
  );
}
