/** Slow servers and busy neighbours: whoever has work that can be done gets it done. */
import { expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import type { Caller } from '../../src/domain/principal.js';
import type { JournalEngineOptions } from '../../src/engine/engine-options.js';
import type { CallOutcome, Downstream } from '../../src/steps/ports.js';
import { openPlane, type PlaneOptions, type TestPlane } from '../app/plane.js';

const timeout = 60_000;

/** Servers whose calls hang until they are let go, and one that answers at once. */
class SlowServers implements Downstream {
  readonly calls: { readonly server: string; readonly text: unknown }[] = [];
  #waiting: (() => void)[] = [];
  #isOpen = false;

  servers = () => ['slow', 'fast'];
  tools = async () => [{ name: 'write', inputSchema: { type: 'object' }, annotations: { destructiveHint: true } }];

  async call({ server, arguments: { text } }: { server: string; arguments: Record<string, unknown> }) {
    this.calls.push({ server, text });
    if (server === 'slow' && !this.#isOpen) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return { ok: true, output: { text } } satisfies CallOutcome;
  }

  /** Lets this many go on, all and all that follow when nothing is said. */
  release(count = Infinity): void {
    this.#isOpen = count === Infinity;
    for (const go of this.#waiting.splice(0, count)) go();
  }

  of(server: string): number {
    return this.calls.filter((call) => call.server === server).length;
  }
}

async function withSlowServers(
  engine: Partial<JournalEngineOptions> = {},
  options: PlaneOptions = {},
): Promise<TestPlane & { readonly servers: SlowServers }> {
  const servers = new SlowServers();
  const world = await openPlane({ downstream: servers, environment: 'dev', engine, ...options });
  onTestFinished(() => servers.release());
  for (const name of ['slow', 'fast']) await world.plane.putWorkflow(world.alice, { source: flow(name) });
  return { ...world, servers };
}

const flow = (server: string, name = server) => ({
  workflowId: name,
  name,
  executionTier: 'Auto',
  actions: [
    { actionId: 'call', operation: 'mcp:call', server, tool: 'write', arguments: { text: '{{ input.text }}' } },
  ],
});

/** A workspace beside the first, with a workflow of its own. */
async function neighbour({ plane }: TestPlane, name = 'ws-b'): Promise<Caller> {
  await plane.initWorkspace({ workspaceId: name, environment: 'dev', adminId: 'nina' });
  const nina: Caller = { workspaceId: idOf(name), principalId: idOf('nina'), kind: 'user', roles: ['admin'] };
  await plane.putWorkflow(nina, { source: flow('fast') });
  return nina;
}

const start = ({ plane }: TestPlane, who: Caller, workflowId: string, text = '') =>
  plane.startRun(who, { workflowId, input: { text } });

const succeeds = ({ plane }: TestPlane, who: Caller, runId: string) =>
  expect.poll(async () => (await plane.getRun(who, runId)).status, { timeout: 30_000 }).toBe('Succeeded');

test('40 calls that hang keep neither another workspace nor another workflow waiting, and all of them end', {
  timeout,
}, async () => {
  const world = await withSlowServers();
  const nina = await neighbour(world);
  const slow: string[] = [];
  for (let i = 0; i < 40; i += 1) slow.push((await start(world, world.alice, 'slow')).runId);
  world.plane.engine.run();
  await expect.poll(() => world.servers.of('slow'), { timeout: 30_000 }).toBe(32);
  await succeeds(world, nina, (await start(world, nina, 'fast')).runId);
  await succeeds(world, world.alice, (await start(world, world.alice, 'fast')).runId);
  expect(world.servers.of('slow'), 'a server gets 32 calls at once and no more').toBe(32);
  world.servers.release();
  for (const runId of slow) await succeeds(world, world.alice, runId);
  expect(world.servers.of('slow')).toBe(40);
});

test('runs that hang for ever in all places they may have leave places for others', { timeout }, async () => {
  const world = await withSlowServers({ mostOpen: 12, concurrentCalls: { slow: 1000 } });
  const nina = await neighbour(world);
  for (let i = 0; i < 30; i += 1) await start(world, world.alice, 'slow');
  world.plane.engine.run();
  // One kind of run may have half of what is free: 4 of 12.
  await expect.poll(() => world.servers.of('slow'), { timeout: 30_000 }).toBe(4);
  await succeeds(world, world.alice, (await start(world, world.alice, 'fast')).runId);
  await succeeds(world, nina, (await start(world, nina, 'fast')).runId);
  expect(world.servers.of('slow')).toBe(4);
});

test('a workflow with a limit has no more runs open than that', { timeout }, async () => {
  const world = await withSlowServers({ concurrentRuns: { slow: 2 } });
  const runs: string[] = [];
  for (let i = 0; i < 6; i += 1) runs.push((await start(world, world.alice, 'slow')).runId);
  world.plane.engine.run();
  await expect.poll(() => world.servers.of('slow'), { timeout: 30_000 }).toBe(2);
  await succeeds(world, world.alice, (await start(world, world.alice, 'fast')).runId);
  expect(world.servers.of('slow')).toBe(2);
  world.servers.release();
  for (const runId of runs) await succeeds(world, world.alice, runId);
});

test('a workspace with a long line of runs due does not keep another from its first', { timeout }, async () => {
  const world = await withSlowServers({ concurrency: 4 });
  const nina = await neighbour(world);
  for (let i = 0; i < 60; i += 1) await start(world, world.alice, 'fast', 'ours');
  await start(world, nina, 'fast', 'theirs');
  await world.settle();
  expect(world.servers.of('fast')).toBe(61);
  const theirs = world.servers.calls.findIndex(({ text }) => text === 'theirs');
  expect(theirs, 'taken up with the first handful').toBeLessThan(8);
});

test('workspaces that wait for one server take turns', { timeout }, async () => {
  const world = await withSlowServers({ concurrentCalls: { slow: 1 } });
  const nina = await neighbour(world);
  await world.plane.putWorkflow(nina, { source: flow('slow') });
  for (let i = 0; i < 4; i += 1) await start(world, world.alice, 'slow', 'a');
  world.plane.engine.run();
  await expect.poll(() => world.servers.of('slow'), { timeout: 30_000 }).toBe(1);
  await start(world, nina, 'slow', 'b');
  await expect.poll(() => world.plane.engine.activeRuns, { timeout: 30_000 }).toBe(5);
  for (let made = 2; made <= 5; made += 1) {
    world.servers.release(1);
    await expect.poll(() => world.servers.of('slow'), { timeout: 30_000 }).toBe(made);
  }
  const order = world.servers.calls.map(({ text }) => text).join('');
  expect(order, 'the other comes after those that were first in line, not after all').toMatch(/^aa?ba+$/);
});

test('a call that waits for its turn when its run is cancelled is never made', { timeout }, async () => {
  const world = await withSlowServers({ concurrentCalls: { slow: 1 } });
  await start(world, world.alice, 'slow');
  world.plane.engine.run();
  await expect.poll(() => world.servers.of('slow'), { timeout: 30_000 }).toBe(1);
  const { runId } = await start(world, world.alice, 'slow');
  await expect.poll(() => world.plane.engine.activeRuns, { timeout: 30_000 }).toBe(2);
  await world.plane.cancelRun(world.alice, { runId });
  await expect
    .poll(async () => (await world.plane.getRun(world.alice, runId)).status, { timeout: 30_000 })
    .toBe('Cancelled');
  world.servers.release();
  expect(world.servers.of('slow')).toBe(1);
});

test('a call that waits for its turn when the engine stops is made by the next engine, once', { timeout }, async () => {
  const world = await withSlowServers({ concurrentCalls: { slow: 1 } });
  const runs = [await start(world, world.alice, 'slow'), await start(world, world.alice, 'slow')];
  world.plane.engine.run();
  await expect.poll(() => world.servers.of('slow'), { timeout: 30_000 }).toBe(1);
  await expect.poll(() => world.plane.engine.activeRuns, { timeout: 30_000 }).toBe(2);
  const stopped = world.plane.engine.stop();
  await expect.poll(() => world.plane.engine.activeRuns, { timeout: 30_000 }).toBe(1);
  world.servers.release();
  await stopped;
  expect(world.servers.of('slow')).toBe(1);
  const again = await openPlane({ downstream: world.servers, file: world.file, environment: 'dev', owner: 'next' });
  await again.settle();
  for (const { runId } of runs) await succeeds(again, again.alice, runId);
  expect(world.servers.of('slow')).toBe(2);
});

test('an approval that runs out while its call waits for a turn is not used', { timeout }, async () => {
  const world = await withSlowServers({ concurrentCalls: { slow: 1 } }, { environment: 'staging' });
  const ask = { actionId: 'ask', operation: 'approval:request', expiresInMs: 60_000 };
  const gated = { ...flow('slow', 'gated'), actions: [ask, ...flow('slow').actions] };
  await world.plane.putWorkflow(world.alice, { source: gated });
  const approved = async () => {
    const { runId } = await start(world, world.alice, 'gated');
    const pending = async () => (await world.plane.getRun(world.bob, runId)).pendingApprovals[0]?.approvalId;
    await expect.poll(pending, { timeout: 30_000 }).toBeDefined();
    const approvalId = (await pending()) ?? '';
    await world.plane.decideApproval(world.bob, { approvalId, decision: 'Approved' });
    return runId;
  };
  world.plane.engine.run();
  await approved();
  await expect.poll(() => world.servers.of('slow'), { timeout: 30_000 }).toBe(1);
  const late = await approved();
  await expect.poll(() => world.plane.engine.activeRuns, { timeout: 30_000 }).toBe(2);
  world.clock.pass(61_000);
  world.servers.release();
  await expect
    .poll(async () => (await world.plane.getRun(world.bob, late)).status, { timeout: 30_000 })
    .toBe('WaitingForApproval');
  expect(world.servers.of('slow')).toBe(1);
});
