import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { beforeAll, describe, expect, test } from 'vitest';
import { QueryEngine } from '../../src/query/query-engine.js';
import { exportResults } from '../../src/service/answers/export-results.js';
import { queryResults } from '../../src/service/answers/query-results.js';
import { plainFiles } from '../../src/service/files/files.js';
import { hydroEntry } from '../case/write-case.js';
import { finishedStudy, newRoot, settings } from '../tools/served.js';

const engine = new QueryEngine();
let root: string;
let output: string;
const files = plainFiles('/');

beforeAll(async () => {
  root = await newRoot();
  output = join(await finishedStudy(root), 'output');
});

const query = (outputDirectory: string, filters = {}, limit = 10_000) =>
  queryResults(files, engine, { outputDirectory, entityType: 'hydros', filters, limit });

describe('entities', () => {
  test.each([
    ['an integer', 1],
    ['a number as text', '1'],
    ['a name', 'TUCURUI'],
    ['a name in other letters', 'tucurui'],
    ['a list', [1]],
    ['a mixed list', ['1', 'TUCURUI']],
  ])('are found by %s', async (_, entity_id) => {
    const { rows, total_rows } = await query(output, { entity_id, columns: ['hydro_id'] });
    expect(total_rows).toBe(18);
    expect(new Set(rows.flat())).toEqual(new Set([1]));
  });

  test('with ids that are words are found by id, by name and by the integer of the tables', async () => {
    const stats = ['UPPER', 'LOWER'].flatMap((hydro_id) =>
      [0, 1, 2].map((stage_id) => ({ hydro_id, stage_id, mean_m3s: 20, std_m3s: 1 })),
    );
    const named = await finishedStudy(root, 'named', {
      'system/hydros.json': {
        hydros: [hydroEntry('UPPER', { name: 'The upper dam' }), hydroEntry('LOWER', { name: 'The lower dam' })],
      },
      'initial_conditions.json': { storage: [{ hydro_id: 'UPPER', value_hm3: 10 }], filling_storage: [] },
      'scenarios/inflow_seasonal_stats.parquet': stats,
    });
    // In canonical order LOWER is 0 and UPPER is 1.
    for (const entity_id of ['UPPER', 'The upper dam', 1]) {
      const { rows } = await query(join(named, 'output'), { entity_id, columns: ['hydro_id'] });
      expect(new Set(rows.flat())).toEqual(new Set([1]));
    }
  });
});

test('columns have the names that were asked for, real or alias, once each and in order', async () => {
  const { columns, rows } = await query(output, {
    entity_id: 0,
    stage_range: [2, 2],
    scenario_range: [3, 3],
    columns: ['storage_final_hm3', 'storage_hm3', 'scenario_id', 'storage_hm3'],
  });
  expect(columns).toEqual(['storage_final_hm3', 'storage_hm3', 'scenario_id']);
  expect(rows).toEqual([[rows[0]?.[0], rows[0]?.[0], 3]]);
});

test('ranges are inclusive, may lie outside the data, and counts are of all matches', async () => {
  expect((await query(output, { stage_range: [1, 2] })).total_rows).toBe(24);
  expect((await query(output, { scenario_range: [2, 4] })).total_rows).toBe(18);
  expect(await query(output, { scenario_range: [100, 200] })).toMatchObject({
    rows: [],
    total_rows: 0,
    truncated: false,
  });
  expect(await query(output, { stage_range: [7, 9] })).toMatchObject({ rows: [], total_rows: 0 });
  expect(await query(output, {}, 5)).toMatchObject({ total_rows: 36, truncated: true });
});

