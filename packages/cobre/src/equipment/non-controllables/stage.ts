/**
 * Wind, sun and small rivers: anything up to what is available may be used, and what is not used is paid for.
 *
 * Paying for `available − generation` is a constant minus a reward for generation. The column carries the reward; whether
 * the constant counts is a convention of the case, applied to the realised availability. Upper bounds are set per scenario
 * where availability is uncertain.
 */
import type { StageConstraint } from '../../stage/constraint.js';
import type { StageDraft } from '../../stage/draft.js';
import { sourcePosition } from '../../stage/state-space.js';
import { moneyScale } from '../../stage/units.js';
import { ncsFraction } from '../../stochastic/evaluate.js';
import type { GenericTermMeaning } from '../equipment.js';
import type { NonControllableSource } from './resolve.js';

export const nonControllable: StageConstraint = {
  name: 'non-controllable sources',

  columns(draft) {
    const sources = draft.study.system.nonControllableSources.filter(({ at }) => at[draft.stage.index]!.exists);
    for (const source of sources) addSource(draft, source);
    if (!draft.keepsCurtailmentConstant) draft.least += leastCurtailment(draft, sources);
  },

  rows(draft) {
    for (const source of draft.study.system.nonControllableSources) {
      for (let block = 0; block < draft.blocks; block++) {
        const load = draft.rows.loadBalance[source.busIndex * draft.blocks + block]!;
        draft.entry(load, draft.columns.source[source.index * draft.blocks + block]!, 1);
        if (!source.curtailable) pin(draft, source, block);
      }
    }
  },
};

/** Generation equals what is available. */
function pin(draft: StageDraft, source: NonControllableSource, block: number): void {
  const column = draft.columns.source[source.index * draft.blocks + block]!;
  if (column < 0) return;
  const row = draft.lp.row(`no curtailment(${source.id},${block})`, 0, 0);
  draft.entry(row, column, 1);
  const factor = source.at[draft.stage.index]!.blockFactors[block] ?? 1;
  draft.rowByNoise.push({ target: row, source: sourcePosition(draft.space, source.index), coefficient: factor });
}

function addSource(draft: StageDraft, source: NonControllableSource): void {
  const { baseMw, blockFactors, curtailmentCostPerMwh } = source.at[draft.stage.index]!;
  const position = sourcePosition(draft.space, source.index);
  const uncertain = draft.noise.positionOfNcs[source.index]! >= 0;
  const certain = baseMw * ncsFraction(draft.uncertainty.ncs, source.index, new Float64Array(0), -1);
  let perMegawatt = 0;
  for (let block = 0; block < draft.blocks; block++) {
    const factor = blockFactors[block] ?? 1;
    const hours = draft.hours(block);
    const most = (uncertain ? baseMw : certain) * factor;
    const name = `source(${source.id},${block})`;
    const column = draft.columnOf('curtailment', name, 0, most, -curtailmentCostPerMwh * hours);
    draft.columns.source[source.index * draft.blocks + block] = column;
    if (uncertain) draft.followRealization(column, position, factor);
    perMegawatt += (curtailmentCostPerMwh * hours * factor) / moneyScale;
  }
  if (draft.keepsCurtailmentConstant) draft.payForRealization(position, perMegawatt);
}

/** What rewards without their constant can earn at most, in scaled money. */
function leastCurtailment(draft: StageDraft, sources: readonly NonControllableSource[]): number {
  let least = 0;
  for (const { at } of sources) {
    const { baseMw, blockFactors, curtailmentCostPerMwh } = at[draft.stage.index]!;
    draft.stage.blocks.forEach(({ hours }, k) => {
      least -= (curtailmentCostPerMwh * hours * baseMw * (blockFactors[k] ?? 1)) / moneyScale;
    });
  }
  return least;
}

export const terms: Readonly<Record<string, GenericTermMeaning>> = {
  non_controllable_generation: {
    perBlock: true,
    aliases: ['nc_generation'],
    add: (draft, row, { cell }, c) => draft.entry(row, draft.columns.source[cell]!, c),
  },
  non_controllable_curtailment: {
    perBlock: true,
    aliases: ['nc_curtailment'],
    add(draft, row, { entity, cell, block }, c) {
      if (draft.columns.source[cell]! < 0) return;
      const factor = draft.study.system.nonControllableSources[entity]!.at[draft.stage.index]!.blockFactors[block] ?? 1;
      draft.rowByNoise.push({ target: row, source: sourcePosition(draft.space, entity), coefficient: -c * factor });
      draft.entry(row, draft.columns.source[cell]!, -c);
    },
  },
};
