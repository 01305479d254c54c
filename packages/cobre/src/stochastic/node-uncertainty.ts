/**
 * What a node of the policy graph meets. A node that takes a column of the external scenarios meets exactly the values of
 * that column: they are certain there, whatever came before, so neither noise nor memory has a say in them. All other
 * nodes meet what their stage meets.
 */
import type { Case } from '../case/model.js';
import type { AffineNoise, InflowModel, StageUncertainty } from './model.js';
import type { ExternalTables } from './noise-layout.js';

export function nodeUncertainties(
  study: Case,
  stages: readonly StageUncertainty[],
  external: ExternalTables,
): readonly StageUncertainty[] {
  return study.horizon.policyGraph.nodes.map(({ stageIndex, scenarioId }) => {
    const stage = stages[stageIndex]!;
    return scenarioId === null ? stage : certainAt(stage, columnOf(study, external, stageIndex, scenarioId));
  });
}

/** A value the column gives, NaN where it says nothing. */
type Column = (noiseClass: keyof ExternalTables, entity: number) => number;

/** Only classes that the training takes from outside. */
function columnOf({ settings }: Case, external: ExternalTables, stage: number, scenario: number): Column {
  const source = settings.training.scenarioSource;
  return (noiseClass, entity) => {
    const table = source[noiseClass] === 'external' ? external[noiseClass] : null;
    return table === null ? Number.NaN : table.value(scenario, stage, entity);
  };
}

function certainAt(stage: StageUncertainty, column: Column): StageUncertainty {
  const inflow = certainInflow(stage.inflow, (hydro) => column('inflow', hydro));
  const load = certain(stage.load, (bus) => column('load', bus));
  const ncs = certain(stage.ncs, (source) => column('ncs', source));
  const varies = [inflow.sigma, load.scale, ncs.scale].some((scales) => scales.some((scale) => scale !== 0));
  const whole = { ...stage, inflow, load, ncs };
  return varies ? whole : { ...whole, ...oneOpening(stage) };
}

function certainInflow(model: InflowModel, given: (hydro: number) => number): InflowModel {
  const isGiven = (hydro: number) => !Number.isNaN(given(hydro));
  const hydros = model.base.length;
  return {
    base: model.base.map((base, h) => (isGiven(h) ? given(h) : base)),
    sigma: model.sigma.map((sigma, h) => (isGiven(h) ? 0 : sigma)),
    psi: model.psi.map((weight, at) => (isGiven(at % hydros) ? 0 : weight)),
  };
}

function certain({ mean, scale }: AffineNoise, given: (entity: number) => number): AffineNoise {
  const isGiven = (entity: number) => !Number.isNaN(given(entity));
  return {
    mean: mean.map((value, k) => (isGiven(k) ? given(k) : value)),
    scale: scale.map((value, k) => (isGiven(k) ? 0 : value)),
  };
}

/** Where nothing varies, openings would only repeat each other. */
function oneOpening({ openings, openingCount }: StageUncertainty) {
  const dimension = openings.length / openingCount;
  return { openingCount: 1, openings: new Float64Array(dimension), probabilities: Float64Array.of(1) };
}
