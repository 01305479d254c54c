import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connected, connect, finishedStudy, newRoot } from '../tools/served.js';

let root: string;
let caseDir: string;
let output: string;
let server: Connected;

beforeAll(async () => {
  root = await newRoot();
  caseDir = await finishedStudy(root, 'case 001 (é)', {
    'system/energy_contracts.json': { contracts: [] },
    'system/pumping_stations.json': { pumping_stations: [] },
    'system/non_controllable_sources.json': { non_controllable_sources: [] },
  });
  output = join(caseDir, 'output');
  server = await connect(root);
});

afterAll(() => server.close());

async function textOf(uri: string): Promise<string> {
  const { contents } = await server.client.readResource({ uri });
  expect(contents[0]).toMatchObject({ uri, mimeType: 'application/json' });
  return (contents[0] as { text: string }).text;
}

const read = async (uri: string) => JSON.parse(await textOf(uri));
const kindOf = (uri: string) =>
  server.client.readResource({ uri }).then(
    () => 'read',
    ({ code, data }: { code: number; data: { kind: string; uri: string } }) => {
      expect({ code, uri: data.uri }).toEqual({ code: -32602, uri });
      return data.kind;
    },
  );
const ofCase = (rest: string, directory = caseDir) => `cobre://case/${encodeURIComponent(directory)}/${rest}`;
const ofOutput = (rest: string, directory = output) => `cobre://output/${encodeURIComponent(directory)}/${rest}`;

test('the six templates are listed with their type', async () => {
  const { resourceTemplates } = await server.client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate, mimeType }) => [uriTemplate, mimeType])).toEqual(
    [
      'cobre://case/{case_dir}/config',
      'cobre://case/{case_dir}/entities/{entity_type}',
      'cobre://case/{case_dir}/scenarios/{entity_id}',
      'cobre://output/{output_dir}/convergence',
      'cobre://output/{output_dir}/results/{entity_type}',
      'cobre://output/{output_dir}/policy/summary',
    ].map((template) => [template, 'application/json']),
  );
});

test('settings, registries and scenarios of a case are read from an encoded path', async () => {
  expect(await read(ofCase('config'))).toMatchObject({ training: { forward_passes: 2 } });
  for (const [kind, count] of [
    ['hydros', 2],
    ['thermals', 2],
    ['buses', 1],
    ['lines', 0],
    ['contracts', 0],
    ['pumping_stations', 0],
    ['non_controllable_sources', 0],
  ] as const) {
    expect((await read(ofCase(`entities/${kind}`)))[kind]).toHaveLength(count);
  }
  const itaipu = await read(ofCase('scenarios/ITAIPU'));
  expect(itaipu).toMatchObject({
    entities: [{ entity_type: 'hydros', id: 0, name: 'ITAIPU' }],
    tables: [
      {
        file: 'scenarios/inflow_seasonal_stats.parquet',
        rows: [{ hydro_id: 0, stage_id: 0, mean_m3s: 20, std_m3s: 6 }, {}, {}],
        total_rows: 3,
        truncated: false,
      },
    ],
  });
  // The integer 0 is a hydro and a bus.
  expect((await read(ofCase('scenarios/0'))).tables).toHaveLength(2);
});

test('convergence, results and the policy of a run are read', async () => {
  const convergence = await read(ofOutput('convergence'));
  expect(convergence).toMatchObject({ total_rows: 10, truncated: false });
  expect(convergence.rows[9]).toMatchObject({ iteration: 10, lower_bound: expect.any(Number) });
  const results = await read(ofOutput('results/hydros'));
  expect(results).toMatchObject({ entity_type: 'hydros', total_rows: 36, truncated: false });
  expect(results.rows[0]).toMatchObject({ scenario_id: 0, stage_id: 0, hydro_id: 0, evaporation_m3s: null });
  expect(await read(ofOutput('results/costs'))).toMatchObject({ total_rows: 18 });
  const summary = await read(ofOutput('policy/summary'));
  expect((await server.call('cobre/inspect-policy', { policy_dir: join(output, 'policy') })).data).toEqual(summary);
  expect(summary).toEqual({
    stages: 3,
    total_cuts: 40,
    state_dimension: 2,
    cuts_per_stage: [20, 20, 0],
    format: '0.5',
  });
});

