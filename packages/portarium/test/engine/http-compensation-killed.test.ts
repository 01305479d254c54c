import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openShelf } from '../app/shelf-server.js';
import { startEngine } from './engine-process.js';
import { alice, planeBesideEngines } from './plane-beside-engines.js';

/** Engines are killed when so many requests have come, each counted from the last: in the steps, between, and in the undoing. */
const killedAfter = [1, 3, 2, 1, 1];

test('engines that are killed between requests leave nothing on the shelf, and take it away in reverse', async () => {
  const shelf = await openShelf({ takesMs: 20 });
  onTestFinished(() => shelf.close());
  const { engine, database, plane } = await planeBesideEngines([]);
  const url = `http://${shelf.host}/{{ run.runId }}/`;
  const retry = { maxAttempts: 5, initialBackoffMs: 5 };
  const put = (thing: string) => ({
    ...{ actionId: thing, operation: 'http:call', method: 'PUT', url: `${url}${thing}`, retry },
    compensation: { method: 'DELETE', url: `http://${shelf.host}{{ output.body.at }}`, retry },
  });
  const close = { actionId: 'close', operation: 'http:call', method: 'POST', url: `${url}close`, effect: 'idempotent' };
  const actions = [put('a'), put('b'), put('c'), { ...close, retry: { maxAttempts: 1 } }];
  await plane.putWorkflow(alice, { source: { name: 'Shelf', executionTier: 'Auto', actions } });
  const { runId } = await plane.startRun(alice, { workflowId: 'shelf' });
  const undone = async () => {
    const { compensationRunId } = await plane.getRun(alice, runId);
    return compensationRunId !== undefined && (await plane.getRun(alice, compensationRunId)).status === 'Succeeded';
  };
  for (const more of killedAfter) {
    const target = shelf.asked.length + more;
    const one = await startEngine(engine.file, database, `http://${shelf.host}/mcp`, 200);
    while (shelf.asked.length < target && !(await undone())) await sleep(2);
    await one.kill();
  }
  const last = await startEngine(engine.file, database, `http://${shelf.host}/mcp`, 200);
  while (!(await undone())) await sleep(20);
  await last.kill();
  expect([...shelf.things]).toEqual([]);
  // A request that may be repeated may have come twice, never out of order.
  const order = shelf.asked
    .filter((asked, at) => asked !== shelf.asked[at - 1])
    .map((it) => it.replace(`/${runId}`, ''));
  expect(order).toEqual(['PUT /a', 'PUT /b', 'PUT /c', 'POST /close', 'DELETE /c', 'DELETE /b', 'DELETE /a']);
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Failed' });
  expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
}, 180_000);
