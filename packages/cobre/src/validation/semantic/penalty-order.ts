import { asWarning, type Finding, problem } from '../../case/problem.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { Rule } from '../rule.js';

/** A cost, or the lowest or highest of several, and where penalties.json has it. */
interface Cost {
  readonly field: string;
  readonly value: number;
}

/**
 * Penalties rank what may be given up: filling before storage before load before operating limits before fuel before
 * mere preferences. Breaking the order is legal, but rarely meant, so these are warnings, about the global costs.
 */
export const penaltyOrder: Rule = {
  name: 'penalty order',
  layer: 5,
  *check({ raw }) {
    for (const [upper, lower] of expectedOrder(raw)) if (upper.value <= lower.value) yield outOfOrder(upper, lower);
  },
};

function* expectedOrder(raw: RawCase): Iterable<readonly [upper: Cost, lower: Cost]> {
  const { hydro, bus } = raw.penalties;
  const hydros = raw.hydros.hydros;
  const deficits = { field: 'bus.deficit_segments', costs: bus.deficit_segments.map((segment) => segment.cost) };
  const limits = { field: 'hydro.*_violation_cost', costs: limitCosts(hydro) };
  const thermals = { field: 'thermal cost_per_mwh', costs: fuelCosts(raw) };
  const storage = { field: 'hydro.storage_violation_below_cost', value: hydro.storage_violation_below_cost };
  if (hydros.some((plant) => plant.filling)) {
    yield [{ field: 'hydro.filling_target_violation_cost', value: hydro.filling_target_violation_cost }, storage];
  }
  if (hydros.length > 0) {
    yield [storage, highest(deficits)];
    yield [highest(deficits), highest(limits)];
    yield [lowest(limits), highest(thermals)];
  }
  yield [lowest(deficits), highest(thermals)];
  const resources = { field: 'thermal and deficit costs', costs: [...thermals.costs, ...deficits.costs] };
  yield [
    lowest(resources),
    highest({ field: 'spillage, exchange, excess and curtailment costs', costs: preferenceCosts(raw) }),
  ];
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

function limitCosts(hydro: RawCase['penalties']['hydro']): number[] {
  return [
    hydro.turbined_violation_below_cost,
    hydro.outflow_violation_below_cost,
    hydro.outflow_violation_above_cost,
    hydro.generation_violation_below_cost,
    hydro.evaporation_violation_cost,
    hydro.water_withdrawal_violation_cost,
  ];
}

function preferenceCosts({ penalties: { hydro, bus, line, non_controllable_source: ncs } }: RawCase): number[] {
  return [
    hydro.spillage_cost,
    hydro.fpha_turbined_cost,
    hydro.diversion_cost,
    line.exchange_cost,
    bus.excess_cost,
    ncs.curtailment_cost,
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
  return asWarning(5, problem('PenaltyConsistency', message, context, `Raise ${upper.field}, or lower the other.`));
}
