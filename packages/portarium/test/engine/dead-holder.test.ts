/** What a dead engine held goes on at once, where it is certain that it is dead. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { openPlane as openRealPlane } from '../../src/bin/open-plane.js';
import { idOf } from '../../src/domain/ids.js';
import type { Run } from '../../src/domain/run.js';
import type { Store } from '../../src/domain/store-port.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { takeSeat } from '../../src/store/engine-seat.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { type Desk, openDesk } from '../app/desk-server.js';
import { openPlane, temporaryFolder } from '../app/plane.js';
import { withUseCases } from '../app/use-cases.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

const flow = (name: string, tool: string) => ({
  name,
  executionTier: 'Auto',
  actions: [
    { actionId: 'slow', operation: 'mcp:call', server: 'desk', tool },
    { actionId: 'note', operation: 'mcp:call', server: 'desk', tool: 'desk_put_note' },
  ],
});

/** The real command in a process of its own. */
async function serve(db: string, servers: string): Promise<ChildProcess> {
  const bin = join(import.meta.dirname, '../../src/bin/portarium.ts');
  const words = ['--db', db, '--servers', servers, '--json', 'serve', '--port', '0', '--log-level', 'silent'];
  const child = spawn(process.execPath, [bundledSource(bin), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORTARIUM_TOKEN: '' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The server ended early.'))),
  ]);
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const anHour = 3_600_000;

/** So far in the future that only an engine that does not wait can go on while the test lasts. */
async function hold(store: Store, runId: string, owner: (now: string) => string): Promise<Run> {
  return store.transact('ws-a', async (tx) => {
    const run = (await tx.runs.get(idOf(runId))) as Run;
    const held = { ...run, lease: { owner: owner(run.lease?.owner ?? ''), until: tx.now + anHour } };
    await tx.runs.put(held);
    return held;
  });
}

test('a server that was killed in a call goes on when it is back, without waiting for its own lease', async () => {
  const folder = temporaryFolder();
  const [db, servers] = [join(folder, 'p.db'), join(folder, 'servers.json')];
  writeFileSync(servers, JSON.stringify({ desk: { type: 'http', url: desk.url } }));
  const { plane: opened, close } = await openRealPlane({ db, servers, engine: false, create: true });
  const plane = withUseCases(opened);
  const { admin } = await plane.initWorkspace({ workspaceId: 'ws-a', adminId: 'adam', environment: 'staging' });
  const store = openSqliteStore(db, { surroundings: realSurroundings() });
  onTestFinished(async () => {
    await store.close();
    await close();
  });
  await plane.putWorkflow(admin, { source: flow('Pay', 'desk_slow_refund') });
  await plane.putWorkflow(admin, { source: flow('Look', 'desk_slow_look') });
  const first = await serve(db, servers);
  const { runId: pay } = await plane.startRun(admin, { workflowId: 'pay' });
  const { runId: look } = await plane.startRun(admin, { workflowId: 'look' });
  while (desk.count('desk_slow_refund') + desk.count('desk_slow_look') < 2) await sleep(20);
  await killed(first);
  desk.release();
  const leases = [await hold(store, pay, (same) => same), await hold(store, look, (same) => same)];
  expect(leases.map(({ epoch }) => epoch)).toEqual([1, 1]);

  const second = await serve(db, servers);
  while (desk.count('desk_slow_look') < 2) await sleep(20);
  desk.release();
  while ((await plane.getRun(admin, look)).status !== 'Succeeded') await sleep(20);
  // A call that must not be repeated is a question for a person, as it was with waiting.
  while ((await plane.getRun(admin, pay)).status !== 'Paused') await sleep(20);
  expect(await plane.getRun(admin, pay)).toMatchObject({ steps: [{ state: 'UnknownOutcome' }, { state: 'Pending' }] });
  const [asked] = (await plane.listWorkItems(admin, { mcpStatus: 'pending' })).items;
  expect(asked).toMatchObject({ kind: 'unknown-outcome', runId: pay, stepId: 'slow' });
  expect([desk.count('desk_slow_refund'), desk.count('desk_put_note')]).toEqual([1, 1]);
  expect(await plane.verifyEvidence(admin)).toMatchObject({ valid: true });
  await killed(second);
});

test('an engine frees what certain dead held and leaves alone what anybody else holds', async () => {
  const file = join(temporaryFolder(), 'portarium.db');
  const { plane, store, alice, settle, clock } = await openPlane({
    desk,
    file,
    owner: 'me',
    isGone: (owner) => owner === 'dead',
  });
  await plane.putWorkflow(alice, { source: flow('Notes', 'desk_put_note') });
  const runs = [];
  for (const owner of ['dead', 'unknown', 'me']) {
    const { runId } = await plane.startRun(alice, { workflowId: 'notes' });
    runs.push(await hold(store, runId, () => owner));
  }
  expect(await store.heldRuns(clock.now())).toHaveLength(3);
  await settle();
  const seen = await Promise.all(runs.map(({ runId }) => store.read('ws-a', (tables) => tables.runs.get(runId))));
  expect(seen.map((run) => run?.status)).toEqual(['Succeeded', 'Pending', 'Pending']);
  expect(seen.map((run) => run?.lease?.owner)).toEqual([undefined, 'unknown', 'me']);
});

test('one engine at a time has the seat of a database, by whatever path; the next one knows that the former is gone', () => {
  const folder = temporaryFolder();
  const [db, link] = [join(folder, 'p.db'), join(folder, 'link.db')];
  writeFileSync(db, '');
  symlinkSync(db, link);
  const first = takeSeat(db, 'first');
  expect(takeSeat(db, 'second')).toBeUndefined();
  expect(takeSeat(link, 'second')).toBeUndefined();
  first?.leave();
  const second = takeSeat(link, 'second');
  expect(second?.isGone(first?.owner ?? '')).toBe(true);
  expect(second?.isGone(second.owner)).toBe(false);
  // An engine without the seat, one of an earlier version or one of another kind may be alive.
  expect(second?.isGone('first')).toBe(false);
  second?.leave();
});
