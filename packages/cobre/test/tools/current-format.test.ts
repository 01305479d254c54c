/** Today's form of the format as an agent meets it, with a case that has one of everything, over a process's own pipes. */
import { join } from 'node:path';
import { type ChildServer, startChildServer } from '@quadrivium/kernel/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundled } from '../cli/program.js';
import { newRoot } from './served.js';

let root: string;
let child: ChildServer;
let calls = 0;

beforeAll(async () => {
  root = await newRoot();
  child = startChildServer(bundled('cobre-mcp'), { args: ['--allowed-dirs', root, '--allow-write'] });
  await child.session.initialize('2025-03-26');
});

afterAll(() => child.kill());

// biome-ignore lint/suspicious/noExplicitAny: answers of every tool.
async function call(tool: string, args: object): Promise<any> {
  const { result } = (await child.session.call(++calls, tool, args)) as {
    result: { content: readonly { text: string }[] };
  };
  return JSON.parse(result.content[0]!.text);
}

async function resource(uri: string) {
  const { result } = (await child.session.request(`r${++calls}`, 'resources/read', { uri })) as {
    result: { contents: readonly { text: string }[] };
  };
  return JSON.parse(result.contents[0]!.text);
}

const at = () => join(root, 'every-part');

// Whichever test asks first makes the case, or trains it: each may run alone.
// biome-ignore lint/suspicious/noExplicitAny: answers of every tool.
let making: Promise<any> | undefined;
// biome-ignore lint/suspicious/noExplicitAny: answers of every tool.
let training: Promise<any> | undefined;

function made() {
  making ??= call('cobre/create-case', { case_dir: at(), template: 'every-part' });
  return making;
}

async function ran() {
  await made();
  training ??= call('cobre/run', { case_dir: at(), prove: true });
  return training;
}

describe('a case with one of everything', () => {
  test('is written from the template, valid, and told to be of the current form with all it uses', async () => {
    expect(await made()).toMatchObject({ valid: true, errors: [], warnings: [] });
    const found = await call('cobre/inspect-case', { case_dir: at() });
    // Counted by hand in the template.
    expect(found).toMatchObject({
      generation: 'current',
      compatibility: null,
      entities: {
        hydros: 3,
        thermals: 3,
        contracts: 1,
        pumping_stations: 1,
        non_controllable_sources: 1,
        batteries: 1,
      },
      parts: {
        unit_groups: 4,
        split_plants: 1,
        travel_times: 1,
        filling_reservoirs: 1,
        anticipated_thermals: 1,
        commissioning_windows: 2,
        chronological_stages: 0,
        policy_nodes: 0,
        post_study_stages: 1,
        generic_constraints: 2,
        named_expressions: 1,
        scalar_parameters: 1,
      },
    });
    // Two openings in each of three months.
    expect(await call('cobre/list-scenarios', { case_dir: at() })).toMatchObject({ count: 8, stages: 3, entities: 3 });
  });

  test('runs to an exact gap, with a proof that holds', async () => {
    const run = await ran();
    expect(run).toMatchObject({
      status: 'completed',
      training: { termination_reason: 'gap' },
      simulation: { scenarios: 8 },
    });
    expect(run.proof.gap).toBeLessThan(1e-6);
    const checked = await call('cobre/verify-proof', { output_dir: join(at(), 'output') });
    expect(checked).toMatchObject({ holds: true });
  });

  test('every table can be asked for, and those of what the case has hold rows', async () => {
    await ran();
    const { result } = (await child.session.request(`t${++calls}`, 'tools/list')) as {
      result: { tools: readonly { name: string; inputSchema: { properties: Record<string, { enum: string[] }> } }[] };
    };
    const asked = result.tools.find(({ name }) => name === 'cobre/query-results')!;
    const empty: string[] = [];
    for (const entity_type of asked.inputSchema.properties.entity_type!.enum) {
      const table = await call('cobre/query-results', { output_dir: join(at(), 'output'), entity_type });
      expect(table).toHaveProperty('columns');
      if (table.total_rows === 0) empty.push(entity_type);
      const file = await call('cobre/export-results', { output_dir: join(at(), 'output'), entity_type, format: 'csv' });
      expect(file.rows).toBe(table.total_rows);
      const read = await resource(`cobre://output/${encodeURIComponent(join(at(), 'output'))}/results/${entity_type}`);
      expect(read).toBeTruthy();
    }
    // No inflow has a memory, no plant has planes or evaporates; the table of slacks has rows of zero.
    expect(empty).toEqual(['inflow_lags', 'fpha_hyperplanes', 'fpha_deviation_points', 'evaporation_models']);
  });
});

