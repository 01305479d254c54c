/** Limits of spillage, diversion, groups of units and storage in stages and blocks, on the study of `hand-study.ts`. */
import { describe, expect, test } from 'vitest';
import { CutPool } from '../src/lp/cuts/cut-pool.js';
import { dry, hydro, hydroCosts, optimum, twoBlocks, unitsOf, water, wet } from './case/hand-study.js';
import type { CaseContents } from './case/write-case.js';

/** A full lake, and turbines that cost more than they save: all inflow has to leave some other way while there is one. */
const overflowing = (costs: object, plant: Record<string, unknown> = {}) => ({
  ...hydroCosts({ turbined_cost: 50, ...costs }),
  ...hydro({ reservoir: { min_storage_hm3: 0, max_storage_hm3: 50 }, ...plant }),
});
const limits = (rows: readonly object[]) => ({ 'constraints/hydro_bounds.parquet': rows as CaseContents[string] });
const inBoth = (row: object) => limits([0, 1].map((stage_id) => ({ hydro_id: 0, stage_id, ...row })));

describe('spillage has limits', () => {
  test('what must be spilled is lost', async () => {
    const rows = limits([{ hydro_id: 0, stage_id: 0, min_spillage_m3s: 5 }]);
    expect(await optimum(rows)).toBeCloseTo(wet + (30 + 0.01) * 5 * 730, 4);
  });

  test('in one block only', async () => {
    const rows = limits([{ hydro_id: 0, stage_id: 1, block_id: 0, min_spillage_m3s: 5 }]);
    expect(await optimum({ ...twoBlocks, ...rows })).toBeCloseTo(wet + (30 + 0.01) * 5 * 365, 4);
  });

  test('what may not be spilled is turbined', async () => {
    expect(await optimum(overflowing({}))).toBeCloseTo(dry + 0.01 * 30 * 730, 4);
    // 5 of 20 and 5 of 10 m³/s are spilled at 0.01; the rest is turbined at 50 and saves 30.
    const turbined = (15 + 5) * 730 * (50 - 30);
    expect(await optimum({ ...overflowing({}), ...inBoth({ max_spillage_m3s: 5 }) })).toBeCloseTo(
      dry + 0.01 * 5 * 1460 + turbined,
      4,
    );
  });
});

describe('diversion has limits', () => {
  const diverting = { diversion: { downstream_id: null, max_flow_m3s: 50 } };

  test('what must be diverted is lost', async () => {
    const rows = limits([{ hydro_id: 0, stage_id: 1, min_diversion_m3s: 4 }]);
    expect(await optimum({ ...hydro(diverting), ...rows })).toBeCloseTo(wet + (30 + 0.01) * 4 * 730, 4);
  });

  test('what may not be diverted is spilled', async () => {
    const changes = overflowing({ spillage_cost: 5 }, diverting);
    expect(await optimum(changes)).toBeCloseTo(dry + 0.01 * 30 * 730, 4);
    // In the first month 3 of 20 m³/s are diverted and 17 spilled at 5; in the second all 10 are diverted.
    const rows = limits([{ hydro_id: 0, stage_id: 0, max_diversion_m3s: 3 }]);
    expect(await optimum({ ...changes, ...rows })).toBeCloseTo(dry + 730 * (0.01 * 3 + 5 * 17 + 0.01 * 10), 4);
  });

  test('in one block only', async () => {
    const rows = limits([{ hydro_id: 0, stage_id: 0, block_id: 1, max_diversion_m3s: 3 }]);
    const changes = { ...twoBlocks, ...overflowing({ spillage_cost: 5 }, diverting), ...rows };
    // Blocks of a month share its water: the other block diverts 37 m³/s, and nothing is spilled.
    expect(await optimum(changes)).toBeCloseTo(dry + 0.01 * 30 * 730, 4);
    const tight = limits(
      [0, 1].map((block_id) => ({ hydro_id: 0, stage_id: 0, block_id, max_diversion_m3s: 3 + block_id })),
    );
    expect(await optimum({ ...changes, ...tight })).toBeCloseTo(
      dry + 365 * (0.01 * (3 + 4) + 5 * (40 - 7)) + 0.01 * 10 * 730,
      4,
    );
  });
});

