import type { Stage } from '../../case/horizon.js';
import type { Entity } from '../../case/identity.js';
import { canonical, existsAt, lifetimeOf, type ResolveContext } from '../../case/resolve/context.js';
import { factorsOf, overridesBy } from '../../case/resolve/overrides.js';
import type { Lifetime } from '../../case/system.js';
import type { NonControllableSourceEntry } from './schema.js';

export interface NonControllableSource extends Entity, Lifetime {
  readonly busIndex: number;
  readonly maxGenerationMw: number;
  /** False: all that is available is generated. */
  readonly curtailable: boolean;
  /** True when `non_controllable_stats` has rows for it: it then takes a place in the noise vector. */
  readonly hasModel: boolean;
  readonly at: readonly NonControllableSourceAtStage[];
}

export interface NonControllableSourceAtStage {
  readonly exists: boolean;
  readonly curtailmentCostPerMwh: number;
  /**
   * Available power of block k is `baseMw · clamp(meanFraction + stdFraction·noise, 0, 1) · blockFactors[k]`. Without
   * statistics the mean is 1 and the deviation 0.
   */
  readonly baseMw: number;
  readonly meanFraction: number;
  readonly stdFraction: number;
  readonly blockFactors: readonly number[];
}

export function resolveNonControllableSources(context: ResolveContext): NonControllableSource[] {
  const { raw, registries } = context;
  const registry = registries.nonControllableSources;
  const modelled = new Set((raw.ncsStats ?? []).map((row) => registry.indexOf(row.ncs_id)));
  const resolveAt = sourceAtStage(context);
  return canonical(raw.nonControllableSources?.non_controllable_sources ?? []).map((ncs, index) => ({
    id: ncs.id,
    index,
    name: ncs.name,
    ...lifetimeOf(ncs),
    busIndex: registries.buses.indexOf(ncs.bus_id) ?? -1,
    maxGenerationMw: ncs.max_generation_mw,
    curtailable: ncs.allow_curtailment ?? true,
    hasModel: modelled.has(index),
    at: context.horizon.stages.map((stage) => resolveAt(ncs, index, stage)),
  }));
}

function sourceAtStage({ raw, registries }: ResolveContext) {
  const registry = registries.nonControllableSources;
  const stats = overridesBy(raw.ncsStats, registry, (row) => row.ncs_id);
  const bounds = overridesBy(raw.ncsBounds, registry, (row) => row.ncs_id);
  const factors = overridesBy(raw.ncsFactors?.non_controllable_factors, registry, (row) => row.ncs_id);
  const penalties = overridesBy(raw.penaltyOverridesNcs, registry, (row) => row.source_id);
  return (ncs: NonControllableSourceEntry, index: number, stage: Stage): NonControllableSourceAtStage => ({
    exists: existsAt(lifetimeOf(ncs), stage),
    curtailmentCostPerMwh:
      penalties.at(index, stage.id)?.curtailment_cost ??
      ncs.curtailment_cost ??
      raw.penalties.non_controllable_source.curtailment_cost,
    baseMw: bounds.at(index, stage.id)?.available_generation_mw ?? ncs.max_generation_mw,
    meanFraction: stats.at(index, stage.id)?.mean ?? 1,
    stdFraction: stats.at(index, stage.id)?.std ?? 0,
    blockFactors: factorsOf(factors.at(index, stage.id)?.block_factors, stage.blocks.length, (f) => f.factor),
  });
}
