/** A simulation that ended before its time, by a kill or by a wish, as every reader tells it. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { start } from '../cli/program.js';
import { type Connected, connect, newRoot, settings, writeStudy } from '../tools/served.js';

/** More scenarios than any machine simulates before it is stopped. */
const many = 200_000;

let root: string;
let server: Connected;

beforeAll(async () => {
  root = await newRoot();
  server = await connect(root);
});

afterAll(() => server.close());

/** Runs a case in a process of its own and ends it in the middle of its simulation; gives the output directory. */
async function endedRun(name: string, signal: NodeJS.Signals): Promise<string> {
  const config = settings({ iterations: 3, scenarios: many });
  const directory = await writeStudy(root, name, { 'config.json': config });
  const child = await start(['run', directory, '--threads', '1']);
  child.stdout.resume();
  child.stderr.resume();
  const output = join(directory, 'output');
  const ended = once(child, 'close');
  while ((await reached(output)) < 20) await sleep(50);
  child.kill(signal);
  await ended;
  return output;
}

async function reached(output: string): Promise<number> {
  const text = await readFile(join(output, 'simulation/progress.json'), 'utf8').catch(() => null);
  return text === null ? 0 : JSON.parse(text).scenarios.completed;
}

const ask = (output_dir: string) => ({ output_dir, entity_type: 'hydros' });

const explain = (output_dir: string) =>
  server.client.getPrompt({
    name: 'cobre/explain-results',
    arguments: { output_dir, entity_type: 'hydros', metric: 'storage' },
  });

const resource = (output_dir: string) =>
  server.client.readResource({ uri: `cobre://output/${encodeURIComponent(output_dir)}/results/hydros` });

describe('killed', () => {
  let output: string;
  const words = new RegExp(`did not finish: \\d+ of ${many} scenarios`);

  beforeAll(async () => {
    output = await endedRun('killed', 'SIGKILL');
  });

  test('it has no table, and whoever asks is told how far it came', async () => {
    const before = await server.call('cobre/query-results', ask(output));
    expect(before.data).toMatchObject({ kind: 'OutputNotFound', message: expect.stringMatching(words) });
    const exported = await server.call('cobre/export-results', { ...ask(output), format: 'csv' });
    expect(exported.data).toMatchObject({ kind: 'OutputNotFound', message: expect.stringMatching(words) });
    await expect(explain(output)).rejects.toThrow(words);
    await expect(resource(output)).rejects.toThrow(words);
  });

  test('a new run takes away what was left', async () => {
    const directory = join(output, '..');
    await rename(join(directory, 'config.json'), join(directory, 'old.json'));
    await writeStudy(root, 'killed', { 'config.json': settings({ iterations: 3, scenarios: 4 }) });
    const { data } = await server.call('cobre/run', { case_dir: directory });
    expect(data).toMatchObject({
      status: 'completed',
      simulation: { output_files: expect.arrayContaining(['simulation/costs.parquet', 'simulation/hydros.parquet']) },
    });
    expect(readdirSync(join(output, 'simulation')).filter((name) => /draft|progress/.test(name))).toEqual([]);
    const { data: whole } = await server.call('cobre/query-results', ask(output));
    expect(whole).not.toHaveProperty('incomplete');
    expect(whole.total_rows).toBe(24);
  });
});

describe('stopped on request', () => {
  let output: string;

  beforeAll(async () => {
    output = await endedRun('stopped', 'SIGINT');
  });

  test('it keeps the scenarios it has, and every answer says how many of how many', async () => {
    const { data } = await server.call('cobre/query-results', ask(output));
    const completed = Number(data.total_rows) / 6;
    expect(completed).toBeGreaterThanOrEqual(20);
    const words = `The simulation did not finish: ${completed} of ${many} scenarios.`;
    const incomplete = { scenarios_completed: completed, scenarios: many, note: words };
    expect(data).toMatchObject({ incomplete });
    const exported = await server.call('cobre/export-results', { ...ask(output), format: 'csv' });
    expect(exported.data).toMatchObject({ rows: data.total_rows, incomplete });
    expect(JSON.stringify(await explain(output))).toContain(words);
    expect(JSON.stringify(await resource(output))).toContain(words);
  });

  test('folders of earlier versions that say nothing of the whole are told as what they are', async () => {
    const config = { ...settings({ scenarios: 5 }), exports: { simulation_layout: 'scenarios' } };
    const directory = await writeStudy(root, 'earlier', { 'config.json': config });
    await server.call('cobre/run', { case_dir: directory });
    // What a kill left before results were written aside: some folders, no metadata, no mark.
    for (const name of ['_SUCCESS', 'metadata.json']) await rm(join(directory, 'output/simulation', name));
    const { data } = await server.call('cobre/query-results', ask(join(directory, 'output')));
    expect(data).toMatchObject({
      total_rows: 30,
      incomplete: { scenarios_completed: 5, scenarios: null, note: expect.stringContaining('an unknown number of') },
    });
  });
});
