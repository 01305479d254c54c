import type { Case, Stage } from '../case/model.js';
import type { MapTerm } from '../lp/model/scenario-map.js';
import type { StochasticModel } from '../stochastic/model.js';
import { addFutureCost, type FutureSpec } from './constraints/future-cost.js';
import { stageConstraints } from './constraints/index.js';
import { costKindCode } from './cost-kind.js';
import { StageDraft } from './draft.js';
import { leastFutures, successors } from './future-bounds.js';
import type { StageModel } from './model.js';
import { outcomeProbabilities, type Place, placesOf } from './places.js';
import { equipmentStates, stateSpaceOf } from './state-layout.js';
import { lagState, type StateSpace, stateOf } from './state-space.js';

export interface BuildOptions {
  readonly formulation: 'single' | 'multi';
  /** A lower bound of the cost after the last stage, in scaled money, when boundary cuts follow it. */
  readonly boundary?: number;
  /** True keeps `curtailment · available` in the cost, so that only curtailed energy is paid for. */
  readonly keepCurtailmentConstant: boolean;
  /** How a case's CVaR is read; see `riskParameters`. */
  readonly risk: (stage: Stage) => { readonly alpha: number; readonly lambda: number };
}

/** The problems of all stages of a case, or of all nodes of its policy graph. */
export function buildStageModels(study: Case, stochastic: StochasticModel, options: BuildOptions): StageModel[] {
  const { stages } = study.horizon;
  const space = stateSpaceOf(study, stochastic);
  const places = placesOf(study, stochastic);
  const drafts = places.map((place) => draftOf(study, place, space, stochastic, options));
  // The nodes of a stage share one bound.
  const least = stages.map(({ index }) =>
    Math.min(...drafts.filter(({ stage }) => stage.index === index).map((draft) => draft.least)),
  );
  const discounts = stages.map((stage) => stage.discountFactor);
  const futures = leastFutures(least, discounts, successors(study), options.boundary ?? 0);
  return drafts.map((draft, k) => {
    const following = places[k]!.successors[0];
    const next = following === undefined ? null : places[following]!.stage;
    const probabilities = outcomeProbabilities(places, places[k]!);
    const t = draft.stage.index;
    const spec = futureSpec(options, draft.stage, next, futures[t]!, probabilities);
    return finish(draft, next?.index ?? -1, least[t]!, spec);
  });
}

function draftOf(
  study: Case,
  { stage, uncertainty }: Place,
  space: StateSpace,
  stochastic: StochasticModel,
  options: BuildOptions,
): StageDraft {
  const draft = new StageDraft(study, stage, space, uncertainty, {
    inflowSlack: stochastic.nonNegativity.slack,
    noise: stochastic.noise,
    keepsCurtailmentConstant: options.keepCurtailmentConstant,
  });
  for (const constraint of stageConstraints) constraint.columns?.(draft);
  for (const constraint of stageConstraints) constraint.rows?.(draft);
  return draft;
}

function futureSpec(
  options: BuildOptions,
  { discountFactor: discount }: Stage,
  next: Stage | null,
  least: number,
  probabilities: Float64Array,
): FutureSpec | null {
  if (next !== null) {
    return { discount, least, formulation: options.formulation, probabilities, ...options.risk(next) };
  }
  if (options.boundary === undefined) return null;
  const one = { formulation: 'single', probabilities: Float64Array.of(1), alpha: 1, lambda: 0 } as const;
  return { discount, least: options.boundary, ...one };
}

function finish(draft: StageDraft, next: number, least: number, spec: FutureSpec | null): StageModel {
  const thetaColumn = spec === null ? new Int32Array(0) : addFutureCost(draft, spec);
  const lp = draft.lp.build();
  for (const { target, value } of draft.rowConstants) {
    lp.rowLower[target]! += value;
    lp.rowUpper[target]! += value;
  }
  const future = costKindCode('future');
  return {
    index: draft.stage.index,
    lp,
    columns: draft.columns,
    rows: draft.rows,
    kinds: Uint8Array.from(draft.kinds),
    terms: { rowByState: draft.rowByState, rowByNoise: draft.rowByNoise, ...constantsOf(draft) },
    stateColumn: stateColumns(draft),
    thetaColumn,
    futureColumns: Int32Array.from(draft.kinds.flatMap((kind, column) => (kind === future ? [column] : []))),
    next,
    discount: spec?.discount ?? 0,
    sources: draft.sources,
    least,
  };
}

function stateColumns({ study, stage, columns, space }: StageDraft): Int32Array {
  const stateColumn = new Int32Array(space.stateCount).fill(-1);
  stateColumn.set(columns.storage);
  for (const { registry, state, slot } of equipmentStates(study)) {
    stateColumn[stateOf(space, registry, slot.position)] = state.column(columns, slot, stage.index);
  }
  return stateColumn;
}

/** Outgoing states that the scenario decides: those without a column pass, the inflow memory moves on. */
function constantsOf({ study, stage, columns, space, uncertainty }: StageDraft) {
  const constantByState: MapTerm[] = [];
  const constantByNoise: MapTerm[] = [];
  const constantBase: { target: number; value: number }[] = [];
  const { hydroCount, lagCount } = space;
  const { psi } = uncertainty.inflow;
  const { carry, gain, constant } = uncertainty.transition;
  columns.storage.forEach((column, h) => {
    if (column < 0) constantByState.push({ target: h, source: h, coefficient: 1 });
  });
  for (const { registry, state, slot } of equipmentStates(study)) {
    if (state.column(columns, slot, stage.index) >= 0) continue;
    const target = stateOf(space, registry, slot.position);
    const from = state.takesFrom?.(slot, stage.index) ?? slot.position;
    if (from < 0) constantBase.push({ target, value: 0 });
    else constantByState.push({ target, source: stateOf(space, registry, from), coefficient: 1 });
  }
  for (let i = 0; i < lagCount; i++) {
    for (let h = 0; h < hydroCount; h++) {
      const target = lagState(space, i, h);
      constantBase.push({ target, value: constant?.[i * hydroCount + h] ?? 0 });
      if (gain[i] !== 0) constantByNoise.push({ target, source: h, coefficient: gain[i]! });
      for (let j = 0; j < lagCount; j++) {
        const coefficient = carry[i * lagCount + j]! + gain[i]! * psi[j * hydroCount + h]!;
        if (coefficient !== 0) constantByState.push({ target, source: lagState(space, j, h), coefficient });
      }
    }
  }
  return { constantBase, constantByState, constantByNoise };
}
