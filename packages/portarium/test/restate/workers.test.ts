/** Several workers behind one address that Restate knows. Whoever of them dies, the others go on with what it carried. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import type { Caller } from '../../src/domain/principal.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { openDesk } from '../app/desk-server.js';
import { createTestedPlane } from '../app/use-cases.js';
import { bundledEngine, startEngine } from '../engine/engine-process.js';
import { freePorts, restateIsAbsent, startRestate } from './restate-server.js';

/** As the load balancer of an operator: each new connection goes to the next worker that takes it. */
async function balancer(ports: readonly number[]): Promise<string> {
  let turn = 0;
  const open = new Set<Socket>();
  const pass = (from: Socket, tries: number): void => {
    turn += 1;
    const to = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
    open.add(to);
    to.once('connect', () => from.pipe(to).pipe(from));
    to.once('error', () => (to.connecting && tries > 1 ? pass(from, tries - 1) : from.destroy()));
    to.once('close', () => {
      open.delete(to);
      if (to.bytesWritten > 0 || tries <= 1) from.destroy();
    });
    from.once('close', () => to.destroy());
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).once('close', () => open.delete(socket));
    pass(socket, ports.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

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

describe.skipIf(restateIsAbsent())('several workers behind one deployment (needs the tool set restate)', () => {
  test('a worker that is killed is taken over by the others, whichever it is', { timeout: 300_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portarium-workers-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const restate = await startRestate();
    onTestFinished(() => restate.stop());
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
    const ports = await freePorts(2);
    const uri = await balancer(ports);
    const { ingress, admin } = restate;
    const worker = (port: number) =>
      startEngine(engine.file, database, desk.url, leaseMs, {
        ingress,
        worker: { host: '127.0.0.1', port, admin, uri },
      });
    const workers = await Promise.all(ports.map(worker));
    const took: number[] = [];
    for (const [i, port] of [...ports, ...ports].entries()) {
      const runs: string[] = [];
      for (let n = 0; n < perRound; n += 1)
        runs.push((await plane.startRun(alice, { workflowId: 'read-twice' })).runId);
      const target = desk.calls.length + perRound / 2;
      await expect.poll(() => desk.calls.length, { timeout: 60_000 }).toBeGreaterThan(target);
      await workers[i % 2]?.kill();
      const began = performance.now();
      for (const runId of runs)
        await expect.poll(async () => (await plane.getRun(alice, runId)).status, { timeout: 60_000 }).toBe('Succeeded');
      took.push(Math.round(performance.now() - began));
      workers[i % 2] = await worker(port);
    }
    console.log(`Restate: all runs had ended ${took.join(', ')} ms after a worker was killed`);
    expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
  });
});
