/**
 * Wind, sun and small rivers: anything up to what is available may be used, and what is not used is paid for.
 *
 * Paying for `available − generation` is a constant minus a reward for generation. The column carries the reward; whether
 * the constant counts is a convention the engine applies to the realised availability (see `Realizer`). Upper bounds are
 * set per scenario where availability is uncertain.
 */
import type { StageConstraint } from '../constraint.js';

export const nonControllable: StageConstraint = {
  name: 'non-controllable sources',

  columns(draft) {
    for (const source of draft.study.system.nonControllableSources) {
      const { exists, baseMw, blockFactors, curtailmentCostPerMwh } = source.at[draft.stage.index]!;
      if (!exists) continue;
      for (let block = 0; block < draft.blocks; block++) {
        const name = `source(${source.id},${block})`;
        const most = baseMw * (blockFactors[block] ?? 1);
        const reward = -curtailmentCostPerMwh * draft.hours(block);
        draft.columns.source[source.index * draft.blocks + block] = draft.column('curtailment', name, 0, most, reward);
      }
    }
  },

  rows(draft) {
    for (const source of draft.study.system.nonControllableSources) {
      for (let block = 0; block < draft.blocks; block++) {
        const load = draft.rows.loadBalance[source.busIndex * draft.blocks + block]!;
        draft.entry(load, draft.columns.source[source.index * draft.blocks + block]!, 1);
      }
    }
  },
};