test('Parquet types become JSON as documented, and long tables are cut at 10,000 rows', async () => {
  const made = join(root, 'made');
  const folder = join(made, 'simulation/contracts/scenario_id=0007');
  await mkdir(folder, { recursive: true });
  const count = 10_001;
  const big = 9_007_199_254_740_993n;
  const file = parquetWriteBuffer({
    columnData: [
      { name: 'stage_id', data: Int32Array.from({ length: count }, (_, k) => k) },
      { name: 'big', data: Array.from({ length: count }, () => big) },
      { name: 'small', data: Array.from({ length: count }, () => 12n) },
      { name: 'ratio', data: Float32Array.from({ length: count }, () => 0.5) },
      {
        name: 'value',
        data: Array.from({ length: count }, (_, k) => (k === 0 ? null : k === 1 ? Number.NaN : 0.1 + 0.2)),
      },
      { name: 'label', data: Array.from({ length: count }, () => 'água "x"') },
      { name: 'on', data: Array.from({ length: count }, (_, k) => k === 0) },
      { name: 'day', data: Array.from({ length: count }, () => new Date('2024-02-29')) },
      {
        name: 'at',
        data: Array.from({ length: count }, () => new Date('2024-02-29T12:34:56.789Z')),
      },
      {
        name: 'timing',
        data: Array.from({ length: count }, (_, k) =>
          k === 1 ? null : { forward_ms: k === 2 ? null : 3, steps: k === 3 ? null : [1, 2] },
        ),
      },
    ],
    schema: [
      { name: 'root', num_children: 10 },
      { name: 'stage_id', type: 'INT32', repetition_type: 'REQUIRED' },
      { name: 'big', type: 'INT64', repetition_type: 'REQUIRED' },
      { name: 'small', type: 'INT64', repetition_type: 'REQUIRED' },
      { name: 'ratio', type: 'FLOAT', repetition_type: 'REQUIRED' },
      { name: 'value', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
      { name: 'label', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { name: 'on', type: 'BOOLEAN', repetition_type: 'REQUIRED' },
      { name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' },
      { name: 'at', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' },
      { name: 'timing', num_children: 2, repetition_type: 'OPTIONAL' },
      { name: 'forward_ms', type: 'INT32', repetition_type: 'OPTIONAL' },
      { name: 'steps', converted_type: 'LIST', num_children: 1, repetition_type: 'OPTIONAL' },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      { name: 'element', type: 'INT32', repetition_type: 'REQUIRED' },
    ],
  } as unknown as Parameters<typeof parquetWriteBuffer>[0]);
  await writeFile(join(folder, 'data.parquet'), new Uint8Array(file));
  const text = await textOf(ofOutput('results/contracts', made));
  const { rows, total_rows, truncated } = JSON.parse(text);
  expect({ length: rows.length, total_rows, truncated }).toEqual({
    length: 10_000,
    total_rows: count,
    truncated: true,
  });
  // A parser with doubles would round it; the text has every digit.
  expect(text).toContain('"big":9007199254740993');
  expect(rows[0]).toMatchObject({
    scenario_id: 7,
    stage_id: 0,
    small: 12,
    ratio: 0.5,
    value: null,
    label: 'água "x"',
    on: true,
    day: '2024-02-29',
    at: '2024-02-29T12:34:56.789Z',
    'timing.forward_ms': 3,
    'timing.steps.0': 1,
    'timing.steps.1': 2,
  });
  expect(rows[1].value).toBeNull();
  expect(rows[2].value).toBe(0.30000000000000004);
  // A group that is null has fields that are, and so has a list within a group.
  expect(rows[1]).toMatchObject({ 'timing.forward_ms': null, 'timing.steps': null });
  expect(rows[2]).toMatchObject({ 'timing.forward_ms': null, 'timing.steps.1': 2 });
  expect(rows[3]).toMatchObject({ 'timing.forward_ms': 3, 'timing.steps': null });
  expect(rows[1]).not.toHaveProperty('timing');
});

test('what cannot be served has the kind of the specification', async () => {
  expect(await kindOf(ofCase('config', join(root, 'nowhere')))).toBe('OutputNotFound');
  expect(await kindOf(ofOutput('convergence', join(root, 'nowhere')))).toBe('OutputNotFound');
  expect(await kindOf(ofOutput('results/lines', join(root, 'nowhere')))).toBe('OutputNotFound');
  // A system without lines has results, of which none are of lines.
  expect(await kindOf(ofOutput('results/lines'))).toBe('read');
  expect(await kindOf(ofOutput('policy/summary', caseDir))).toBe('OutputNotFound');
  expect(await kindOf(ofCase('scenarios/NOWHERE'))).toBe('OutputNotFound');
  expect(await kindOf(ofCase('entities/dams'))).toBe('InvalidArguments');
  const bare = await finishedStudy(root, 'bare');
  expect(await kindOf(ofCase('entities/contracts', bare))).toBe('MissingFile');
  await rm(join(bare, 'config.json'));
  expect(await kindOf(ofCase('config', bare))).toBe('MissingFile');
  await writeFile(join(bare, 'config.json'), '{');
  expect(await kindOf(ofCase('config', bare))).toBe('OutputCorrupted');
  await writeFile(join(bare, 'output/training/convergence.parquet'), 'PAR1');
  expect(await kindOf(ofOutput('convergence', join(bare, 'output')))).toBe('OutputCorrupted');
  expect(await kindOf('cobre://case/%2Fetc/config')).toBe('MissingFile');
});

test('directories, kinds and entities are completed', async () => {
  const complete = async (uri: string, name: string, value: string, others = {}) => {
    const argument = { name, value };
    const ref = { type: 'ref/resource', uri } as const;
    return (await server.client.complete({ ref, argument, context: { arguments: others } })).completion.values;
  };
  const scenarios = 'cobre://case/{case_dir}/scenarios/{entity_id}';
  expect(await complete(scenarios, 'case_dir', join(root, 'case'))).toContain(caseDir);
  expect(await complete(scenarios, 'entity_id', 'IT', { case_dir: caseDir })).toEqual(['ITAIPU']);
  const entities = 'cobre://case/{case_dir}/entities/{entity_type}';
  expect(await complete(entities, 'entity_type', 'p')).toEqual(['pumping_stations']);
  expect(await complete(entities, 'case_dir', '/e')).toEqual([]);
});
