/** Machines that sleep and clocks that are set: who is alive is not taken for dead, and what is due by the calendar is. */
import { expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openPlane, type TestClock } from '../app/plane.js';

const hour = 3_600_000;

/** Time that the test moves: with `pass` it goes by, with `sleep` the machine sleeps. */
function sleepyClock(): TestClock & { sleep(milliseconds: number): void; set(milliseconds: number): void } {
  const at = { wall: Date.UTC(2026, 0, 5, 12), steady: 0 };
  return {
    ...realSurroundings({ wall: () => at.wall, steady: () => at.steady }),
    pass(milliseconds) {
      at.wall += milliseconds;
      at.steady += milliseconds;
    },
    sleep(milliseconds) {
      at.wall += milliseconds;
    },
    set(milliseconds) {
      at.wall += milliseconds;
    },
  };
}

async function world() {
  const clock = sleepyClock();
  const problems: { readonly jumpMs?: unknown }[] = [];
  const at = await openPlane({ clock, engine: { onProblem: (_, about = {}) => problems.push(about) } });
  return { ...at, clock, problems };
}

test('an agent that could not be heard while the machine slept is not given up, one that stays silent is', async () => {
  const { plane, store, bot, clock, settle, problems } = await world();
  const at = { machineId: 'm-1', agentId: 'bot-1' };
  await plane.registerAgent(bot, { ...at, displayName: 'Bot', capabilities: ['code:review'] });
  await plane.agentHeartbeat(bot, at);
  const isGivenUp = async () =>
    (await store.events('ws-a', 0, 1000)).some(({ type }) => type === 'com.portarium.agent.AgentStale');
  clock.sleep(8 * hour);
  await settle();
  expect(await isGivenUp()).toBe(false);
  expect(plane.engine.clockJumps).toBe(1);
  expect(problems).toEqual([{ jumpMs: 8 * hour }]);
  clock.pass(59_000);
  await settle();
  expect(await isGivenUp()).toBe(false);
  clock.pass(2000);
  await settle();
  expect(await isGivenUp()).toBe(true);
});

test('an approval that expired while the machine slept has expired, and a wait that is over is over', async () => {
  const { plane, alice, clock, settle } = await world();
  const ask = { actionId: 'ask', operation: 'approval:request', expiresInMs: hour };
  await plane.putWorkflow(alice, { source: { name: 'Ask', executionTier: 'Auto', actions: [ask] } });
  const wait = { actionId: 'wait', operation: 'timer:wait', durationMs: hour };
  await plane.putWorkflow(alice, { source: { name: 'Wait', executionTier: 'Auto', actions: [wait] } });
  const asked = await plane.startRun(alice, { workflowId: 'ask' });
  const waited = await plane.startRun(alice, { workflowId: 'wait' });
  await settle();
  clock.sleep(2 * hour);
  await settle();
  expect(await plane.getRun(alice, asked.runId)).toMatchObject({
    status: 'Failed',
    failure: { kind: 'ApprovalExpired' },
  });
  expect(await plane.getRun(alice, waited.runId)).toMatchObject({ status: 'Succeeded' });
});

test('the lease of another engine that slept too is left to it until it had the time to renew it', async () => {
  const { plane, store, alice, clock, settle } = await world();
  const emit = { actionId: 'tell', operation: 'event:emit', type: 'Done' };
  await plane.putWorkflow(alice, { source: { name: 'Tell', executionTier: 'Auto', actions: [emit] } });
  const { runId } = await plane.startRun(alice, { workflowId: 'tell' });
  await store.transact('ws-a', async (tx) => {
    const run = await tx.runs.get(idOf(runId));
    if (run !== undefined) await tx.runs.put({ ...run, lease: { owner: 'other', until: clock.now() + 30_000 } });
  });
  clock.sleep(hour);
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Pending' });
  clock.pass(61_000);
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Succeeded' });
});

test('a clock that is set back is told, and no wait takes longer for it', async () => {
  const { plane, alice, clock, settle, problems } = await world();
  const wait = { actionId: 'wait', operation: 'timer:wait', durationMs: 60_000 };
  await plane.putWorkflow(alice, { source: { name: 'Wait', executionTier: 'Auto', actions: [wait] } });
  const { runId } = await plane.startRun(alice, { workflowId: 'wait' });
  await settle();
  clock.set(-hour);
  clock.pass(60_001);
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Succeeded' });
  expect(problems).toEqual([{ jumpMs: -hour }]);
});
