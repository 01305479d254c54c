/** What an agent does from nothing: create a case, find it, run it, and ask what its water is worth. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WaterValues } from '../../src/service/answers/water-values.js';
import { runCase } from '../../src/service/runs/run-case.js';
import { loadCase } from '../../src/validation/load-case.js';
import { smallCase, writeCase } from '../case/write-case.js';
import { caseOf } from '../random-case.js';
import { type Connected, connect, newRoot, study } from './served.js';

let root: string;
let server: Connected;

beforeAll(async () => {
  root = await newRoot();
  server = await connect(root);
});

afterAll(() => server.close());

async function resource(uri: string) {
  const { contents } = await server.client.readResource({ uri });
  return JSON.parse((contents[0] as { text: string }).text);
}

describe('cobre/create-case', () => {
  test('writes a template, which is valid, and listed in a resource with others', async () => {
    const case_dir = join(root, 'studies', 'first');
    const { data } = await server.call('cobre/create-case', { case_dir, template: 'one-reservoir' });
    expect(data).toMatchObject({ valid: true, errors: [] });
    expect(data.files).toContain('scenarios/inflow_seasonal_stats.parquet');
    const { resources } = await server.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('cobre://cases');
    const { cases } = await resource('cobre://cases');
    const listed = cases.find(({ case_dir }: { case_dir: string }) => case_dir === 'studies/first');
    expect(await resource(listed.config)).toHaveProperty('training');
    expect(JSON.stringify(cases)).not.toContain(root);
  });

  test('writes everything from objects and rows, and the case is the one that was meant', async () => {
    const case_dir = join(root, 'given');
    const files = study();
    const { data } = await server.call('cobre/create-case', { case_dir, files });
    expect(data).toMatchObject({ valid: true, errors: [] });
    const other = await writeCase(join(root, 'by-hand'), files);
    expect((await loadCase(case_dir)).case).toEqual((await loadCase(other)).case);
  });

  test('replaces files of a template, and says what is wrong with the case', async () => {
    const case_dir = join(root, 'wrong');
    const files = { 'system/buses.json': { buses: [] } };
    const { data, isError } = await server.call('cobre/create-case', { case_dir, template: 'cascade', files });
    expect(isError).toBe(false);
    expect(data).toMatchObject({ valid: false });
    expect(JSON.stringify(data.errors)).toContain('MissingReference');
    const again = await server.call('cobre/create-case', { case_dir, template: 'cascade' });
    expect(again.data).toMatchObject({ kind: 'InvalidArguments' });
    const replaced = await server.call('cobre/create-case', { case_dir, template: 'cascade', replace: true });
    expect(replaced.data).toMatchObject({ valid: true });
  });

  test.each([
    ['a path that no case has', { 'notes.txt': {} }],
    ['a path that leads out', { '../config.json': {} }],
    ['rows where an object belongs', { 'config.json': [] }],
    ['an object where rows belong', { 'scenarios/inflow_seasonal_stats.parquet': {} }],
    ['a column that a table does not have', { 'scenarios/inflow_seasonal_stats.parquet': [{ rain: 1 }] }],
    ['a value that is none', { 'scenarios/inflow_seasonal_stats.parquet': [{ mean_m3s: { a: 1 } }] }],
  ])('refuses %s before anything is written', async (_, files) => {
    const case_dir = join(root, 'refused');
    const { data } = await server.call('cobre/create-case', { case_dir, files });
    expect(data.kind).toBe('InvalidArguments');
    expect(existsSync(case_dir)).toBe(false);
  });

  test('is refused to a server that may not write', async () => {
    const reader = await connect(root, { write: false });
    const { isError } = await reader.call('cobre/create-case', { case_dir: join(root, 'no'), template: 'cascade' });
    expect(isError).toBe(true);
    await reader.close();
  });

  test('every file has a schema to write it by', async () => {
    const { data } = await server.call('cobre/get-config-schema', { file: 'system/hydros.json' });
    expect(JSON.stringify(data.schema)).toContain('max_storage_hm3');
    const rows = await server.call('cobre/get-config-schema', { file: 'scenarios/inflow_seasonal_stats.parquet' });
    expect(JSON.stringify(rows.data.schema)).toContain('mean_m3s');
  });
});

describe('cobre/water-values', () => {
  let case_dir: string;

  beforeAll(async () => {
    case_dir = await writeCase(join(root, 'valued'), smallCase());
    await runCase(await caseOf({}), case_dir);
  });

  const at = async (request: object) =>
    (await server.call('cobre/water-values', { case_dir, ...request })).data as unknown as WaterValues;

  test('are those of the cuts: the cost after the stage falls by them along the state', async () => {
    const [low, high] = [await at({ storage_percent: 40 }), await at({ storage_percent: 40.001 })];
    const [hydro] = low.hydros;
    // 100 hm3 of useful volume: a thousandth of a percent is 0.001 hm3.
    expect(hydro!.storage_hm3).toBeCloseTo(40, 9);
    // 40 hm3 and an inflow of 10 m3/s give 25 MW for a load of 80 MW, so that water saves the plant of 30 $/MWh behind the
    // first 40 MW: 30 $/MWh times 1 MW per m3/s times 10^6 / 3600 m3/s hours in a hm3.
    expect(hydro!.water_value_per_hm3).toBeCloseTo((30 * 1e6) / 3600, 6);
    expect(Number(low.future_cost) - Number(high.future_cost)).toBeCloseTo(hydro!.water_value_per_hm3 * 0.001, 4);
    const [bus] = low.subsystems;
    expect(bus!.value_per_percent).toBeCloseTo(hydro!.water_value_per_hm3, 6);
  });

  test('fall as reservoirs fill', async () => {
    const values: number[] = [];
    for (const storage_percent of [0, 20, 40, 60, 80, 100]) {
      const { hydros } = await at({ storage_percent });
      values.push(hydros[0]!.water_value_per_hm3);
    }
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(values[0]).toBeGreaterThan(0);
  });

  test('find a stage by its month and a reservoir by its name, and name what is not there', async () => {
    const { starts } = await at({ stage: 1 });
    const month = Number(String(starts).slice(5, 7));
    expect(await at({ month })).toEqual(await at({ stage: 1 }));
    expect(await at({ storage_percent_of: { nobody: 5 } })).toMatchObject({ kind: 'InvalidArguments' });
    expect(await at({ stage: 9 })).toMatchObject({ kind: 'InvalidArguments' });
    expect(await at({ month: (month + 5) % 12 || 12 })).toMatchObject({ kind: 'InvalidArguments' });
    // Nothing follows the last stage.
    expect(await at({ stage: 2 })).toMatchObject({ kind: 'InvalidArguments' });
  });
});
