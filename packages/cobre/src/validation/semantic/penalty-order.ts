import { asWarning, errorRecord, type Finding } from '../../case/finding.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { Rule } from '../rule.js';

/** A cost, or the lowest or highest of several, and where penalties.json has it. */
interface Cost {
  readonly field: string;
  readonly value: number;
}

/**
 * Penalties rank what may be given up: filling before storage before load before operating limits before fuel before
 * mere preferences. Breaking the order is legal, but rarely meant, so these are warnings. Costs of single buses and
 * hydros count where they replace the global ones.
 */
export const penaltyOrder: Rule = {
  name: 'penalty order',
  layer: 5,
  *check({ raw }) {
    for (const [upper, lower] of expectedOrder(raw)) if (upper.value <= lower.value) yield outOfOrder(upper, lower);
  },
};

function* expectedOrder(raw: RawCase): Iterable<readonly [upper: Cost, lower: Cost]> {
  const fuel = { field: 'thermal cost_per_mwh', costs: fuelCosts(raw) };
  const deficits = { field: 'bus.deficit_segments', costs: deficitCosts(raw) };
  const limits = { field: 'hydro.*_violation_cost', costs: limitFields.flatMap((field) => hydroCosts(raw, field)) };
  const storage = hydroCost(raw, 'storage_violation_below_cost');
  if (raw.hydros.hydros.some((plant) => plant.filling)) {
    yield [lowest(hydroCost(raw, 'filling_target_violation_cost')), highest(storage)];
  }
  if (raw.hydros.hydros.length > 0) {
    yield [lowest(storage), highest(deficits)];
    yield [highest(deficits), highest(limits)];
    yield [lowest(limits), highest(fuel)];
  }
  yield [lowest(deficits), highest(fuel)];
  const resources = { field: 'thermal and deficit costs', costs: [...fuel.costs, ...deficits.costs] };
  const preferences = { field: 'spillage, exchange, excess and curtailment costs', costs: preferenceCosts(raw) };
  yield [lowest(resources), highest(preferences)];
}

interface Costs {
  readonly field: string;
  readonly costs: readonly number[];
}

const highest = ({ field, costs }: Costs): Cost => ({ field, value: costs.reduce((a, b) => Math.max(a, b), 0) });
const lowest = ({ field, costs }: Costs): Cost => ({
  field,
  value: costs.reduce((a, b) => Math.min(a, b), Number.MAX_VALUE),
});

const limitFields = [
  'turbined_violation_below_cost',
  'outflow_violation_below_cost',
  'outflow_violation_above_cost',
  'generation_violation_below_cost',
  'evaporation_violation_cost',
  'water_withdrawal_violation_cost',
] as const;

type HydroField = (typeof limitFields)[number] | 'storage_violation_below_cost' | 'filling_target_violation_cost';

function hydroCosts(raw: RawCase, field: HydroField): number[] {
  return raw.hydros.hydros.map((plant) => plant.penalties?.[field] ?? raw.penalties.hydro[field]);
}

function hydroCost(raw: RawCase, field: HydroField): Costs {
  return { field: `hydro.${field}`, costs: hydroCosts(raw, field) };
}

function deficitCosts(raw: RawCase): number[] {
  const segments = raw.buses.buses.flatMap((bus) => bus.deficit_segments ?? raw.penalties.bus.deficit_segments);
  return segments.map((segment) => segment.cost);
}

/** Preferences of what the case has none of cannot mislead anybody. */
function preferenceCosts(raw: RawCase): number[] {
  const { hydro, bus, line, non_controllable_source: ncs } = raw.penalties;
  const water = [hydro.spillage_cost, hydro.fpha_turbined_cost, hydro.diversion_cost];
  return [
    bus.excess_cost,
    ...(raw.hydros.hydros.length > 0 ? water : []),
    ...(raw.lines.lines.length > 0 ? [line.exchange_cost] : []),
    ...(raw.nonControllableSources ? [ncs.curtailment_cost] : []),
  ];
}

function fuelCosts(raw: RawCase): number[] {
  return raw.thermals.thermals.flatMap((t) => t.cost_per_mwh ?? t.cost_segments?.map((s) => s.cost_per_mwh) ?? []);
}

function outOfOrder(upper: Cost, lower: Cost): Finding {
  const file = caseFiles.penalties.path;
  const rule = `${upper.field} should exceed ${lower.field}`;
  const context = { file, penalty_field: upper.field, value: upper.value, violated_rule: rule };
  const message = `${file}: ${rule} (${upper.value} and ${lower.value}).`;
  return asWarning(5, errorRecord('PenaltyConsistency', message, context, `Raise ${upper.field}, or lower the other.`));
}
