import { describe, expect, test } from 'vitest';
import type { ScheduleBody } from '../../src/domain/schedule.js';
import { collect, openPlane, type TestPlane, testClock } from './plane.js';

const flow = {
  name: 'Report',
  executionTier: 'Auto',
  inputSchema: { type: 'object', properties: { depot: { type: 'string' } }, additionalProperties: false },
  actions: [{ actionId: 'tell', operation: 'event:emit', type: 'Told', data: { depot: '{{ input.depot }}' } }],
};
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const hourly: ScheduleBody & { scheduleId: string } = {
  scheduleId: 'report',
  workflowId: 'report',
  cron: '0 * * * *',
  timeZone: 'UTC',
  input: { depot: 'north' },
  catchUp: 'last',
  mostCaughtUp: 10,
  toleranceSeconds: 60,
  active: true,
};

/** At noon of a Monday, with a schedule for every full hour. */
async function scheduled(more: Partial<ScheduleBody> = {}, options: Parameters<typeof openPlane>[0] = {}) {
  const world = await openPlane({ environment: 'dev', clock: testClock(Date.UTC(2026, 0, 5, 12)), ...options });
  await world.plane.putWorkflow(world.adam, { source: flow });
  const saved = await world.plane.putSchedule(world.alice, { ...hourly, ...more });
  return { ...world, saved };
}

const pass = async ({ clock, settle }: TestPlane, milliseconds: number) => {
  clock.pass(milliseconds);
  await settle();
};
const startedBy = async ({ plane, adam }: TestPlane) =>
  (await plane.listRuns(adam, { limit: 200 })).items.map(({ correlationId }) => correlationId).reverse();
const typesOf = async ({ store }: TestPlane) =>
  (await collect(store.ledger.entries({ chain: 'ws-a' }))).map(({ type }) => type);

describe('a schedule', () => {
  test('starts a run at each of its times, in the name of whoever saved it', async () => {
    const world = await scheduled();
    expect(world.saved).toMatchObject({
      runsAsUserId: 'alice',
      nextAtIso: '2026-01-05T13:00:00.000Z',
      upcomingIso: expect.arrayContaining(['2026-01-05T13:00:00.000Z', '2026-01-05T17:00:00.000Z']),
    });
    for (let quarter = 0; quarter < 10; quarter++) await pass(world, hour / 4);
    expect(await startedBy(world)).toEqual(['report@2026-01-05T13:00:00.000Z', 'report@2026-01-05T14:00:00.000Z']);
    const { items } = await world.plane.listRuns(world.adam);
    expect(items[0]).toMatchObject({ status: 'Succeeded', initiatedByUserId: 'alice' });
    expect(await world.plane.getSchedule(world.zoe, 'report')).toMatchObject({
      last: { dueAtIso: '2026-01-05T14:00:00.000Z', runId: items[0]?.runId },
      nextAtIso: '2026-01-05T15:00:00.000Z',
    });
  });

  test.each([
    ['none', {}, []],
    ['last', {}, ['17']],
    ['all', {}, ['13', '14', '15', '16', '17']],
    ['all', { mostCaughtUp: 2 }, ['16', '17']],
    ['none', { toleranceSeconds: 3 * 3600 }, ['15', '16', '17']],
  ] as const)('that was asleep for five hours and a half catches up %s %o', async (catchUp, more, hours) => {
    const world = await scheduled({ catchUp, ...more });
    await pass(world, 5.5 * hour);
    expect(await startedBy(world)).toEqual(hours.map((it) => `report@2026-01-05T${it}:00:00.000Z`));
    expect(await typesOf(world)).toEqual(
      hours.length === 5
        ? expect.not.arrayContaining(['ScheduleSkipped'])
        : expect.arrayContaining(['ScheduleSkipped']),
    );
    await pass(world, hour / 2);
    expect((await startedBy(world)).at(-1), 'and goes on').toBe('report@2026-01-05T18:00:00.000Z');
  });

  test('of every minute that was asleep for years takes no time and starts no more than it may', async () => {
    const world = await scheduled({ cron: '* * * * *', catchUp: 'all', mostCaughtUp: 3 });
    await pass(world, 3 * 365 * day);
    expect(await startedBy(world)).toHaveLength(3);
  });

  test('waits while the workspace is frozen, and is late afterwards', async () => {
    const world = await scheduled({ catchUp: 'all' });
    await world.plane.freeze(world.adam, 'something is wrong');
    for (let times = 0; times < 8; times++) await pass(world, 20 * minute);
    expect(await startedBy(world)).toEqual([]);
    await world.plane.unfreeze(world.adam);
    await pass(world, minute);
    expect(await startedBy(world)).toEqual(['report@2026-01-05T13:00:00.000Z', 'report@2026-01-05T14:00:00.000Z']);
  });

  test('that is paused misses its times; that is changed otherwise loses none', async () => {
    const world = await scheduled({ catchUp: 'all' });
    const { plane, alice, clock } = world;
    expect(await plane.putSchedule(alice, { ...hourly, active: false })).toMatchObject({
      active: false,
      upcomingIso: [],
    });
    await pass(world, 3 * hour);
    await plane.putSchedule(alice, { ...hourly, catchUp: 'all' });
    clock.pass(hour + minute);
    await plane.putSchedule(alice, { ...hourly, catchUp: 'all', input: { depot: 'south' } });
    await world.settle();
    expect(await startedBy(world)).toEqual(['report@2026-01-05T16:00:00.000Z']);
    await plane.removeSchedule(alice, 'report');
    await pass(world, day);
    expect(await startedBy(world)).toHaveLength(1);
    await expect(plane.getSchedule(alice, 'report')).rejects.toMatchObject({ kind: 'NotFound' });
  });

  test.each([
    [
      'whoever saved it may not start runs any more',
      (w: TestPlane) => w.plane.putPrincipal(w.adam, { principalId: 'alice', kind: 'user', roles: ['auditor'] }),
      /may not start runs/,
    ],
    ['the workflow is gone', (w: TestPlane) => w.plane.archiveWorkflow(w.adam, 'report'), /no active workflow/],
  ] as const)('starts nothing where %s, and tells so', async (_, change, words) => {
    const world = await scheduled();
    await change(world);
    await pass(world, hour);
    expect(await startedBy(world)).toEqual([]);
    const { last } = await world.plane.getSchedule(world.adam, 'report');
    expect(last).toMatchObject({ problem: expect.stringMatching(words) });
    expect(await typesOf(world)).toContain('ScheduleSkipped');
  });

  test.each([
    ['a cron of six fields', { cron: '* * * * * *' }, 'InvalidInput'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'InvalidInput'],
    ['an input that does not fit', { input: { depot: 1 } }, 'InvalidInput'],
    ['a workflow that is not there', { workflowId: 'nothing' }, 'NotFound'],
  ] as const)('with %s is refused', async (_, more, kind) => {
    const world = await scheduled();
    await expect(world.plane.putSchedule(world.alice, { ...hourly, ...more })).rejects.toMatchObject({ kind });
  });

  test('is not made by who may not start runs, whatever else they may', async () => {
    const { plane, alice, bot, zoe } = await scheduled();
    for (const caller of [zoe, bot, { ...alice, scopes: ['workflow:write'] }])
      await expect(plane.putSchedule(caller, hourly)).rejects.toMatchObject({ kind: 'Forbidden' });
  });
});