test('what follows from the case alone is asked for by its plants, stages and constraints', async () => {
  await ran();
  const output_dir = join(at(), 'output');
  const echo = await call('cobre/query-results', {
    output_dir,
    entity_type: 'resolved_echo',
    filters: { stage_range: [0, 0], columns: ['stage_id', 'constraint_name', 'bound_upper'] },
  });
  expect(new Set(echo.rows.map(([stage]: [number]) => stage))).toEqual(new Set([0]));
  const promised = await call('cobre/query-results', { output_dir, entity_type: 'fixed_deliveries' });
  expect(promised.columns).toEqual(['thermal_id', 'start_date', 'end_date', 'value_mw']);
  const plants = { output_dir, entity_type: 'evaporation_models', filters: { columns: ['hydro_id', 'colour'] } };
  expect(await call('cobre/query-results', plants)).toMatchObject({ kind: 'InvalidArguments' });
});

test('tables of a case are read under the names of their files', async () => {
  await made();
  const table = (name: string) => `cobre://case/${encodeURIComponent(at())}/entities/${name}`;
  const rows = await resource(table('load_seasonal_stats'));
  expect(rows).toMatchObject({ file: 'scenarios/load_seasonal_stats.parquet', truncated: false });
  expect(rows.rows[0]).toHaveProperty('mean_mw');
  // The template gives no limits of pumps.
  expect(await resource(table('pumping_bounds'))).toEqual({
    file: 'constraints/pumping_bounds.parquet',
    rows: [],
    total_rows: 0,
    truncated: false,
  });
});

describe('schemas of both forms', () => {
  test('a file that only the current form has is described without being told so', async () => {
    for (const file of ['constraints/generic_parameters.json', 'post_study_stages.json']) {
      const { schema } = await call('cobre/get-config-schema', { file });
      expect(JSON.stringify(schema)).toMatch(/scalar_parameters|post_study_stage_index/);
    }
  });

  test('the same file differs by its form, tables too, and what a form does not have is refused', async () => {
    const text = async (args: object) => JSON.stringify((await call('cobre/get-config-schema', args)).schema);
    const file = 'system/hydros.json';
    expect(await text({ file })).toContain('productivity_mw_per_m3s');
    expect(await text({ file, generation: 'current' })).toContain('unit_groups');
    const pumps = 'constraints/pumping_bounds.parquet';
    expect(await text({ file: pumps })).not.toContain('pumping_station_id');
    expect(await text({ file: pumps, generation: 'current' })).toContain('pumping_station_id');
    expect(await text({ generation: 'current' })).toContain('enumerated');
    const none = await call('cobre/get-config-schema', { file: 'post_study_stages.json', generation: 'cobre-0.5' });
    expect(none).toMatchObject({ kind: 'InvalidArguments', context: { field: 'file' } });
  });
});

test('tables are written under the names of the current form, days as days', async () => {
  const case_dir = join(root, 'named');
  const made = await call('cobre/create-case', {
    case_dir,
    template: 'every-part',
    files: {
      'constraints/pumping_bounds.parquet': [{ pumping_station_id: 0, stage_id: 0, max_m3s: 3 }],
      'constraints/penalty_overrides_ncs.parquet': [{ ncs_id: 0, stage_id: 0, curtailment_cost: 1 }],
      'constraints/hydro_unit_group_bounds.parquet': [
        { hydro_id: 1, hydro_unit_group_id: 1, stage_id: 0, block_id: 1, max_turbined_m3s: 25 },
      ],
      // With models that are given, nothing is fitted to the history.
      'scenarios/inflow_ar_coefficients.parquet': [],
      'scenarios/inflow_history.parquet': [
        { hydro_id: 0, start_date: '2029-12-01', end_date: '2030-01-01', value_m3s: 45 },
      ],
    },
  });
  expect(made).toMatchObject({ valid: true, errors: [] });
  const { tables } = await resource(`cobre://case/${encodeURIComponent(case_dir)}/scenarios/0`);
  const history = tables.find(({ file }: { file: string }) => file === 'scenarios/inflow_history.parquet');
  expect(JSON.stringify(history.rows)).toContain('2029-12-01');
});

test('a case that mixes both forms is inspected and named as that', async () => {
  const case_dir = join(root, 'mixed');
  const made = await call('cobre/create-case', {
    case_dir,
    template: 'one-reservoir',
    files: {
      'config.json': { training: { forward_passes: 1, stopping_rules: [{ type: 'iteration_limit', limit: 1 }] } },
    },
  });
  expect(made).toMatchObject({ valid: false, errors: [{ kind: 'IncompatibleSettings' }] });
  expect(await call('cobre/inspect-case', { case_dir })).toMatchObject({ generation: 'mixed' });
});
