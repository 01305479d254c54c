import type { Case, ScenarioSource } from '../case/model.js';
import { correlationRoots, correlator } from './correlation/correlator.js';
import type { NoiseLayout, StageUncertainty, StochasticModel } from './model.js';
import { type ExternalTables, loadNoise, ncsNoise, noiseLayout } from './noise-layout.js';
import { nonNegativityMethod } from './non-negativity.js';
import { type NoiseGroup, noiseGroups } from './openings/noise-groups.js';
import { openingTree, type StageOpenings } from './openings/opening-tree.js';
import { inflowParameters } from './par/inflow-parameters.js';
import { type InflowPart, inflowPart } from './par/inflow-part.js';
import { baseSeed } from './random/seeds.js';
import { forwardSampler } from './sampling/forward-sampler.js';
import { externalTables, historicalReplay, replaysOf } from './sampling/libraries.js';
import type { SamplerSpec } from './sampling/scheme.js';
import { stagePeriods } from './time/stage-periods.js';

/** Resolves everything a case says about uncertainty into typed arrays, once. */
export function buildStochasticModel(study: Case): StochasticModel {
  const { stages } = study.horizon;
  const periods = stagePeriods(study.horizon);
  const source = inflowParameters(study, periods);
  const external = externalTables(study);
  const inflow = inflowPart(study, periods, source.parameters, replayedHydros(study, external));
  const layout = noiseLayout(study, external);
  const correlation = study.scenarios.correlation ?? source.correlation;
  const roots = correlationRoots(correlation, layout);
  const groups = noiseGroups(stages);
  const silent = stages.map((_, t) => silentPositions(study, t, inflow, layout, external));
  const residuals = stages.some((stage) => stage.samplingMethod === 'historical_residuals')
    ? historicalReplay(study, periods, inflow, study.settings.training.scenarioSource.historicalYears)
    : null;
  const library = residuals === null || residuals.library.scenarioCount === 0 ? null : residuals.library;
  const tree = openingTree(study, {
    dimension: layout.dimension,
    groups,
    correlate: correlator(roots, layout.dimension),
    correlateOthers: correlator(roots, layout.dimension, (type) => type !== 'inflow'),
    library,
    limit: (stage) => openingLimit(study, stage, external),
    silent: (stage) => silent[stage]!,
  });
  const samplerSpec = (phase: 'training' | 'simulation', trajectories: number): SamplerSpec => {
    const from = sourceOf(study, phase);
    return {
      trajectories,
      layout,
      hydroCount: study.system.hydros.length,
      schemes: { inflow: from.inflow, load: from.load, ncs: from.ncs },
      treeSeed: baseSeed(study.settings.training.treeSeed),
      forwardSeed: baseSeed(from.seed ?? study.settings.training.treeSeed),
      correlation: roots,
      stages: stages.map((stage, t) => ({
        id: stage.id,
        method: stage.samplingMethod,
        group: groups[t]!.number,
        openings: tree[t]!.noise,
        openingCount: tree[t]!.count,
        silent: silent[t]!,
      })),
      ...replaysOf(study, from, periods, inflow, layout, external),
      residuals: library,
      initialLags: inflow.memory.initialLags,
    };
  };
  return {
    stageCount: stages.length,
    hydroCount: study.system.hydros.length,
    noise: layout,
    lagCount: inflow.plan.slotCount,
    order: inflow.plan.order,
    initialLags: inflow.memory.initialLags,
    stages: stages.map((_, t) => stageUncertainty(study, t, tree[t]!, groups[t]!, inflow, external)),
    nonNegativity: nonNegativityMethod(study.settings.modeling.inflowNonNegativity),
    samplerSpec,
    sampler: (phase, trajectories) => forwardSampler(samplerSpec(phase, trajectories)),
    provenance: {
      path: source.path,
      openings: (study.scenarios.noiseOpenings?.length ?? 0) > 0 ? 'given' : 'generated',
      correlation: study.scenarios.correlation !== null ? 'given' : correlation === null ? 'identity' : 'estimated',
      correlationModel: correlation,
      inflow: source.parameters,
      fits: source.fits,
    },
  };
}

function sourceOf(study: Case, phase: 'training' | 'simulation'): ScenarioSource {
  return phase === 'training' ? study.settings.training.scenarioSource : study.settings.simulation.scenarioSource;
}

/** Hydros whose inflows some phase replays from a file. */
function replayedHydros({ settings }: Case, external: ExternalTables): (hydro: number) => boolean {
  const sources = [settings.training.scenarioSource, settings.simulation.scenarioSource];
  if (sources.some((source) => source.inflow === 'historical')) return () => true;
  return (hydro) => external.inflow?.has(hydro) === true;
}

/** Places of the noise vector that only replay given values: their statistics have no deviation to draw from. */
function silentPositions(
  { system }: Case,
  stage: number,
  inflow: InflowPart,
  layout: NoiseLayout,
  external: ExternalTables,
): Int32Array {
  const buses = system.buses.filter((bus) => external.load?.has(bus.index) === true && bus.at[stage]!.load.stdMw === 0);
  const sources = system.nonControllableSources.filter(
    (source) => external.ncs?.has(source.index) === true && source.at[stage]!.stdFraction === 0,
  );
  return Int32Array.of(
    ...inflow.silent[stage]!,
    ...buses.map((bus) => layout.positionOfBus[bus.index]!),
    ...sources.map((source) => layout.positionOfNcs[source.index]!),
  );
}

/** External data with fewer scenarios than openings asked for limits the tree of its stage. */
function openingLimit({ settings }: Case, stage: number, external: ExternalTables): number {
  const source = settings.training.scenarioSource;
  const counts = (['inflow', 'load', 'ncs'] as const).map((noiseClass) =>
    source[noiseClass] === 'external' ? (external[noiseClass]?.countOfStage[stage] ?? 0) : 0,
  );
  return Math.min(...counts.map((count) => (count > 0 ? count : Number.POSITIVE_INFINITY)));
}

function stageUncertainty(
  study: Case,
  t: number,
  openings: StageOpenings,
  group: NoiseGroup,
  inflow: InflowPart,
  external: ExternalTables,
): StageUncertainty {
  return {
    openingCount: openings.count,
    openings: openings.noise,
    probabilities: new Float64Array(openings.count).fill(1 / openings.count),
    noiseGroup: group.number,
    inflow: inflow.models[t]!,
    transition: inflow.memory.transitions[t]!,
    load: loadNoise(study, t, external),
    ncs: ncsNoise(study, t, external),
  };
}
