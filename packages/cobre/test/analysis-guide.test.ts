/** Programs of the guide run as they stand there, against a study, and find what `cobre` finds. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetMetadata } from 'hyparquet';
import { beforeAll, expect, test } from 'vitest';
import { answerOf, cobre, temporaryDirectory } from './cli/program.js';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/cobre-analysis.md'), 'utf8');
const place = temporaryDirectory();
const python = '/usr/bin/python3';
let expected: { entity_id: number; stage_id: number; p5: number; median: number; p95: number }[];

function programs(language: string): string[] {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);
}

beforeAll(async () => {
  const study = join(place, 'demo');
  await cobre('init', study);
  const config = JSON.parse(readFileSync(join(study, 'config.json'), 'utf8'));
  config.training.stopping_rules = [{ type: 'iteration_limit', limit: 4 }];
  config.simulation.selection.num_scenarios = 12;
  await writeFile(join(study, 'config.json'), JSON.stringify(config));
  await cobre('run', study);
  const { envelope } = await answerOf('query', study, 'hydros', '--statistics', 'storage');
  expected = envelope.data.rows;
}, 120_000);

/** CI installs it; elsewhere it may be missing. */
const hasPandas = spawnSync(python, ['-c', 'import pandas']).status === 0 || Boolean(process.env.CI);

test.skipIf(!hasPandas)('the program for pandas finds the fan of storages that cobre finds', async () => {
  const [, ...words] = programs('sh')[0]!.trim().split(' ');
  const at = (word: string) => (word === 'demo' || word === 'hydros.csv' ? join(place, word) : word);
  expect((await cobre(...words.map(at))).code).toBe(0);
  execFileSync(python, ['-c', programs('python')[0]!], { cwd: place });
  const [head, ...lines] = readFileSync(join(place, 'fan.csv'), 'utf8').trim().split('\n');
  expect(head).toBe('hydro_id,stage_id,p5,median,p95');
  expect(lines).toHaveLength(expected.length);
  for (const [k, line] of lines.entries()) {
    const [hydro, stage, ...fan] = line.split(',').map(Number);
    const { entity_id, stage_id, p5, median, p95 } = expected[k]!;
    expect([hydro, stage]).toEqual([entity_id, stage_id]);
    for (const [j, value] of [p5, median, p95].entries()) expect(fan[j]).toBeCloseTo(value, 6);
  }
});

test('the query for DuckDB finds the same', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const sql = programs('sql')[0]!.replace("'demo/", `'${place}/demo/`);
  const rows = (await connection.runAndReadAll(sql)).getRowsJS() as [number, number, number[]][];
  connection.closeSync();
  expect(rows).toHaveLength(expected.length);
  for (const [k, [hydro, stage, fan]] of rows.entries()) {
    const { entity_id, stage_id, p5, median, p95 } = expected[k]!;
    expect([hydro, stage]).toEqual([entity_id, stage_id]);
    for (const [j, value] of [p5, median, p95].entries()) expect(fan[j]).toBeCloseTo(value, 6);
  }
});

test('files and columns that the programs name are there', () => {
  const all = ['python', 'sql', 'r', 'julia'].flatMap(programs);
  const files = new Set(
    all.flatMap((text) => [...text.matchAll(/['"](demo\/[^'"]+)['"]/g)].map(([, file = '']) => file)),
  );
  expect([...files]).toEqual(['demo/output/simulation/hydros.parquet']);
  const bytes = readFileSync(join(place, [...files][0]!));
  const { schema } = parquetMetadata(new Uint8Array(bytes).buffer);
  const columns = schema.map(({ name }) => name);
  const named = new Set(all.flatMap((text) => text.match(/\b[a-z_]+_(?:id|hm3)\b/g) ?? []));
  expect([...named].filter((name) => !columns.includes(name))).toEqual([]);
});
