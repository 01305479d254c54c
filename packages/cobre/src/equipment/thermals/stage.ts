/**
 * Thermal plants between their limits. A stepwise cost is one column per step, cheapest first; the limits of the plant are
 * put on the steps, which needs no row because a cheaper step is always used first.
 */
import type { StageConstraint } from '../../stage/constraint.js';
import type { GenericTermMeaning } from '../equipment.js';
import type { ThermalAtStage } from './resolve.js';

export const thermalGeneration: StageConstraint = {
  name: 'thermal generation',

  columns(draft) {
    for (const thermal of draft.study.system.thermals) {
      const at = thermal.at[draft.stage.index]!;
      if (!at.exists) continue;
      draft.columns.thermalSegments[thermal.index] = at.segments.length;
      for (let block = 0; block < draft.blocks; block++) {
        const steps = stepsOf({ ...at, ...at.inBlock[block] });
        const hours = draft.hours(block);
        const name = `thermal(${thermal.id},${block})`;
        const columns = steps.map((step) => draft.column('thermal', name, step.lower, step.upper, step.cost * hours));
        draft.columns.thermal[thermal.index * draft.blocks + block] = columns[0]!;
      }
    }
  },

  rows(draft) {
    for (const thermal of draft.study.system.thermals) {
      for (let block = 0; block < draft.blocks; block++) {
        const first = draft.columns.thermal[thermal.index * draft.blocks + block]!;
        if (first < 0) continue;
        for (let step = 0; step < draft.columns.thermalSegments[thermal.index]!; step++) {
          draft.entry(draft.rows.loadBalance[thermal.busIndex * draft.blocks + block]!, first + step, 1);
        }
      }
    }
  },
};

interface Step {
  readonly lower: number;
  readonly upper: number;
  readonly cost: number;
}

function stepsOf({ minMw, maxMw, segments }: ThermalAtStage): readonly Step[] {
  if (segments.length === 1) return [{ lower: minMw, upper: maxMw, cost: segments[0]!.costPerMwh }];
  const cheapestFirst = [...segments].sort((a, b) => a.costPerMwh - b.costPerMwh);
  let before = 0;
  return cheapestFirst.map(({ widthMw, costPerMwh }) => {
    const width = Math.min(widthMw, Math.max(0, maxMw - before));
    const lower = Math.min(width, Math.max(0, minMw - before));
    before += width;
    return { lower, upper: width, cost: costPerMwh };
  });
}

export const terms: Readonly<Record<string, GenericTermMeaning>> = {
  thermal_generation: {
    perBlock: true,
    add: (draft, row, { entity, cell }, c) =>
      draft.consecutive(row, draft.columns.thermal[cell]!, draft.columns.thermalSegments[entity]!, c),
  },
};
