/** Retention as an administrator does it, by command: a record that is old by now, on a real file. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { nodeCrypto, verifyLines } from '@quadrivium/ledger';
import { beforeEach, expect, test } from 'vitest';
import { openPlane as openReal } from '../../src/bin/open-plane.js';
import { runPortarium } from '../../src/cli/main.js';
import { openPlane, type TestPlane, temporaryFolder } from '../app/plane.js';

const tell = { actionId: 'tell', operation: 'event:emit', type: 'Told', data: {} };
const ask = { actionId: 'ask', operation: 'human:task', instructions: 'Look at it' };

let world: TestPlane;
let waiting = '';
/** Two runs that ended in January 2026, one that has waited since, and two more. */
beforeEach(async () => {
  world = await openPlane({ environment: 'dev' });
  const { plane, adam, settle } = world;
  await plane.putWorkflow(adam, { source: { name: 'Report', executionTier: 'Auto', actions: [tell] } });
  await plane.putWorkflow(adam, { source: { name: 'Ask', executionTier: 'Auto', actions: [ask] } });
  const start = async (workflowId: string) => (await plane.startRun(adam, { workflowId, input: {} })).runId;
  for (let i = 0; i < 2; i++) await start('report');
  await settle();
  waiting = await start('ask');
  await settle();
  for (let i = 0; i < 2; i++) await start('report');
  await settle();
});

async function portarium(...words: string[]) {
  const terminal = memoryTerminal();
  const all = ['--db', world.file, '--workspace', 'ws-a', '--as', 'adam', ...words];
  return { code: await runPortarium(all, openReal, terminal), out: terminal.stdout, err: terminal.stderr };
}
const json = async (...words: string[]) => JSON.parse((await portarium('--json', ...words)).out);

test('says in a sentence that everything is kept, and how to say otherwise; nothing is removed before that', async () => {
  expect(await portarium('retention', 'show')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Everything is kept for ever\..*portarium retention set/),
  });
  expect(await json('retention', 'show')).toEqual({ rule: {} });
  for (const verb of ['dry-run', 'run']) {
    const { code, err } = await portarium('retention', verb);
    expect(code, verb).not.toBe(0);
    expect(err).toMatch(/so everything is/);
  }
});

test.each([['0'], ['-1'], ['1.5'], ['soon'], ['99999']])('a rule of %s days is refused', async (days) => {
  expect((await portarium('retention', 'set', '--evidence-days', days)).code).not.toBe(0);
  expect(await json('retention', 'show')).toEqual({ rule: {} });
});

test('names the run that holds evidence back and how to go on; done that way it goes on, and file and rest are one chain', async () => {
  const days = ['--succeeded-days', '30', '--cancelled-days', '1', '--evidence-days', '30'];
  expect(await portarium('retention', 'set', ...days)).toMatchObject({ code: 0 });
  expect((await portarium('retention', 'show')).out).toMatch(/evidenceDays.*30/);
  const planned = await portarium('retention', 'dry-run');
  expect(planned.out).toContain('It has not ended.');
  expect(planned.out).toContain(`portarium run cancel ${waiting}`);
  expect(await json('retention', 'dry-run')).toMatchObject({ runs: { Succeeded: 4 }, evidence: { heldBy: waiting } });
  const nowhere = join(temporaryFolder(), 'no', 'folder', 'evidence.ndjson');
  expect((await portarium('retention', 'run', '--export', nowhere)).code).not.toBe(0);
  expect(await json('retention', 'dry-run')).toMatchObject({ runs: { Succeeded: 4 } });
  const file = join(temporaryFolder(), 'evidence.ndjson');
  const done = await json('retention', 'run', '--export', file);
  expect(done).toMatchObject({ runs: { Succeeded: 4 }, evidence: { held: { runId: waiting, workflow: 'Ask' } } });
  expect(done.evidence.count).toBeGreaterThan(0);
  expect(existsSync(file)).toBe(true);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(await verifyLines(lines, { crypto: nodeCrypto })).toMatchObject({ valid: true });
  expect(lines.length).toBeGreaterThan(done.evidence.cutUpTo);
  expect(await portarium('evidence', 'verify')).toMatchObject({ code: 0 });
  // As it was told to: the run is cancelled, and is kept for its day.
  expect((await portarium('run', 'cancel', waiting)).code).toBe(0);
  expect((await portarium('retention', 'dry-run')).out).toMatch(/It ended at .* and is kept for 1 days\./);
});
