/**
 * Power is balanced at every bus in every block: the members that produce, move or use power add themselves to its rows.
 * What is missing is deficit, in segments of rising cost; what nobody can use is excess.
 */
import type { StageConstraint } from '../../stage/constraint.js';
import type { StageDraft } from '../../stage/draft.js';
import { loadPosition } from '../../stage/state-space.js';
import type { GenericTermMeaning } from '../equipment.js';
import type { Bus } from './resolve.js';

export const loadBalance: StageConstraint = {
  name: 'load balance',

  rows(draft) {
    for (const bus of draft.study.system.buses) {
      const { blockFactors } = bus.at[draft.stage.index]!.load;
      for (let block = 0; block < draft.blocks; block++) {
        const row = draft.lp.row(`load(${bus.id},${block})`, 0, 0);
        draft.rows.loadBalance[bus.index * draft.blocks + block] = row;
        const source = loadPosition(draft.space, bus.index);
        draft.rowByNoise.push({ target: row, source, coefficient: blockFactors[block] ?? 1 });
      }
    }
  },
};

export const deficit: StageConstraint = {
  name: 'deficit',

  columns(draft) {
    for (const bus of draft.study.system.buses) {
      const { deficitSegments } = bus.at[draft.stage.index]!;
      draft.columns.deficitSegments[bus.index] = deficitSegments.length;
      for (let block = 0; block < draft.blocks; block++) {
        const name = `deficit(${bus.id},${block})`;
        const columns = deficitSegments.map(({ depthMw, costPerMwh }) =>
          draft.column('deficit', name, 0, depthMw, costPerMwh * draft.hours(block)),
        );
        draft.columns.deficit[bus.index * draft.blocks + block] = columns[0] ?? -1;
      }
    }
  },

  rows(draft) {
    for (const bus of draft.study.system.buses) {
      for (let block = 0; block < draft.blocks; block++) {
        const at = bus.index * draft.blocks + block;
        for (let segment = 0; segment < draft.columns.deficitSegments[bus.index]!; segment++) {
          draft.entry(draft.rows.loadBalance[at]!, draft.columns.deficit[at]! + segment, 1);
        }
        limitShares(draft, bus, block);
      }
    }
  },
};

/** A segment whose depth is a share of the load is as deep as the load that comes, so its limit moves with the noise. */
function limitShares(draft: StageDraft, { id, index, at }: Bus, block: number): void {
  const { deficitSegments, load } = at[draft.stage.index]!;
  for (const [segment, { depthShare }] of deficitSegments.entries()) {
    if (depthShare === null) continue;
    const row = draft.lp.row(`deficitDepth(${id},${block})`, -Infinity, 0);
    draft.entry(row, draft.columns.deficit[index * draft.blocks + block]! + segment, 1);
    const coefficient = depthShare * (load.blockFactors[block] ?? 1);
    draft.rowByNoise.push({ target: row, source: loadPosition(draft.space, index), coefficient });
  }
}

export const excess: StageConstraint = {
  name: 'excess',

  columns(draft) {
    for (const bus of draft.study.system.buses) {
      const { excessCostPerMwh } = bus.at[draft.stage.index]!;
      for (let block = 0; block < draft.blocks; block++) {
        const dollars = excessCostPerMwh * draft.hours(block);
        const column = draft.column('excess', `excess(${bus.id},${block})`, 0, Infinity, dollars);
        draft.columns.excess[bus.index * draft.blocks + block] = column;
      }
    }
  },

  rows(draft) {
    const { excess: columns } = draft.columns;
    for (let at = 0; at < columns.length; at++) draft.entry(draft.rows.loadBalance[at]!, columns[at]!, -1);
  },
};

export const terms: Readonly<Record<string, GenericTermMeaning>> = {
  bus_deficit: {
    perBlock: true,
    add: (draft, row, { entity, cell }, c) =>
      draft.consecutive(row, draft.columns.deficit[cell]!, draft.columns.deficitSegments[entity]!, c),
  },
  bus_excess: {
    perBlock: true,
    add: (draft, row, { cell }, c) => draft.entry(row, draft.columns.excess[cell]!, c),
  },
};
