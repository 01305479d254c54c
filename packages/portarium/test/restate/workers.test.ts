/** Several workers behind one address that Restate knows. Whoever of them dies, the others go on with what it carried. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import type { Caller } from '../../src/domain/principal.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import type { RestateOptions } from '../../src/restate/open-restate.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { openDesk } from '../app/desk-server.js';
import { createTestedPlane } from '../app/use-cases.js';
import { bundledEngine, startEngine } from '../engine/engine-process.js';
import { balancer } from './balancer.js';
import { freePorts, restateIsAbsent, startRestate, startRestateCluster } from './restate-server.js';

const alice: Caller = {
  workspaceId: idOf('ws-a'),
  principalId: idOf('alice'),
  kind: 'user',
  roles: ['admin', 'operator'],
};
const read = (actionId: string) => ({ actionId, operation: 'mcp:call', server: 'desk', tool: 'desk_read_balance' });
const flow = {
  name: 'Read twice',
  executionTier: 'Auto',
  actions: [read('first'), { actionId: 'wait', operation: 'timer:wait', durationMs: 300 }, read('second')],
};
/** Longer than the test: whatever is taken over is not because a lease ran out. */
const leaseMs = 600_000;
const perRound = 10;

/** A database with a workflow, a desk, and engines in processes of their own. */
async function installation() {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-workers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const desk = await openDesk({ takesMs: 100 });
  onTestFinished(() => desk.close());
  const engine = await bundledEngine();
  onTestFinished(engine.remove);
  const database = join(folder, 'portarium.db');
  const surroundings = realSurroundings();
  const store = openSqliteStore(database, { surroundings });
  const none = { servers: () => ['desk'], tools: async () => [], call: () => Promise.reject(new Error('not here')) };
  const plane = createTestedPlane({
    store,
    surroundings,
    downstream: none,
    http: { call: none.call },
    owner: 'operator',
    runEngine: false,
  });
  onTestFinished(() => plane.close());
  await plane.initWorkspace({ workspaceId: 'ws-a', adminId: 'alice' });
  await plane.putWorkflow(alice, { source: flow });
  return {
    plane,
    /** Starts runs, does something in the middle of them, and says how long after that all had ended. */
    async during(work: () => Promise<unknown>): Promise<number> {
      const runs: string[] = [];
      for (let n = 0; n < perRound; n += 1)
        runs.push((await plane.startRun(alice, { workflowId: 'read-twice' })).runId);
      const target = desk.calls.length + perRound / 2;
      await expect.poll(() => desk.calls.length, { timeout: 60_000 }).toBeGreaterThan(target);
      await work();
      const began = performance.now();
      for (const runId of runs)
        await expect.poll(async () => (await plane.getRun(alice, runId)).status, { timeout: 60_000 }).toBe('Succeeded');
      return Math.round(performance.now() - began);
    },
    worker: (options: RestateOptions) => startEngine(engine.file, database, desk.url, leaseMs, options),
  };
}

describe.skipIf(restateIsAbsent())('several workers behind one deployment (needs the tool set restate)', () => {
  test('a worker that is killed is taken over by the others, whichever it is', { timeout: 300_000 }, async () => {
    const { ingress, admin, stop } = await startRestate();
    onTestFinished(stop);
    const { plane, during, worker } = await installation();
    const ports = await freePorts(2);
    const uri = await balancer(ports);
    const onPort = (port: number) => worker({ ingress, worker: { host: '127.0.0.1', port, admin, uri } });
    const workers = await Promise.all(ports.map(onPort));
    const took: number[] = [];
    for (const [i, port] of [...ports, ...ports].entries()) {
      took.push(await during(async () => workers[i % 2]?.kill()));
      workers[i % 2] = await onPort(port);
    }
    console.log(`Restate: all runs had ended ${took.join(', ')} ms after a worker was killed`);
    expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
  });

  test('any one of three Restate servers may be killed', { timeout: 300_000 }, async () => {
    const { nodes, stop } = await startRestateCluster();
    onTestFinished(stop);
    const { plane, during, worker } = await installation();
    const ingress = await balancer(nodes.map(({ ingressPort }) => ingressPort));
    const [port = 0] = await freePorts(1);
    await worker({ ingress, worker: { host: '127.0.0.1', port, admin: nodes[0]?.admin ?? '' } });
    const took: number[] = [];
    for (const node of nodes) {
      took.push(await during(node.kill));
      await node.start();
    }
    console.log(`Restate: all runs had ended ${took.join(', ')} ms after one of three servers was killed`);
    expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
  });
});