describe('groups of units have limits in single blocks', () => {
  const group = (id: number, most: number, bus_id = 0) => ({ ...unitsOf(most), id, bus_id });
  const rows = (changes: object) => ({
    'constraints/hydro_unit_group_bounds.parquet': [0, 1].map((stage_id) => ({
      hydro_id: 0,
      hydro_unit_group_id: 1,
      stage_id,
      block_id: 1,
      ...changes,
    })),
  });

  test('a group that rests leaves what the other can do', async () => {
    const changes = { ...twoBlocks, ...hydro({ unit_groups: [group(0, 5), group(1, 40)] }) };
    expect(await optimum(changes)).toBeCloseTo(wet, 4);
    // 5 MW in the second halves, 40 MW against the dear plant in the first, and what is left against the cheap one.
    const dear = 5 * 730 + 40 * 730;
    expect(await optimum({ ...changes, ...rows({ max_turbined_m3s: 0, max_generation_mw: 0 }) })).toBeCloseTo(
      dry - 30 * dear - 10 * (water - dear),
      4,
    );
  });

  test('a group on a bus of its own serves less of that bus', async () => {
    const stages = [0, 1];
    const changes = {
      ...twoBlocks,
      ...hydro({ unit_groups: [group(0, 40), group(1, 10, 1)] }),
      'system/buses.json': {
        buses: [0, 1].map((id) => ({ id, name: `Bus ${id}`, operational_start_date: '2000-01-01' })),
      },
      'scenarios/load_seasonal_stats.parquet': stages.flatMap((stage_id) =>
        [80, 10].map((mean_mw, bus_id) => ({ bus_id, stage_id, mean_mw, std_mw: 0 })),
      ),
    };
    // 10 MW of the second bus are worth 1000 $/MWh to it; the rest of the water replaces the dear plant.
    const served = 10 * 1460;
    expect(await optimum(changes)).toBeCloseTo(dry - 30 * (water - served), 4);
    const missing = 6 * 730;
    expect(await optimum({ ...changes, ...rows({ max_generation_mw: 4 }) })).toBeCloseTo(
      dry - 30 * (water - served + missing) + 1000 * missing,
      4,
    );
  });

  test('what a group must turbine and cannot is paid for', async () => {
    const changes = { ...twoBlocks, ...hydro({ unit_groups: [group(0, 5), group(1, 40)] }) };
    // The reservoir is empty and nothing flows in: 7 m³/s are missing in the second halves, at 5000 $/(m³/s·h).
    const empty = {
      'initial_conditions.json': { storage: [{ hydro_id: 0, value_hm3: 0 }], filling_storage: [] },
      'scenarios/inflow_seasonal_stats.parquet': [0, 1].map((stage_id) => ({
        hydro_id: 0,
        stage_id,
        mean_m3s: 0,
        std_m3s: 0,
      })),
    };
    expect(await optimum({ ...changes, ...empty, ...rows({ min_turbined_m3s: 7 }) })).toBeCloseTo(
      dry + 5000 * 7 * 730,
      4,
    );
  });
});

test('a plant that is gone in the last stage leaves with all that an earlier stage let it hold', async () => {
  const rows = limits([{ hydro_id: 0, stage_id: 0, max_storage_hm3: 110 }]);
  const boundary = CutPool.create(1, 1);
  // 20,000 $ for a hm³ behind the study, more than the 8333 $ that it saves within: all is kept, also beyond the 100 hm³ of the plant.
  boundary.add(0, [-20]);
  expect(await optimum({ ...hydro({ exit_stage_id: 1 }), ...rows }, undefined, { boundary })).toBeCloseTo(
    dry - 20_000 * (50 + 20 * 730 * 0.0036),
    4,
  );
});
