/** What the current layout of policies tells of a case beyond its cuts. */
import type { Case, Horizon } from '../../case/model.js';
import type { StochasticModel } from '../../stochastic/index.js';
import type { Manifest, SeasonOrders } from './manifest-file.js';
import type { EntitySlot } from './slot-table.js';
import { dateNumber, slotsAfter } from './state-slots.js';

export interface CurrentDetails {
  /** The policy graph: its nodes in the order of the policy, or the stages where it has none. */
  readonly nodes: readonly CurrentNode[];
  readonly edges: Manifest['edges'];
  readonly blockModes: readonly string[];
  readonly seasons: SeasonOrders;
}

export interface CurrentNode {
  readonly id: number;
  readonly stageId: number;
  /** End of its stage, as a number such as 20240131. */
  readonly endDate: number;
  /** What the state stands for after it. */
  readonly slots: readonly EntitySlot[];
  /** Position of the node whose cuts it has: its own, or those that all nodes of the last stage share. */
  readonly pool: number;
}

export function currentDetails(study: Case, stochastic: StochasticModel): CurrentDetails {
  return {
    ...graphOf(study, stochastic),
    blockModes: study.horizon.stages.map(({ blockMode }) => blockMode),
    seasons: seasonOrders(study, stochastic),
  };
}

/** The nodes of the last stage share the cuts of the first of them, since what follows it is the same for all. */
function graphOf(study: Case, stochastic: StochasticModel): Pick<CurrentDetails, 'nodes' | 'edges'> {
  const { stages, policyGraph } = study.horizon;
  const slots = stages.map((_, stage) => slotsAfter(study, stochastic, stage));
  const nodeOf = (id: number, stage: number, pool: number) => {
    const { id: stageId, endDay } = stages[stage]!;
    return { id, stageId, endDate: dateNumber(endDay), slots: slots[stage]!, pool };
  };
  const { nodes, edges } = policyGraph;
  if (nodes.length === 0) {
    const ids = stages.map(({ id }) => id);
    return {
      nodes: stages.map(({ id }, stage) => nodeOf(id, stage, stage)),
      edges: ids.slice(1).map((target, index) => ({ source: ids[index]!, target, probability: 1 })),
    };
  }
  const last = nodes.findIndex(({ stageIndex }) => stageIndex === stages.length - 1);
  return {
    nodes: nodes.map(({ id, stageIndex }, place) => nodeOf(id, stageIndex, Math.min(place, last))),
    edges: edges.map(({ sourceId, targetId, probability }) => ({ source: sourceId, target: targetId, probability })),
  };
}

/** Largest lag of each plant in each season; 0 where the study has no stage of it. */
export function seasonOrders({ horizon, system }: Case, { provenance }: StochasticModel): SeasonOrders {
  const ids = seasonIds(horizon);
  const seasonOf = new Map(horizon.stages.map(({ id, seasonId }) => [id, seasonId]));
  const hydros = system.hydros.map(({ id, index }) => {
    const own = provenance.inflow.filter(({ hydroIndex }) => hydroIndex === index);
    const orders = ids.map((season) =>
      Math.max(
        0,
        ...own
          .filter(({ stageId }) => seasonOf.get(stageId) === season)
          .map(({ coefficients, annual }) => (annual === null ? coefficients.length : 12)),
      ),
    );
    return { hydroId: typeof id === 'number' ? id : index, orders };
  });
  const cycle = horizon.seasons?.cycleType ?? 'none';
  return { cycle, count: ids.length, hydros: hydros.sort((a, b) => a.hydroId - b.hydroId) };
}

export function seasonIds({ seasons }: Horizon): number[] {
  return seasons?.seasons.map(({ id }) => id) ?? [];
}
