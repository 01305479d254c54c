import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDesk } from '../app/desk-server.js';
import { seededRandom } from './crash-suite.js';
import { startEngine } from './engine-process.js';
import { alice, planeBesideEngines } from './plane-beside-engines.js';

const kills = 6;

const call = (tool: string, text: string) => ({ server: 'desk', tool, arguments: { run: '{{ run.runId }}', text } });
const noted = (text: string) => ({
  actionId: text,
  operation: 'mcp:call',
  ...call('desk_put_note', text),
  // The run that undoes has an id of its own: what it is told is whose note it takes back.
  compensation: { ...call('desk_put_note', `not {{ output.noted }}`), retry: { maxAttempts: 3, initialBackoffMs: 5 } },
});
const flow = {
  name: 'Notes',
  executionTier: 'Auto',
  actions: [noted('a'), noted('b'), noted('c'), { actionId: 'fail', operation: 'mcp:call', ...call('desk_fail', 'd') }],
};

test('engines that are killed over and over undo everything, the last step first', async () => {
  const desk = await openDesk({ takesMs: 3 });
  onTestFinished(() => desk.close());
  const { engine, database, store, plane } = await planeBesideEngines(['desk']);
  await plane.putWorkflow(alice, { source: flow });
  const runs: string[] = [];
  const random = seededRandom(7);
  for (let round = 0; round < kills; round++) {
    runs.push((await plane.startRun(alice, { workflowId: 'notes' })).runId);
    const target = desk.calls.length + 1 + Math.floor(random() * 6);
    const one = await startEngine(engine.file, database, desk.url, 200);
    const latest = Date.now() + 3000;
    while (desk.calls.length < target && Date.now() < latest) await sleep(1);
    await one.kill();
  }
  const last = await startEngine(engine.file, database, desk.url, 200);
  const undone = async () => {
    // A failing call that was under way when its engine died is a question; it had no effect.
    for (const { runId = '', stepId = '', kind } of (await plane.listWorkItems(alice, { mcpStatus: 'pending' })).items)
      if (kind === 'unknown-outcome')
        await plane.resolveUnknown(alice, {
          runId,
          stepId,
          resolution: { kind: 'fail' },
          rationale: 'it always fails',
        });
    const all = await store.read('ws-a', (tables) => tables.runs.find());
    return all.filter(({ compensates, status }) => compensates !== undefined && status === 'Succeeded');
  };
  while ((await undone()).length < runs.length) await sleep(30);
  await last.kill();
  for (const runId of runs) {
    expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Failed' });
    const told = desk.calls.filter(({ arguments: args }) => args.run === runId).map(({ arguments: args }) => args.text);
    // A call that may be repeated may have arrived twice, never out of order.
    const order = told.filter((text, at) => text !== told[at - 1]);
    expect(order, runId).toEqual(['a', 'b', 'c', ...(order.includes('d') ? ['d'] : []), 'not c', 'not b', 'not a']);
  }
  expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
}, 120_000);
