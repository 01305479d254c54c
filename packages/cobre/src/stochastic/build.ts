import type { Case, SamplingMethod, ScenarioSource } from '../case/model.js';
import { correlationRoots, correlator } from './correlation/correlator.js';
import type { Provenance, StageUncertainty, StochasticModel } from './model.js';
import { nodeUncertainties } from './node-uncertainty.js';
import { type ExternalTables, loadNoise, ncsNoise, noiseLayout } from './noise-layout.js';
import { nonNegativityMethod } from './non-negativity.js';
import { noiseGroups } from './openings/noise-groups.js';
import { openingTree, type StageOpenings } from './openings/opening-tree.js';
import { inflowParameters } from './par/inflow-parameters.js';
import { type InflowPart, inflowPart } from './par/inflow-part.js';
import { baseSeed } from './random/seeds.js';
import { forwardSampler } from './sampling/forward-sampler.js';
import { externalTables, historicalReplay, replaysOf } from './sampling/libraries.js';
import type { ResidualLibrary } from './sampling/residual-library.js';
import type { SamplerSpec } from './sampling/scheme.js';
import { silentPositions } from './silent-positions.js';
import { type StagePeriods, stagePeriods } from './time/stage-periods.js';

export interface StochasticOptions {
  /** Lags to remember at least, for somebody who looks back further than the inflow models do. */
  readonly lagDepth?: number;
}

/** Resolves everything a case says about uncertainty into typed arrays, once. */
export function buildStochasticModel(study: Case, { lagDepth = 0 }: StochasticOptions = {}): StochasticModel {
  const parts = prepare(study, lagDepth);
  const tree = treeOf(parts);
  const { inflow, layout } = parts;
  const stages = tree.map((openings, t) => stageUncertainty(parts, t, openings));
  const samplerSpec: StochasticModel['samplerSpec'] = (phase, trajectories) => specOf(parts, tree, phase, trajectories);
  return {
    stageCount: study.horizon.stages.length,
    hydroCount: study.system.hydros.length,
    noise: layout,
    lagCount: inflow.plan.slotCount,
    order: inflow.plan.order,
    initialLags: inflow.memory.initialLags,
    stages,
    nodes: nodeUncertainties(study, stages, parts.external),
    nonNegativity: nonNegativityMethod(study.settings.modeling.inflowNonNegativity),
    samplerSpec,
    sampler: (phase, trajectories) => forwardSampler(samplerSpec(phase, trajectories)),
    provenance: provenanceOf(parts),
  };
}

/** What the model is assembled from. */
type Parts = ReturnType<typeof prepare>;

function prepare(study: Case, lagDepth: number) {
  const { stages } = study.horizon;
  const periods = stagePeriods(study.horizon);
  const source = inflowParameters(study, periods);
  const external = externalTables(study);
  const inflow = inflowPart(study, periods, source.parameters, replayedHydros(study, external), lagDepth);
  const layout = noiseLayout(study, external);
  return {
    study,
    periods,
    source,
    external,
    inflow,
    layout,
    roots: correlationRoots(study.scenarios.correlation ?? source.correlation, layout),
    groups: noiseGroups(stages),
    /** Per stage, positions of the noise vector that random draws leave at zero. */
    silent: stages.map((_, t) => silentPositions(study, t, inflow, layout, external)),
    /** Residuals of historical years, when a stage samples from them. */
    residuals: residualsOf(study, periods, inflow),
  };
}

function residualsOf(study: Case, periods: StagePeriods, inflow: InflowPart): ResidualLibrary | null {
  const usesHistory = (method: SamplingMethod) => method === 'historical_residuals' || method === 'selective';
  if (!study.horizon.stages.some((stage) => usesHistory(stage.samplingMethod))) return null;
  const years = study.settings.training.scenarioSource.historicalYears;
  const library = historicalReplay(study, periods, inflow, years)?.library;
  return library === undefined || library.scenarioCount === 0 ? null : library;
}

function treeOf({ study, layout, groups, roots, residuals, external, silent }: Parts): readonly StageOpenings[] {
  return openingTree(study, {
    dimension: layout.dimension,
    groups,
    correlate: correlator(roots, layout.dimension),
    correlateOthers: correlator(roots, layout.dimension, (type) => type !== 'inflow'),
    library: residuals,
    limit: (stage) => openingLimit(study, stage, external),
    silent: (stage) => silent[stage]!,
  });
}

function specOf(
  parts: Parts,
  tree: readonly StageOpenings[],
  phase: 'training' | 'simulation',
  trajectories: number,
): SamplerSpec {
  const { study, periods, inflow, layout, external } = parts;
  const from = sourceOf(study, phase);
  const { treeSeed } = study.settings.training;
  return {
    trajectories,
    layout,
    hydroCount: study.system.hydros.length,
    schemes: { inflow: from.inflow, load: from.load, ncs: from.ncs },
    treeSeed: baseSeed(treeSeed),
    forwardSeed: baseSeed(from.seed ?? treeSeed),
    correlation: parts.roots,
    stages: study.horizon.stages.map((stage, t) => ({
      id: stage.id,
      method: stage.samplingMethod,
      group: parts.groups[t]!.number,
      openings: tree[t]!.noise,
      openingCount: tree[t]!.count,
      silent: parts.silent[t]!,
    })),
    ...replaysOf(study, from, periods, inflow, layout, external),
    residuals: parts.residuals,
    initialLags: inflow.memory.initialLags,
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

/** External data with fewer scenarios than openings asked for limits the tree of its stage. */
function openingLimit({ settings }: Case, stage: number, external: ExternalTables): number {
  const source = settings.training.scenarioSource;
  const counts = (['inflow', 'load', 'ncs'] as const).map((noiseClass) =>
    source[noiseClass] === 'external' ? (external[noiseClass]?.countOfStage[stage] ?? 0) : 0,
  );
  return Math.min(...counts.map((count) => (count > 0 ? count : Number.POSITIVE_INFINITY)));
}

function stageUncertainty(
  { study, groups, inflow, external }: Parts,
  t: number,
  openings: StageOpenings,
): StageUncertainty {
  return {
    openingCount: openings.count,
    openings: openings.noise,
    probabilities: new Float64Array(openings.count).fill(1 / openings.count),
    noiseGroup: groups[t]!.number,
    inflow: inflow.models[t]!,
    transition: inflow.memory.transitions[t]!,
    load: loadNoise(study, t, external),
    ncs: ncsNoise(study, t, external),
  };
}

function provenanceOf({ study, source }: Parts): Provenance {
  const { noiseOpenings, correlation } = study.scenarios;
  return {
    path: source.path,
    openings: (noiseOpenings?.length ?? 0) > 0 ? 'given' : 'generated',
    correlation: correlation !== null ? 'given' : source.correlation === null ? 'identity' : 'estimated',
    correlationModel: correlation ?? source.correlation,
    inflow: source.parameters,
    fits: source.fits,
  };
}
