import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { expect, test } from 'vitest';
import { runCobre } from '../../src/cli/program.js';
import { loadCase, type RunEvent, train } from '../../src/index.js';
import { smallCurrentCase, writeCurrentCase } from '../case/current-case.js';
import { newRoot } from '../tools/served.js';

const ownCase = (name: string) => join(import.meta.dirname, '../../cases', name, 'case');

async function validated(...words: string[]) {
  const terminal = memoryTerminal();
  const code = await runCobre(['validate', ...words], async () => {}, terminal);
  return { code, out: terminal.stdout };
}

async function limited(limit: number, more: object = {}) {
  const config = smallCurrentCase()['config.json'] as { training: object };
  const stopping_rules = [{ type: 'iteration_limit', limit }];
  return writeCurrentCase(join(await newRoot(), 'case'), {
    'config.json': { ...config, ...more, training: { ...config.training, stopping_rules } },
  });
}

test.each(['two-hydro-cascade', 'risk-averse', 'lagged-inflow'])(
  'the linear programs that are told for %s are those that its training solves',
  async (name) => {
    const { code, out } = await validated(ownCase(name), '--estimate', '--json');
    expect(code).toBe(0);
    const { estimate } = JSON.parse(out);
    const { iterations } = await train((await loadCase(ownCase(name))).case);
    const solved = iterations.map(({ lpSolves }) => lpSolves);
    expect(solved).toEqual(solved.map(() => estimate.linear_programs.per_iteration));
    expect(estimate).toMatchObject({ fits: true, to_reduce: null });
    expect(estimate.time.seconds).toBeGreaterThan(0);
    expect(estimate.memory.process_bytes).toBeLessThan(estimate.memory.machine_bytes);
  },
);

test('people read it below the counts, and only who asks pays for it', async () => {
  const directory = await limited(5);
  const { code, out } = await validated(directory, '--estimate');
  expect(code).toBe(0);
  expect(out).toContain('A run of it');
  expect(out).toMatch(/Linear programs\s+[\d,]+ in 5 iterations at most/);
  expect(out).toMatch(/Time\s+about .* ms forward and [\d.]+ ms backward for each program/);
  expect((await validated(directory)).out).not.toContain('A run of it');
});

test('a simulation counts with what its problems and their rows take, where there is one', async () => {
  const simulation = { enabled: true, selection: { method: 'sampled', num_scenarios: 40 } };
  const directory = await limited(5, { simulation });
  const { out } = await validated(directory, '--estimate');
  expect(out).toMatch(/ms forward, [\d.]+ ms backward and [\d.]+ ms in the simulation for each program/);
  const { estimate } = JSON.parse((await validated(directory, '--estimate', '--json')).out);
  const { threads, time, linear_programs: programs } = estimate;
  // 40 scenarios of two stages.
  expect(programs.simulation).toBe(80);
  expect(time.simulation_ms).toBeGreaterThan(0);
  expect(time.seconds * threads * 1000).toBeGreaterThan(80 * time.simulation_ms);
});

test('a study that does not fit into this machine is told with what to reduce, and refused by a run', async () => {
  const directory = await limited(2_000_000_000);
  const { code, out } = await validated(directory, '--estimate', '--json');
  expect(code).toBe(0);
  const { estimate } = JSON.parse(out);
  expect(estimate).toMatchObject({ fits: false, time: null, to_reduce: expect.stringContaining('iterations fit') });
  expect(estimate.memory.cuts_bytes).toBeGreaterThan(estimate.memory.machine_bytes);
  const events: RunEvent[] = [];
  const { case: study } = await loadCase(directory);
  const { threads } = estimate;
  await expect(train(study, { threads, onEvent: (event) => events.push(event) })).rejects.toMatchObject({
    kind: 'IncompatibleSettings',
    context: { needed_bytes: estimate.memory.cuts_bytes },
  });
  expect(events).toEqual([]);
});

test('nothing is estimated for a case that is not valid', async () => {
  const directory = await limited(5);
  const stages = join(directory, 'stages.json');
  await writeFile(stages, (await readFile(stages, 'utf8')).replace('"id"', '"di"'));
  const { code, out } = await validated(directory, '--estimate', '--json');
  expect(code).not.toBe(0);
  expect(JSON.parse(out).estimate).toBeUndefined();
});
