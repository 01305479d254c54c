/** Every member of the list against the contract, and the list as a whole. */
import { describe, expect, test } from 'vitest';
import { members } from '../../src/equipment/members.js';
import { type CaseContents, hydroEntry, smallCase, stageEntry, thermalEntry } from '../case/write-case.js';
import { type Example, equipmentContract } from './contract.js';

/** Two stages of two blocks with uncertain loads and inflows, two buses, and two of everything. */
function everything(): CaseContents {
  const blocks = [
    { id: 0, name: 'NIGHT', hours: 300 },
    { id: 1, name: 'DAY', hours: 430 },
  ];
  const ids = [0, 1];
  const stats = (column: string, values: object) =>
    ids.flatMap((id) => ids.map((stage_id) => ({ [column]: id, stage_id, ...values })));
  const names = (id: number) => ({ id, name: `No ${id}` });
  return {
    ...smallCase(),
    'config.json': {
      training: { forward_passes: 2, stopping_rules: [{ type: 'iteration_limit', limit: 4 }] },
      modeling: { inflow_non_negativity: { method: 'none' } },
    },
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      stages: [stageEntry(0, { blocks, num_scenarios: 2 }), stageEntry(1, { blocks, num_scenarios: 2 })],
    },
    'initial_conditions.json': { storage: ids.map((hydro_id) => ({ hydro_id, value_hm3: 40 })), filling_storage: [] },
    'system/buses.json': { buses: ids.map(names) },
    'system/lines.json': {
      lines: ids.map((id) => ({
        ...names(id),
        source_bus_id: id,
        target_bus_id: 1 - id,
        capacity: { direct_mw: 30, reverse_mw: 5 },
      })),
    },
    'system/hydros.json': { hydros: [hydroEntry(0, { downstream_id: 1 }), hydroEntry(1, { bus_id: 1 })] },
    'system/thermals.json': { thermals: [thermalEntry(0, 10, 40), thermalEntry(1, 30, 60, { bus_id: 1 })] },
    'system/energy_contracts.json': {
      contracts: ids.map((id) => ({
        ...names(id),
        bus_id: id,
        type: id === 0 ? 'import' : 'export',
        price_per_mwh: id === 0 ? 25 : -12,
        limits: { min_mw: 0, max_mw: 10 },
      })),
    },
    'system/pumping_stations.json': {
      pumping_stations: ids.map((id) => ({
        ...names(id),
        bus_id: id,
        source_hydro_id: id,
        destination_hydro_id: 1 - id,
        consumption_mw_per_m3s: 0.4,
        flow: { min_m3s: 0.5, max_m3s: 2 },
      })),
    },
    // More wind than anybody can use at night, so that some is curtailed.
    'system/non_controllable_sources.json': {
      non_controllable_sources: ids.map((id) => ({ ...names(id), bus_id: id, max_generation_mw: 100 })),
    },
    'scenarios/non_controllable_stats.parquet': stats('ncs_id', { mean: 0.9, std: 0.3 }),
    'system/batteries.json': {
      batteries: ids.map((id) => ({
        ...names(id),
        bus_id: id,
        energy: { capacity_mwh: 2000, initial_mwh: 1000 },
        charge: { max_mw: 8, efficiency: 0.9 },
        discharge: { max_mw: 8, efficiency: 0.9, cost_per_mwh: 0.2 },
      })),
    },
    'scenarios/inflow_seasonal_stats.parquet': stats('hydro_id', { mean_m3s: 8, std_m3s: 2 }),
    'scenarios/load_seasonal_stats.parquet': stats('bus_id', { mean_mw: 90, std_mw: 9 }),
    'scenarios/load_factors.json': {
      load_factors: stats('bus_id', {
        block_factors: [
          { block_id: 0, factor: 0.5 },
          { block_id: 1, factor: 1.4 },
        ],
      }),
    },
  };
}

const example = (without: CaseContents | null, cost: Example['cost']): Example => ({
  contents: everything(),
  without: without === null ? null : { ...everything(), ...without },
  cost,
});

/** Hydros and buses are what others stand on; their tables tell prices and quantities, not all of their costs. */
const examples: Readonly<Record<string, Example>> = {
  hydros: example(
    {
      'system/hydros.json': { hydros: [] },
      'system/pumping_stations.json': null,
      'scenarios/inflow_seasonal_stats.parquet': null,
      'initial_conditions.json': { storage: [], filling_storage: [] },
    },
    null,
  ),
  thermals: example({ 'system/thermals.json': { thermals: [] } }, [['generation_cost'], 'thermal_cost']),
  buses: example(null, null),
  lines: example({ 'system/lines.json': { lines: [] } }, [['exchange_cost'], 'exchange_cost']),
  contracts: example({ 'system/energy_contracts.json': null }, [['total_cost'], 'contract_cost']),
  pumping_stations: example({ 'system/pumping_stations.json': null }, [['pumping_cost'], 'pumping_cost']),
  non_controllable_sources: example(
    { 'system/non_controllable_sources.json': null, 'scenarios/non_controllable_stats.parquet': null },
    [['curtailment_cost'], 'curtailment_cost'],
  ),
  batteries: example({ 'system/batteries.json': null }, [['discharge_cost'], 'battery_cost']),
};

describe.each(members.map((member) => [member.kind, member] as const))('%s', (kind, member) => {
  test('brings an example', () => expect(examples).toHaveProperty(kind));
  const own = examples[kind];
  if (own) equipmentContract(member, own);
});

test.each([
  ['kinds', members.map(({ kind }) => kind)],
  ['registries', members.map(({ registry }) => registry)],
  ['codes', members.map(({ code }) => code)],
  ['places in cases', members.map(({ places }) => places.file)],
  ['places in problems', members.map(({ places }) => places.stage)],
  ['places in questions', members.map(({ places }) => places.question)],
  ['places among tables', members.map(({ places }) => places.table)],
  ['places among costs', members.flatMap(({ costs }) => costs.map(({ place }) => place))],
  ['variables', members.flatMap(({ terms }) => Object.keys(terms))],
  ['columns', members.flatMap(({ columns }) => Object.keys(columns))],
  ['files', members.flatMap(({ files }) => Object.keys(files))],
])('no two members share %s', (_, names: readonly (string | number)[]) => {
  expect(new Set(names).size).toBe(names.length);
});
