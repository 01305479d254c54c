/** Answers that could be taken for more than they are. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stageEntry } from '../case/write-case.js';
import { type Connected, connect, finishedStudy, newRoot, writeStudy } from './served.js';

let root: string;
let output: string;
let server: Connected;

beforeAll(async () => {
  root = await newRoot();
  output = join(await finishedStudy(root), 'output');
  server = await connect(root);
});

afterAll(() => server.close());

interface Row {
  readonly entity_id: number;
  readonly name: string;
  readonly stage_id: number;
  readonly count: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

describe('cobre/statistics', () => {
  const ask = (args: object = {}) =>
    server.call('cobre/statistics', { output_dir: output, entity_type: 'hydros', metric: 'storage', ...args });

  /** The stored values themselves, one per scenario. */
  async function stored(hydro: number[], stage: number): Promise<number[]> {
    const columns = ['scenario_id', 'storage_final_hm3'];
    const filters = { entity_id: hydro, stage_range: [stage, stage], columns };
    const { data } = await server.call('cobre/query-results', { output_dir: output, entity_type: 'hydros', filters });
    const sums = new Map<number, number>();
    for (const [scenario, value] of data.rows as unknown as [number, number][])
      sums.set(scenario, (sums.get(scenario) ?? 0) + value);
    return [...sums.values()];
  }

  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

  test('has a row for each entity and stage, over the scenarios and nothing else', async () => {
    const { data } = await ask();
    const rows = data.rows as unknown as Row[];
    expect(rows.map(({ name, stage_id }) => `${name} ${stage_id}`)).toEqual(
      ['ITAIPU', 'TUCURUI'].flatMap((name) => [0, 1, 2].map((stage) => `${name} ${stage}`)),
    );
    for (const row of rows) {
      const values = await stored([row.entity_id], row.stage_id);
      expect(row.count).toBe(6);
      expect(row.mean).toBeCloseTo(mean(values), 9);
      expect([row.min, row.max]).toEqual([Math.min(...values), Math.max(...values)]);
    }
    expect(data).toMatchObject({ total_rows: 6, truncated: false, unit: 'hm3' });
  });

  test('adds entities up under the name of totals, and never prices', async () => {
    const { data } = await ask();
    const totals = data.totals as unknown as Row[];
    expect(totals.map(({ stage_id, count }) => [stage_id, count])).toEqual([0, 1, 2].map((stage) => [stage, 6]));
    for (const total of totals) expect(total.mean).toBeCloseTo(mean(await stored([0, 1], total.stage_id)), 9);
    const prices = await ask({ entity_type: 'buses', metric: 'marginal_cost' });
    expect(prices.data).toMatchObject({ column: 'spot_price', totals: [] });
  });

  test('can be narrowed, and says what it left out', async () => {
    const one = await ask({ filters: { entity_id: 'ITAIPU', stage_range: [1, 2] } });
    expect((one.data.rows as unknown as Row[]).map(({ name, stage_id }) => [name, stage_id])).toEqual([
      ['ITAIPU', 1],
      ['ITAIPU', 2],
    ]);
    const few = await ask({ filters: { limit: 4 } });
    expect(few.data).toMatchObject({ total_rows: 6, truncated: true });
  });

  test.each(['constructor', '__proto__', 'toString', 'colour'])('says that %s is no metric', async (metric) => {
    const { isError, data } = await ask({ metric });
    expect({ isError, kind: data.kind }).toEqual({ isError: true, kind: 'InvalidArguments' });
    expect(data.message).toContain(metric);
  });
});

test('columns named like parts of every object are unknown columns', async () => {
  for (const entity_type of ['hydros', 'lines']) {
    const asked = { output_dir: output, entity_type, filters: { columns: ['constructor'] } };
    expect((await server.call('cobre/query-results', asked)).data.kind).toBe('InvalidArguments');
  }
});

/** The study has one bus, so no lines, and no pumps either. */
test.each(['lines', 'pumping_stations'])('%s, of which there are none, have 0 rows everywhere', async (entity_type) => {
  const asked = { output_dir: output, entity_type };
  const rows = await server.call('cobre/query-results', asked);
  expect(rows).toMatchObject({ isError: false, data: { total_rows: 0, rows: [] } });
  const metric = entity_type === 'lines' ? 'net_flow_mw' : 'pumped_flow_m3s';
  const spread = await server.call('cobre/statistics', { ...asked, metric });
  expect(spread).toMatchObject({ isError: false, data: { total_rows: 0, rows: [], totals: [] } });
  for (const format of ['csv', 'json', 'arrow'])
    expect(await server.call('cobre/export-results', { ...asked, format })).toMatchObject({
      isError: false,
      data: { rows: 0 },
    });
  const header = await readFile(join(output, 'exports', `${entity_type}.csv`), 'utf8');
  expect(header).toMatch(/^scenario_id,stage_id,.*\n$/);
  const uri = `cobre://output/${encodeURIComponent(output)}/results/${entity_type}`;
  const { contents } = await server.client.readResource({ uri });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ total_rows: 0, rows: [] });
});

