/**
 * Units of one plant on two buses that no line joins. Both buses need 8 MW, both groups can give 8 MW (1 MW of 1 m³/s), and
 * what is missing costs 1000 $/MWh; one stage of 730 h.
 */
import { expect, test } from 'vitest';
import { simulate, train } from '../../src/index.js';
import { rowsOf } from '../balances.js';
import { currentHydro, currentStage, smallCurrentCase, unitGroup } from '../case/current-case.js';
import type { CaseContents } from '../case/write-case.js';
import { caseOf } from '../random-case.js';

function contentsOf(compatibility: string | null, rows: readonly object[]): CaseContents {
  const small = smallCurrentCase();
  const group = (id: number) => unitGroup({ id, bus_id: id, max_turbined_m3s: 8, max_generation_mw: 8 });
  return {
    ...small,
    'config.json': {
      ...(small['config.json'] as object),
      modeling: { inflow_non_negativity: { method: 'none' }, ...(compatibility ? { compatibility } : {}) },
    },
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      stages: [currentStage(0)],
    },
    'system/buses.json': {
      buses: [0, 1].map((id) => ({ id, name: `Bus ${id}`, operational_start_date: '2000-01-01' })),
    },
    'system/hydros.json': { hydros: [currentHydro(0, { unit_groups: [group(0), group(1)] })] },
    'system/thermals.json': { thermals: [] },
    'scenarios/inflow_seasonal_stats.parquet': [{ hydro_id: 0, stage_id: 0, mean_m3s: 20, std_m3s: 0 }],
    'scenarios/load_seasonal_stats.parquet': [0, 1].map((bus_id) => ({ bus_id, stage_id: 0, mean_mw: 8, std_mw: 0 })),
    ...(rows.length === 0 ? {} : { 'constraints/hydro_bounds.parquet': rows }),
  };
}

const limited = [{ hydro_id: 0, stage_id: 0, max_generation_mw: 10 }];

test.each([
  ['all units are free', null, [], 0],
  ['the plant is limited to 10 MW, 6 MW are missing', null, limited, 6 * 730 * 1000],
  ['the original forgets the sum', 'cobre-0.16', limited, 0],
])('%s', async (_, compatibility, rows, cost) => {
  const { policy } = await train(await caseOf(contentsOf(compatibility, rows)));
  expect(policy.lowerBound).toBeCloseTo(cost, 4);
});

test('what a plant gives to each bus is told, and adds up to the plant', async () => {
  const study = await caseOf(contentsOf(null, limited));
  const { policy } = await train(study);
  for await (const scenario of simulate(study, policy, { scenarios: 1 })) {
    const [plant] = rowsOf(scenario, 'hydros');
    const parts = rowsOf(scenario, 'hydro_bus_generation');
    expect(parts.map(({ bus_id }) => bus_id)).toEqual([0, 1]);
    expect(parts.reduce((sum, { generation_mw }) => sum + generation_mw!, 0)).toBeCloseTo(plant!.generation_mw!, 9);
    expect(plant!.generation_mw).toBeCloseTo(10, 9);
  }
});
