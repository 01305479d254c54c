import type { Case, Stage } from '../case/model.js';
import type { MapTerm } from '../lp/model/scenario-map.js';
import { ncsFraction } from '../stochastic/evaluate.js';
import type { StochasticModel } from '../stochastic/model.js';
import { addFutureCost, type FutureSpec } from './constraints/future-cost.js';
import { stageConstraints } from './constraints/index.js';
import { costKinds, moneyScale } from './cost-kind.js';
import { StageDraft } from './draft.js';
import { leastFutures, successors } from './future-bounds.js';
import type { SourceBounds, StageModel } from './model.js';
import { lagState, type StateSpace, sourcePosition, stateSpaceOf } from './state-space.js';

export interface BuildOptions {
  readonly formulation: 'single' | 'multi';
  /** A lower bound of the cost after the last stage, in scaled money, when boundary cuts follow it. */
  readonly boundary?: number;
  /** True keeps `curtailment · available` in the cost, so that only curtailed energy is paid for. */
  readonly keepCurtailmentConstant: boolean;
  /** How a case's CVaR is read; see `riskParameters`. */
  readonly risk: (stage: Stage) => { readonly alpha: number; readonly lambda: number };
}

/** The problems of all stages of a case. */
export function buildStageModels(study: Case, stochastic: StochasticModel, options: BuildOptions): StageModel[] {
  const space = stateSpaceOf(study, stochastic);
  const next = successors(study);
  const drafts = study.horizon.stages.map((stage) => draftOf(study, stage, space, stochastic));
  const least = drafts.map((draft) => draft.least + (options.keepCurtailmentConstant ? 0 : leastCurtailment(draft)));
  const discounts = study.horizon.stages.map((stage) => stage.discountFactor);
  const futures = leastFutures(least, discounts, next, options.boundary ?? 0);
  return drafts.map((draft, t) => {
    const spec = futureSpec(study, stochastic, options, next[t]!, draft.stage, futures[t]!);
    return finish(draft, stochastic, options, next[t]!, least[t]!, spec);
  });
}

function draftOf(study: Case, stage: Stage, space: StateSpace, stochastic: StochasticModel): StageDraft {
  const uncertainty = stochastic.stages[stage.index]!;
  const draft = new StageDraft(study, stage, space, uncertainty, { inflowSlack: stochastic.nonNegativity.slack });
  for (const constraint of stageConstraints) constraint.columns?.(draft);
  for (const constraint of stageConstraints) constraint.rows?.(draft);
  return draft;
}

function futureSpec(
  study: Case,
  stochastic: StochasticModel,
  options: BuildOptions,
  next: number,
  stage: Stage,
  least: number,
): FutureSpec | null {
  if (next < 0 && options.boundary === undefined) return null;
  const { discountFactor: discount } = stage;
  if (next < 0) {
    const probabilities = Float64Array.of(1);
    return { discount, least: options.boundary!, formulation: 'single', probabilities, alpha: 1, lambda: 0 };
  }
  const { probabilities } = stochastic.stages[next]!;
  const risk = options.risk(study.horizon.stages[next]!);
  return { discount, least, formulation: options.formulation, probabilities, ...risk };
}

function finish(
  draft: StageDraft,
  stochastic: StochasticModel,
  options: BuildOptions,
  next: number,
  least: number,
  spec: FutureSpec | null,
): StageModel {
  const thetaColumn = spec === null ? new Int32Array(0) : addFutureCost(draft, spec);
  const sources = sourceBounds(draft, stochastic, options.keepCurtailmentConstant);
  const lp = draft.lp.build();
  for (const { target, value } of draft.rowConstants) {
    lp.rowLower[target]! += value;
    lp.rowUpper[target]! += value;
  }
  const future = costKinds.indexOf('future');
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
    sources,
    least,
  };
}

function stateColumns({ columns, space }: StageDraft): Int32Array {
  const stateColumn = new Int32Array(space.stateCount).fill(-1);
  stateColumn.set(columns.storage);
  return stateColumn;
}

/** Outgoing states that the scenario decides: storages of absent plants pass, the inflow memory moves on. */
function constantsOf({ columns, space, uncertainty }: StageDraft) {
  const constantByState: MapTerm[] = [];
  const constantByNoise: MapTerm[] = [];
  const constantBase: { target: number; value: number }[] = [];
  const { hydroCount, lagCount } = space;
  const { psi } = uncertainty.inflow;
  const { carry, gain, constant } = uncertainty.transition;
  columns.storage.forEach((column, h) => {
    if (column < 0) constantByState.push({ target: h, source: h, coefficient: 1 });
  });
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

function leastCurtailment(draft: StageDraft): number {
  let least = 0;
  for (const source of draft.study.system.nonControllableSources) {
    const { exists, baseMw, blockFactors, curtailmentCostPerMwh } = source.at[draft.stage.index]!;
    if (!exists) continue;
    draft.stage.blocks.forEach(({ hours }, k) => {
      least -= (curtailmentCostPerMwh * hours * baseMw * (blockFactors[k] ?? 1)) / moneyScale;
    });
  }
  return least;
}

function sourceBounds(draft: StageDraft, stochastic: StochasticModel, keepConstant: boolean): SourceBounds {
  const column: number[] = [];
  const position: number[] = [];
  const factor: number[] = [];
  const constantPosition: number[] = [];
  const constantCost: number[] = [];
  for (const source of draft.study.system.nonControllableSources) {
    const at = source.at[draft.stage.index]!;
    if (!at.exists) continue;
    const place = sourcePosition(draft.space, source.index);
    const uncertain = stochastic.noise.positionOfNcs[source.index]! >= 0;
    const certain = at.baseMw * ncsFraction(draft.uncertainty.ncs, source.index, new Float64Array(0), -1);
    let perMegawatt = 0;
    draft.stage.blocks.forEach(({ hours }, k) => {
      const blockFactor = at.blockFactors[k] ?? 1;
      const at0 = draft.columns.source[source.index * draft.blocks + k]!;
      perMegawatt += (at.curtailmentCostPerMwh * hours * blockFactor) / moneyScale;
      if (!uncertain) draft.lp.setColumn(at0, 0, certain * blockFactor);
      else {
        column.push(at0);
        position.push(place);
        factor.push(blockFactor);
      }
    });
    if (keepConstant) {
      constantPosition.push(place);
      constantCost.push(perMegawatt);
    }
  }
  return {
    column: Int32Array.from(column),
    position: Int32Array.from(position),
    factor: Float64Array.from(factor),
    constantPosition: Int32Array.from(constantPosition),
    constantCost: Float64Array.from(constantCost),
  };
}
