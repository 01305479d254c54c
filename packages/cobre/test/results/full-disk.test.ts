/** Real small file systems that are really full. They are mounted, which not everybody may do. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPolicy } from '../../src/index.js';
import { cobre } from '../cli/program.js';
import { writeDeck } from '../newave/decks.js';
import { connect, finishedStudy, newRoot, settings, writeStudy } from '../tools/served.js';

const mounted: string[] = [];

/** The path of a file system of this size, or nothing where mounting is not allowed. */
function smallDisk(at: string, size: string): string | null {
  try {
    mkdirSync(at, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at], { stdio: 'ignore' });
    mounted.push(at);
    return at;
  } catch {
    return null;
  }
}

afterAll(() => {
  for (const at of mounted) execFileSync('umount', ['-l', at]);
});

const probe = smallDisk(await mkdtemp(join(tmpdir(), 'cobre-disk-')), '64k');
const mayMount = probe !== null;

const leftovers = (directory: string) =>
  readdirSync(directory, { recursive: true }).filter((path) => /draft|partial|run\.lock/.test(String(path)));

test.runIf(mayMount)('a disk that is full in simulation is told as full, with what was kept', async () => {
  const root = await newRoot();
  const config = settings({ iterations: 4, scenarios: 100_000 });
  const directory = await writeStudy(root, 'case', { 'config.json': config });
  const output = smallDisk(join(directory, 'output'), '400k')!;
  const server = await connect(root);
  const { data } = await server.call('cobre/run', { case_dir: directory });
  expect(data).toMatchObject({
    kind: 'CheckpointFailed',
    message: expect.stringContaining('The disk is full'),
    context: { reason: 'disk_full', kept: { checkpoint: 4, training: true } },
  });
  expect(leftovers(output)).toEqual([]);
  expect((await readPolicy(join(output, 'policy'))).completedIterations).toBe(4);
  const asked = await server.call('cobre/query-results', { output_dir: output, entity_type: 'hydros' });
  expect(asked.data.message).toMatch(/did not finish: \d+ of 100000 scenarios/);
  await server.close();
});

test.runIf(mayMount)('a disk that is full in training leaves the last checkpoint', async () => {
  const root = await newRoot();
  const checkpointing = { enabled: true, initial_iteration: 1, interval_iterations: 20 };
  const config = settings({ iterations: 100_000, scenarios: 0, policy: { checkpointing } });
  const directory = await writeStudy(root, 'case', { 'config.json': config });
  const output = smallDisk(join(directory, 'output'), '300k')!;
  const { code, out, err } = await cobre('run', directory, '--threads', '1');
  expect(code).not.toBe(0);
  const said = /The disk is full.*Kept: the policy and the history up to iteration (\d+)/.exec(out + err);
  expect(said?.[1]).toBeDefined();
  expect((await readPolicy(join(output, 'policy'))).completedIterations).toBe(Number(said?.[1]));
  expect(leftovers(output)).toEqual([]);
});

test.runIf(mayMount)('an export that does not fit is refused in words and leaves nothing', async () => {
  const root = await newRoot();
  const directory = await writeStudy(root, 'case', { 'config.json': settings({ iterations: 3, scenarios: 400 }) });
  const server = await connect(root);
  await server.call('cobre/run', { case_dir: directory });
  const output = join(directory, 'output');
  smallDisk(join(output, 'exports'), '64k');
  for (const format of ['csv', 'json', 'arrow']) {
    const { data } = await server.call('cobre/export-results', { output_dir: output, entity_type: 'hydros', format });
    expect({ format, data }).toMatchObject({ format, data: { kind: 'DiskFull' } });
    expect(readdirSync(join(output, 'exports'))).toEqual([]);
  }
  await server.close();
});

test.runIf(!mayMount)('full disks are not tried here: mounting a file system is not allowed', () => {
  expect(mayMount).toBe(false);
});

test('drafts of exports that a killed process left are taken away by the next export', async () => {
  const root = await newRoot();
  const directory = await writeStudy(root, 'case', { 'config.json': settings({ iterations: 3 }) });
  const server = await connect(root);
  await server.call('cobre/run', { case_dir: directory });
  const exports = join(directory, 'output/exports');
  mkdirSync(exports);
  // No process has a number above 2^22 on Linux.
  await writeFile(join(exports, '.hydros.csv.4194305-abcdef.partial'), 'half');
  await server.call('cobre/export-results', {
    output_dir: join(directory, 'output'),
    entity_type: 'costs',
    format: 'csv',
  });
  expect(readdirSync(exports)).toEqual(['costs.csv']);
  rmSync(exports, { recursive: true });
  await server.close();
});

test.runIf(mayMount)('whatever else writes tells a full disk as such, and leaves nothing half-written', async () => {
  const root = await newRoot();
  const study = await finishedStudy(root);
  const output = join(study, 'output');
  const disk = smallDisk(join(root, 'disk'), '8k')!;
  const commands: readonly (readonly string[])[] = [
    ['init', join(disk, 'made'), '--template', 'four-regions'],
    ['migrate', study, join(disk, 'migrated')],
    ['import', 'newave', await writeDeck(join(root, 'deck')), join(disk, 'imported')],
    ['report', output, '--html', '--output', join(disk, 'report.html')],
    ['plot', output, '--format', 'html', '--output', join(disk, 'charts.html')],
    ['export', output, 'hydros', '--format', 'json', '--output', join(disk, 'hydros.json')],
    ['policy', 'convert', join(output, 'policy'), join(disk, 'policy'), '--to', '2', '--case-dir', study],
  ];
  for (const words of commands) {
    const { code, err } = await cobre(...words, '--json');
    const told = err.split('\n').findLast((line) => line.startsWith('{"error"')) ?? '{}';
    expect([words[0], code === 0, JSON.parse(told).error?.kind, err]).toEqual([words[0], false, 'DiskFull', err]);
    expect(filesBelow(disk)).toEqual([]);
  }
  const server = await connect(root);
  const made = await server.call('cobre/create-case', { case_dir: join(disk, 'made'), template: 'four-regions' });
  expect(made.data).toMatchObject({ kind: 'DiskFull' });
  expect(filesBelow(disk)).toEqual([]);
  await server.close();
});

function filesBelow(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
