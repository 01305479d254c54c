import type { Entity } from '../../case/identity.js';
import { canonical, existsAt, lifetimeOf, type ResolveContext } from '../../case/resolve/context.js';
import type { Lifetime } from '../../case/system.js';
import type { BatteryEntry } from './schema.js';

export interface Battery extends Entity, Lifetime {
  readonly busIndex: number;
  readonly capacityMwh: number;
  readonly initialMwh: number;
  readonly maxChargeMw: number;
  readonly maxDischargeMw: number;
  readonly chargeEfficiency: number;
  readonly dischargeEfficiency: number;
  readonly dischargeCostPerMwh: number;
  /** `Infinity` when there is no limit. */
  readonly maxCyclesPerDay: number;
  /** True when every stage ends with the charge it began with. */
  readonly cyclic: boolean;
  readonly at: readonly BatteryAtStage[];
}

export interface BatteryAtStage {
  readonly exists: boolean;
  /** What the charge should be at the end of the stage, and the price of each MWh it is short of; null where nothing is asked. */
  readonly target: { readonly energyMwh: number; readonly costPerMwh: number } | null;
}

export function resolveBatteries(context: ResolveContext): Battery[] {
  const { raw, registries } = context;
  return canonical(raw.batteries?.batteries ?? []).map((battery, index) => ({
    id: battery.id,
    index,
    name: battery.name,
    ...lifetimeOf(battery),
    busIndex: registries.buses.indexOf(battery.bus_id) ?? -1,
    capacityMwh: battery.energy.capacity_mwh,
    initialMwh: battery.energy.initial_mwh ?? 0,
    maxChargeMw: battery.charge.max_mw,
    maxDischargeMw: battery.discharge.max_mw,
    chargeEfficiency: battery.charge.efficiency,
    dischargeEfficiency: battery.discharge.efficiency,
    dischargeCostPerMwh: battery.discharge.cost_per_mwh ?? 0,
    maxCyclesPerDay: battery.max_cycles_per_day ?? Number.POSITIVE_INFINITY,
    cyclic: battery.end_of_stage === 'cyclic',
    at: context.horizon.stages.map((stage) => ({
      exists: existsAt(lifetimeOf(battery), stage),
      target: stage.index === context.horizon.stages.length - 1 ? finalTarget(battery, context) : null,
    })),
  }));
}

function finalTarget(battery: BatteryEntry, { raw, registries }: ResolveContext): BatteryAtStage['target'] {
  if (battery.end_of_stage !== 'final_target') return null;
  const place = registries.buses.indexOf(battery.bus_id);
  const bus = raw.buses.buses.find(({ id }) => registries.buses.indexOf(id) === place);
  const deficit = bus?.deficit_segments ?? raw.penalties.bus.deficit_segments;
  return {
    energyMwh: battery.final_target_mwh ?? battery.energy.initial_mwh ?? 0,
    costPerMwh: battery.final_target_violation_cost ?? Math.max(...deficit.map(({ cost }) => cost)),
  };
}