test('a table in CSV is an error that says how to mend it, in validation and in a run', async () => {
  const caseDir = await writeStudy(root, 'text');
  await rm(join(caseDir, 'scenarios/load_seasonal_stats.parquet'));
  await writeFile(join(caseDir, 'scenarios/load_seasonal_stats.csv'), 'bus_id,stage_id,mean_mw,std_mw\n0,0,120,0\n');
  const { data } = await server.call('cobre/validate', { case_dir: caseDir });
  const errors = data.errors as unknown as { kind: string; context: object; suggestion: string }[];
  expect(errors).toMatchObject([{ kind: 'ParseError', context: { file: 'scenarios/load_seasonal_stats.csv' } }]);
  expect(errors[0]?.suggestion).toContain('load_seasonal_stats.parquet');
  const run = await server.call('cobre/run', { case_dir: caseDir });
  expect(run).toMatchObject({ isError: true, data: { kind: 'ParseError' } });
});

test('at most 100 errors are listed, with the count of the rest', async () => {
  const rows = Array.from({ length: 250 }, (_, k) => ({ hydro_id: 50 + k, stage_id: 0, mean_m3s: 1, std_m3s: 0 }));
  const caseDir = await writeStudy(root, 'mistaken', { 'scenarios/inflow_seasonal_stats.parquet': rows });
  const { data } = await server.call('cobre/validate', { case_dir: caseDir });
  const { error_count } = data.summary as unknown as { error_count: number };
  expect(error_count).toBeGreaterThanOrEqual(250);
  expect(data.errors).toHaveLength(100);
  expect(data.not_listed).toMatchObject({ errors: error_count - 100 });
  await mkdir(join(root, 'empty'));
  const few = await server.call('cobre/validate', { case_dir: join(root, 'empty') });
  expect(few.data).not.toHaveProperty('not_listed');
});

describe('rows in fewer words', () => {
  const ask = (more: object) =>
    server.call('cobre/query-results', { output_dir: output, entity_type: 'hydros', ...more });

  test('compact states constant columns once and gives seven digits; the default is as specified', async () => {
    const [whole, few] = [(await ask({})).data, (await ask({ compact: true })).data];
    expect(whole).not.toHaveProperty('constants');
    const [columns, kept] = [whole.columns as unknown as string[], few.columns as unknown as string[]];
    const constants = few.constants as unknown as Record<string, unknown>;
    // Nothing is evaporated in this study, and every plant operates (code 2).
    expect(constants).toMatchObject({ operative_state_code: 2 });
    expect([...kept, ...Object.keys(constants)].sort()).toEqual([...columns].sort());
    const [rows, short] = [whole.rows as unknown as number[][], few.rows as unknown as number[][]];
    expect(short).toHaveLength(rows.length);
    const at = columns.indexOf('storage_final_hm3');
    const [exact, rounded] = [rows[3]![at]!, short[3]![kept.indexOf('storage_final_hm3')]!];
    expect(rounded).toBe(Number(exact.toPrecision(7)));
    expect(JSON.stringify(few).length).toBeLessThan(JSON.stringify(whole).length / 2);
  });
});

describe('what runs were about', () => {
  const cvar = { 'stages.json': riskAverse({ cvar: { alpha: 0.5, lambda: 0.5 } }) };

  test('policies of different risk measures are told apart, those of one case are not', async () => {
    const averse = join(await finishedStudy(root, 'averse', cvar), 'output/policy');
    const own = join(output, 'policy');
    const compare = async (other: string) =>
      (await server.call('cobre/compare-policies', { policy_dirs: [own, other] })).data as unknown as {
        compatible: boolean;
        differences: { field: string; values: string[] }[];
      };
    expect((await compare(own)).differences).toEqual([]);
    const { compatible, differences } = await compare(averse);
    expect(compatible).toBe(true);
    expect(differences.find(({ field }) => field === 'risk_measure')?.values).toEqual([
      'expectation',
      'cvar (alpha 0.5, lambda 0.5)',
    ]);
  });

  test('a negative gap under CVaR is explained by CVaR and not by sampling', async () => {
    const { messages } = await server.client.getPrompt({
      name: 'cobre/diagnose-convergence',
      arguments: { output_dir: join(root, 'averse/output') },
    });
    const text = JSON.stringify(messages);
    expect(text).toContain('The risk measure is cvar');
    expect(text).not.toContain('estimate from few trajectories');
  });
});

function riskAverse(risk_measure: object): object {
  const stages = [0, 1, 2].map((id) => stageEntry(id, { num_scenarios: 4, risk_measure }));
  return { policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 }, stages };
}
