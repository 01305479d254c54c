import type { LineEntry, NonControllableSourceEntry } from '../schema/system.js';
import type { Bus, Line, NonControllableSource } from '../system.js';
import { canonical, existsAt, lifetimeOf, type ResolveContext } from './context.js';
import { factorsOf, overridesBy } from './overrides.js';

export function resolveBuses({ raw, horizon, registries }: ResolveContext): Bus[] {
  const registry = registries.buses;
  const stats = overridesBy(raw.loadStats, registry, (row) => row.bus_id);
  const factors = overridesBy(raw.loadFactors?.load_factors, registry, (row) => row.bus_id);
  const penalties = overridesBy(raw.penaltyOverridesBus, registry, (row) => row.bus_id);
  return canonical(raw.buses.buses).map((bus, index) => {
    const segments = bus.deficit_segments ?? raw.penalties.bus.deficit_segments;
    const deficitSegments = segments.map((s) => ({
      depthMw: s.depth_mw ?? Number.POSITIVE_INFINITY,
      costPerMwh: s.cost,
    }));
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

export function resolveLines(context: ResolveContext): Line[] {
  const { raw, registries } = context;
  const bounds = overridesBy(raw.lineBounds, registries.lines, (row) => row.line_id);
  const penalties = overridesBy(raw.penaltyOverridesLine, registries.lines, (row) => row.line_id);
  const factors = overridesBy(raw.exchangeFactors?.exchange_factors, registries.lines, (row) => row.line_id);
  const lineAt = (line: LineEntry, index: number, stage: ResolveContext['horizon']['stages'][number]) => {
    const limit = bounds.at(index, stage.id);
    const share = factors.at(index, stage.id)?.block_factors;
    const direct = limit?.direct_mw ?? line.capacity.direct_mw;
    const reverse = limit?.reverse_mw ?? line.capacity.reverse_mw;
    return {
      exists: existsAt(lifetimeOf(line), stage),
      exchangeCostPerMwh:
        penalties.at(index, stage.id)?.exchange_cost ?? line.exchange_cost ?? raw.penalties.line.exchange_cost,
      directMw: factorsOf(share, stage.blocks.length, (f) => f.direct_factor).map((factor) => factor * direct),
      reverseMw: factorsOf(share, stage.blocks.length, (f) => f.reverse_factor).map((factor) => factor * reverse),
    };
  };
  return canonical(raw.lines.lines).map((line, index) => ({
    id: line.id,
    index,
    name: line.name,
    ...lifetimeOf(line),
    sourceBusIndex: registries.buses.indexOf(line.source_bus_id) ?? -1,
    targetBusIndex: registries.buses.indexOf(line.target_bus_id) ?? -1,
    lossesPercent: line.losses_percent ?? 0,
    at: context.horizon.stages.map((stage) => lineAt(line, index, stage)),
  }));
}

export function resolveNonControllableSources(context: ResolveContext): NonControllableSource[] {
  const { raw, registries } = context;
  const registry = registries.nonControllableSources;
  const stats = overridesBy(raw.ncsStats, registry, (row) => row.ncs_id);
  const bounds = overridesBy(raw.ncsBounds, registry, (row) => row.ncs_id);
  const factors = overridesBy(raw.ncsFactors?.non_controllable_factors, registry, (row) => row.ncs_id);
  const penalties = overridesBy(raw.penaltyOverridesNcs, registry, (row) => row.source_id);
  const modelled = new Set((raw.ncsStats ?? []).map((row) => registry.indexOf(row.ncs_id)));
  const sourceAt = (
    ncs: NonControllableSourceEntry,
    index: number,
    stage: ResolveContext['horizon']['stages'][number],
  ) => ({
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
  return canonical(raw.nonControllableSources?.non_controllable_sources ?? []).map((ncs, index) => ({
    id: ncs.id,
    index,
    name: ncs.name,
    ...lifetimeOf(ncs),
    busIndex: registries.buses.indexOf(ncs.bus_id) ?? -1,
    maxGenerationMw: ncs.max_generation_mw,
    hasModel: modelled.has(index),
    at: context.horizon.stages.map((stage) => sourceAt(ncs, index, stage)),
  }));
}
