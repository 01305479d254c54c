import { hydro, type OwnCase, study, thermal } from './study.js';

const twoBlocks = [
  { id: 0, name: 'DAY', hours: 300 },
  { id: 1, name: 'NIGHT', hours: 200 },
];

const line = (changes: object = {}): object => ({
  id: 0,
  name: 'A-B',
  source_bus_id: 0,
  target_bus_id: 1,
  capacity: { direct_mw: 40, reverse_mw: 40 },
  exchange_cost: 1,
  ...changes,
});

/** Power only: plants, lines, contracts, sources, unserved load. */
export const dispatchCases: readonly OwnCase[] = [
  {
    name: 'thermal-merit-order',
    files: study({
      loads: { 0: [60, 45] },
      thermals: [thermal(0, 10, 30), thermal(1, 20, 20), thermal(2, 50, 40, { generation: { min_mw: 5, max_mw: 40 } })],
    }),
    lowerBound: 975_000,
    checks: [
      { table: 'thermals', where: { stage_id: 0, thermal_id: 2 }, column: 'generation_mw', value: 10 },
      { table: 'thermals', where: { stage_id: 1, thermal_id: 1 }, column: 'generation_mw', value: 10 },
      { table: 'buses', where: { stage_id: 0, bus_id: 0 }, column: 'spot_price', value: 50 },
      { table: 'buses', where: { stage_id: 1, bus_id: 0 }, column: 'spot_price', value: 20 },
    ],
  },
  {
    name: 'transmission-losses',
    files: study({
      loads: { 0: [30], 1: [60] },
      thermals: [thermal(0, 10, 100), thermal(1, 50, 100, { bus_id: 1 })],
      stage: () => ({ blocks: twoBlocks }),
      files: {
        'system/lines.json': { lines: [line({ losses_percent: 10 })] },
        'constraints/exchange_factors.json': {
          exchange_factors: [
            { line_id: 0, stage_id: 0, block_factors: [{ block_id: 0, direct_factor: 0.5, reverse_factor: 1 }] },
          ],
        },
      },
    }),
    lowerBound: 1_174_000,
    checks: [
      { table: 'exchanges', where: { block_id: 0, line_id: 0 }, column: 'direct_flow_mw', value: 20 },
      { table: 'exchanges', where: { block_id: 1, line_id: 0 }, column: 'losses_mw', value: 4 },
      { table: 'thermals', where: { block_id: 1, thermal_id: 1 }, column: 'generation_mw', value: 24 },
    ],
  },
  {
    name: 'deficit-segments',
    files: study({
      loads: { 0: [100] },
      thermals: [thermal(0, 30, 40)],
      busCosts: {
        deficit_segments: [
          { depth_mw: 10, cost: 200 },
          { depth_mw: 20, cost: 400 },
          { depth_mw: null, cost: 900 },
        ],
      },
    }),
    lowerBound: 19_100_000,
    checks: [
      { table: 'buses', where: { stage_id: 0 }, column: 'deficit_mw', value: 60 },
      { table: 'costs', where: { stage_id: 0 }, column: 'deficit_cost', value: 18_500_000 },
    ],
  },
  {
    name: 'contracts-with-revenue',
    files: study({
      loads: { 0: [45, 5] },
      thermals: [thermal(0, 20, 40), thermal(1, 60, 100)],
      files: {
        'system/energy_contracts.json': {
          contracts: [
            { id: 0, name: 'Import', bus_id: 0, type: 'import', price_per_mwh: 30, limits: { min_mw: 2, max_mw: 10 } },
            { id: 1, name: 'Export', bus_id: 0, type: 'export', price_per_mwh: -90, limits: { min_mw: 0, max_mw: 30 } },
          ],
        },
      },
    }),
    lowerBound: -1_040_000,
    checks: [
      { table: 'contracts', where: { stage_id: 1, contract_id: 1 }, column: 'power_mw', value: 30 },
      { table: 'contracts', where: { stage_id: 1, contract_id: 0 }, column: 'power_mw', value: 2 },
      { table: 'contracts', where: { stage_id: 0, contract_id: 1 }, column: 'total_cost', value: -1_350_000 },
    ],
  },
  ...[
    { name: 'source-curtailment', compatibility: 'none', lowerBound: 153_600 },
    { name: 'source-curtailment-original', compatibility: 'cobre-0.5', lowerBound: 92_800 },
  ].map(({ name, compatibility, lowerBound }) => ({
    name,
    files: study({
      loads: { 0: [30, 20] },
      thermals: [thermal(0, 40, 100)],
      stage: () => ({ blocks: twoBlocks }),
      busCosts: { excess_cost: 5 },
      config: { modeling: { compatibility } },
      files: {
        'system/non_controllable_sources.json': {
          non_controllable_sources: [{ id: 0, name: 'Wind', bus_id: 0, max_generation_mw: 50, curtailment_cost: 2 }],
        },
        'scenarios/non_controllable_stats.parquet': [0, 1].map((stage_id) => ({
          ncs_id: 0,
          stage_id,
          mean: 0.8,
          std: 0,
        })),
        'scenarios/non_controllable_factors.json': {
          non_controllable_factors: [0, 1].map((stage_id) => ({
            ncs_id: 0,
            stage_id,
            block_factors: [{ block_id: 1, factor: 0.5 }],
          })),
        },
        'constraints/ncs_bounds.parquet': [{ ncs_id: 0, stage_id: 1, available_generation_mw: 30 }],
        'constraints/penalty_overrides_ncs.parquet': [{ source_id: 0, stage_id: 1, curtailment_cost: 3 }],
      },
    }),
    lowerBound,
    checks: [
      { table: 'non_controllables', where: { stage_id: 0, block_id: 0 }, column: 'curtailment_mw', value: 10 },
      { table: 'non_controllables', where: { stage_id: 1, block_id: 0 }, column: 'curtailment_mw', value: 4 },
      { table: 'thermals', where: { stage_id: 1, block_id: 1 }, column: 'generation_mw', value: 8 },
    ],
  })),
  {
    name: 'user-constraints',
    files: study({
      loads: { 0: [60, 60] },
      thermals: [thermal(0, 10, 100), thermal(1, 30, 100)],
      files: {
        'constraints/generic_constraints.json': {
          constraints: [
            { id: 0, name: 'cap', expression: 'thermal_generation(0)', sense: '<=', slack: { enabled: false } },
            {
              id: 1,
              name: 'mix',
              expression: '2 * thermal_generation(0) - thermal_generation(1)',
              sense: '<=',
              slack: { enabled: true, penalty: 5 },
            },
          ],
        },
        'constraints/generic_constraint_bounds.parquet': [
          { constraint_id: 0, stage_id: 0, block_id: null, bound: 40 },
          { constraint_id: 1, stage_id: 1, block_id: null, bound: 30 },
        ],
      },
    }),
    lowerBound: 1_025_000,
    checks: [
      { table: 'thermals', where: { stage_id: 0, thermal_id: 0 }, column: 'generation_mw', value: 40 },
      { table: 'violations/generic', where: { stage_id: 1, constraint_id: 1 }, column: 'slack_value', value: 90 },
    ],
  },
  {
    name: 'stage-overrides',
    files: study({
      loads: { 0: [20, 20, 20], 1: [30, 30, 30] },
      thermals: [thermal(0, 10, 100), thermal(1, 50, 100, { bus_id: 1 })],
      files: {
        'system/lines.json': { lines: [line({ capacity: { direct_mw: 20, reverse_mw: 20 } })] },
        'constraints/line_bounds.parquet': [{ line_id: 0, stage_id: 1, direct_mw: 10, reverse_mw: null }],
        'constraints/penalty_overrides_line.parquet': [{ line_id: 0, stage_id: 1, exchange_cost: 2 }],
        'constraints/penalty_overrides_bus.parquet': [{ bus_id: 0, stage_id: 2, excess_cost: 3 }],
        'constraints/thermal_bounds.parquet': [
          { thermal_id: 0, stage_id: 1, min_generation_mw: null, max_generation_mw: null, cost_per_mwh: 15 },
          { thermal_id: 1, stage_id: 1, min_generation_mw: null, max_generation_mw: 15, cost_per_mwh: null },
          { thermal_id: 0, stage_id: 2, min_generation_mw: 60, max_generation_mw: null, cost_per_mwh: null },
        ],
      },
    }),
    lowerBound: 4_160_000,
    checks: [
      { table: 'buses', where: { stage_id: 1, bus_id: 1 }, column: 'deficit_mw', value: 5 },
      { table: 'buses', where: { stage_id: 2, bus_id: 0 }, column: 'excess_mw', value: 20 },
    ],
  },
  {
    name: 'entry-and-exit',
    files: study({
      loads: { 0: [20, 20, 20] },
      thermals: [thermal(0, 10, 100, { entry_stage_id: 1, exit_stage_id: 2 }), thermal(1, 40, 100)],
      hydros: [
        hydro(0, { productivity: 0.5, maxTurbined: 10, maxStorage: 0 }, { downstream_id: 1, entry_stage_id: 1 }),
        hydro(1, { maxTurbined: 10, maxStorage: 0 }),
      ],
      inflows: { 0: [4, 4, 4], 1: [0, 0, 0] },
      storage: { 0: 0, 1: 0 },
    }),
    lowerBound: 670_000,
    checks: [
      { table: 'hydros', where: { stage_id: 0, hydro_id: 1 }, column: 'turbined_m3s', value: 4 },
      { table: 'thermals', where: { stage_id: 1, thermal_id: 0 }, column: 'generation_mw', value: 14 },
    ],
  },
  {
    name: 'discounting',
    files: study({
      loads: { 0: [20, 20, 20] },
      thermals: [thermal(0, 50, 100)],
      discountRate: 0.1,
      transitions: [
        { source_id: 0, target_id: 1, probability: 1 },
        { source_id: 1, target_id: 2, probability: 1, annual_discount_rate_override: 0.2 },
      ],
    }),
    lowerBound: 500_000 * (1 + 1.1 ** (-21 / 365.25) * (1 + 1.2 ** (-21 / 365.25))),
    checks: [
      {
        table: 'costs',
        where: { stage_id: 2 },
        column: 'discount_factor',
        value: 1.1 ** (-21 / 365.25) * 1.2 ** (-21 / 365.25),
      },
    ],
  },
  {
    name: 'load-blocks',
    files: study({
      loads: { 0: [50] },
      thermals: [thermal(0, 10, 40), thermal(1, 30, 40)],
      stage: () => ({ blocks: twoBlocks }),
      files: {
        'scenarios/load_factors.json': {
          load_factors: [
            {
              bus_id: 0,
              stage_id: 0,
              block_factors: [
                { block_id: 0, factor: 1.2 },
                { block_id: 1, factor: 0.7 },
              ],
            },
          ],
        },
      },
    }),
    lowerBound: 370_000,
    checks: [{ table: 'buses', where: { block_id: 1 }, column: 'load_mw', value: 35 }],
  },
  {
    name: 'cyclic-horizon',
    files: study({
      loads: { 0: [20, 10] },
      thermals: [thermal(0, 50, 100)],
      graph: 'cyclic',
      discountRate: 20,
      config: { training: { forward_passes: 1, stopping_rules: [{ type: 'iteration_limit', limit: 120 }] } },
    }),
    lowerBound: (500_000 + 250_000 * 21 ** (-21 / 365.25)) / (1 - 21 ** (-42 / 365.25)),
    tolerance: 1,
  },
];
