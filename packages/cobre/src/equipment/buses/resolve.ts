import type { Entity } from '../../case/identity.js';
import { canonical, type ResolveContext } from '../../case/resolve/context.js';
import { factorsOf, overridesBy } from '../../case/resolve/overrides.js';

export interface Bus extends Entity {
  readonly at: readonly BusAtStage[];
}

export interface BusAtStage {
  /** Cheapest first; the last one has unlimited depth (`Infinity`). */
  readonly deficitSegments: readonly DeficitSegment[];
  readonly excessCostPerMwh: number;
  readonly load: {
    readonly meanMw: number;
    readonly stdMw: number;
    /** One factor per block; the load of block k is max(0, mean + std·noise)·factor. */
    readonly blockFactors: readonly number[];
  };
}

export interface DeficitSegment {
  readonly depthMw: number;
  /** Its depth as a share of the load of a block, whatever that is; null where `depthMw` says it. */
  readonly depthShare: number | null;
  readonly costPerMwh: number;
}

export function resolveBuses({ raw, horizon, registries }: ResolveContext): Bus[] {
  const registry = registries.buses;
  const stats = overridesBy(raw.loadStats, registry, (row) => row.bus_id);
  const factors = overridesBy(raw.loadFactors?.load_factors, registry, (row) => row.bus_id);
  const penalties = overridesBy(raw.penaltyOverridesBus, registry, (row) => row.bus_id);
  return canonical(raw.buses.buses).map((bus, index) => {
    const deficitSegments = (bus.deficit_segments ?? raw.penalties.bus.deficit_segments).map(segmentOf);
    const at = horizon.stages.map((stage) => ({
      deficitSegments,
      excessCostPerMwh: penalties.at(index, stage.id)?.excess_cost ?? raw.penalties.bus.excess_cost,
      load: {
        meanMw: stats.at(index, stage.id)?.mean_mw ?? 0,
        stdMw: stats.at(index, stage.id)?.std_mw ?? 0,
        blockFactors: factorsOf(factors.at(index, stage.id)?.block_factors, stage.blocks.length, (f) => f.factor),
      },
    }));
    return { id: bus.id, index, name: bus.name, at };
  });
}

function segmentOf(segment: {
  readonly depth_mw: number | null;
  readonly depth_share?: number | null | undefined;
  readonly cost: number;
}): DeficitSegment {
  const { depth_mw, depth_share, cost } = segment;
  return { depthMw: depth_mw ?? Number.POSITIVE_INFINITY, depthShare: depth_share ?? null, costPerMwh: cost };
}