test('a table in folders of scenarios, as the original writes it, is read like one in one file', async () => {
  const { rows } = await query(output, { columns: ['scenario_id', 'stage_id', 'generation_mw'] });
  const config = { ...settings(), exports: { simulation_layout: 'scenarios' } };
  const folders = join(await finishedStudy(root, 'folders', { 'config.json': config }), 'output');
  expect(await readdir(join(folders, 'simulation/hydros'))).toEqual(
    [0, 1, 2, 3, 4, 5].map((scenario) => `scenario_id=000${scenario}`),
  );
  const again = await query(folders, { columns: ['scenario_id', 'stage_id', 'generation_mw'] });
  expect(again.rows).toEqual(rows);
  expect((await query(folders, { scenario_range: [1, 2] })).total_rows).toBe(12);
  await rm(join(folders, 'simulation/hydros/scenario_id=0003/data.parquet'));
  await expect(query(folders)).rejects.toMatchObject({ kind: 'OutputCorrupted' });
});

test('files that a new run replaced are read anew', async () => {
  const again = await finishedStudy(root, 'again');
  const directory = join(again, 'output');
  const columns = ['scenario_id', 'stage_id', 'storage_final_hm3'];
  const before = await query(directory, { columns });
  expect((await query(directory, { columns })).rows).toEqual(before.rows);
  await finishedStudy(root, 'again', {
    'initial_conditions.json': { storage: [{ hydro_id: 0, value_hm3: 90 }], filling_storage: [] },
  });
  const after = await query(directory, { columns });
  expect(after.total_rows).toBe(before.total_rows);
  expect(after.rows).not.toEqual(before.rows);
});

describe('exports', () => {
  const ask = (format: 'csv' | 'json' | 'arrow', entityType: 'hydros' | 'convergence' = 'hydros') =>
    exportResults(files, engine, { outputDirectory: output, format, entityType });

  test('hold the same rows in every format, in the order of scenarios', async () => {
    const { columns, rows } = await query(output);
    const byScenario = rows.map((row) => Object.fromEntries(columns.map((name, k) => [name, row[k]])));
    const key = (row: Record<string, unknown>) => [row.scenario_id, row.stage_id, row.block_id, row.hydro_id].join();
    const expected = new Map(byScenario.map((row) => [key(row), row]));

    const json = await ask('json');
    const parsed = JSON.parse(await readFile(json.file_path, 'utf8')) as Record<string, unknown>[];
    expect(parsed).toHaveLength(36);
    for (const row of parsed) expect(row).toEqual(expected.get(key(row)));
    expect(parsed.map((row) => row.scenario_id)).toEqual(parsed.map((row) => row.scenario_id).sort());

    const csv = await ask('csv');
    const [header, ...lines] = (await readFile(csv.file_path, 'utf8')).trimEnd().split('\n');
    expect(header?.split(',')).toEqual(columns);
    expect(lines.map((line) => line.split(',').map((cell) => (cell === '' ? null : Number(cell))))).toEqual(
      parsed.map((row) => columns.map((name) => row[name])),
    );

    const arrow = await ask('arrow');
    const table = tableFromIPC(await readFile(arrow.file_path));
    expect(table.schema.fields.map(({ name }) => name)).toEqual(columns);
    const plain = table.toArray().map((row) => JSON.parse(JSON.stringify(row.toJSON())));
    expect(plain).toEqual(parsed);
    expect([json.rows, csv.rows, arrow.rows]).toEqual([36, 36, 36]);
  });

  test('of the convergence have one row per iteration', async () => {
    const { file_path, rows } = await ask('arrow', 'convergence');
    const table = tableFromIPC(await readFile(file_path));
    expect(rows).toBe(10);
    // 64-bit integers stay 64 bits wide.
    expect(String(table.schema.fields.find(({ name }) => name === 'lp_solves')?.type)).toBe('Int64');
  });

  test('appear under their name only when they are whole', async () => {
    await ask('csv');
    const names = await readdir(join(output, 'exports'));
    expect(names.filter((name) => name.includes('partial'))).toEqual([]);
    await rename(join(output, 'exports'), join(output, 'exports-before'));
    const { file_path, size_bytes } = await ask('csv');
    expect((await readFile(file_path)).length).toBe(size_bytes);
  });
});
