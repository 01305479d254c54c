/** A policy begins to count once whoever wants that was shown what it changes, over real sockets and by the command line. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlane } from '../../src/bin/open-plane.js';
import { runPortarium } from '../../src/cli/main.js';
import { until, type World, world } from './world.js';

interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly context: { readonly code: string; readonly diffDigest: string; readonly changes: readonly unknown[] };
}

let w: World;
/** One run of the flagship: its reading was allowed, its writing waits. Then a first policy, about something else. */
beforeEach(async () => {
  w = await world();
  const { body } = await w.rest('alice', 'POST', '/runs', { workflowId: 'notes', parameters: { topic: 'a' } });
  await until(
    async () => (await w.rest('alice', 'GET', `/runs/${body.runId}`)).body.status,
    (status) => status === 'WaitingForApproval',
  );
  expect((await apply(rule('first', 'other_tool', 'Deny'))).status, 'the first needs none').toBe(201);
});
afterEach(() => w.close());

const rule = (policyId: string, tool: string, effect: string) => ({
  policyId,
  name: `${effect} ${tool}`,
  rules: [{ ruleId: 'r', match: { tools: [tool] }, effect }],
});
const noReading = rule('reading', 'notes_read', 'Deny');
const noWriting = rule('writing', 'notes_write', 'Deny');

const apply = (source: unknown, more: object = {}) =>
  w.rest('adam', 'POST', '/policies', { source, activate: true, ...more });

async function refused(answer: ReturnType<typeof apply>, code: string) {
  const { status, body } = await answer;
  expect(body).toMatchObject({ code: 'Conflict', context: { code } });
  expect(status).toBe(409);
  return body as unknown as Refusal;
}

const activeIds = async () =>
  ((await w.rest('adam', 'GET', '/policies')).body.items as { policyId: string; version: number; active: boolean }[])
    .filter(({ active }) => active)
    .map(({ policyId, version }) => `${policyId}@${version}`);

/** What evidence says about the last time that a policy of this name was activated, or taken out of use. */
async function recorded(policyId: string, type = 'PolicyActivated') {
  const { items } = (await w.rest('zoe', 'GET', `/evidence?type=${type}&limit=200`)).body;
  const bodies = (items as { body: { links: { policyId: string }; detail: unknown } }[]).map(({ body }) => body);
  return bodies.findLast(({ links }) => links.policyId === policyId)?.detail;
}

test('without a word it is refused with the difference; repeated with its digest it counts, and evidence names it', async () => {
  const { detail, context } = await refused(apply(noReading), 'DiffNeeded');
  expect(detail).toMatch(/1 of 2 past calls otherwise: 1 × notes_read Allow → Deny/);
  expect(context.changes).toEqual([expect.objectContaining({ tool: 'notes_read', before: 'Allow', after: 'Deny' })]);
  expect(await activeIds(), 'nothing was saved').toEqual(['first@1']);
  expect((await apply(noReading, { diffDigest: context.diffDigest })).status).toBe(201);
  expect(await activeIds()).toEqual(['first@1', 'reading@1']);
  const diff = { digest: context.diffDigest, considered: 2, changes: 1 };
  expect(await recorded('reading')).toEqual({ version: 1, diff });
});

test('the digest of a simulation counts as well, for exactly this text and these active policies', async () => {
  const simulated = await w.rest('adam', 'POST', '/policies:simulate', { source: noReading, against: 'active' });
  const { diffDigest } = simulated.body as unknown as { diffDigest: string };
  const other = await refused(apply({ ...noReading, name: 'Another name' }, { diffDigest }), 'DiffStale');
  expect(other.context.diffDigest).not.toBe(diffDigest);
  expect((await apply(noWriting, { withoutDiff: true })).status).toBe(201);
  const stale = await refused(apply(noReading, { diffDigest }), 'DiffStale');
  expect((await apply(noReading, { diffDigest: stale.context.diffDigest })).status).toBe(201);
  const part = { source: noReading, against: 'active', sinceIso: '2026-01-01T00:00:00Z' };
  expect((await w.rest('adam', 'POST', '/policies:simulate', part)).body).not.toHaveProperty('diffDigest');
});

test('calls that were made since it was shown leave a digest good, made up times and digests are refused', async () => {
  const { diffDigest } = (await refused(apply(noReading), 'DiffNeeded')).context;
  const { body } = await w.rest('alice', 'POST', '/runs', { workflowId: 'notes', parameters: { topic: 'b' } });
  await until(
    async () => (await w.rest('alice', 'GET', `/runs/${body.runId}`)).body.status,
    (status) => status === 'WaitingForApproval',
  );
  const [time = '', digest = ''] = diffDigest.split('.');
  for (const made of [`1.${digest}`, `999999999999999.${digest}`, `${time}.sha256:${'0'.repeat(64)}`])
    await refused(apply(noReading, { diffDigest: made }), 'DiffStale');
  for (const diffDigest of ['', 'yes', digest, `-1.${digest}`])
    expect((await apply(noReading, { diffDigest })).status, diffDigest).toBe(422);
  expect((await apply(noReading, { diffDigest, withoutDiff: true })).status).toBe(422);
  expect((await apply(noReading, { diffDigest })).status).toBe(201);
});

test('of two who were shown a difference from the same policies and save at once, one is refused', async () => {
  const sources = [noReading, noWriting];
  const shown = await Promise.all(sources.map(async (source) => refused(apply(source), 'DiffNeeded')));
  const answers = await Promise.all(
    sources.map((source, nth) => apply(source, { diffDigest: shown[nth]?.context.diffDigest })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ context: { code: 'DiffStale' } });
  expect(await activeIds()).toHaveLength(2);
});

test('a draft needs none and changes nothing; making it count does, also a way back to an earlier version', async () => {
  expect((await w.rest('adam', 'POST', '/policies', { source: noReading })).status).toBe(201);
  const activate = (more: object) => w.rest('adam', 'POST', '/policies/reading:activate', { version: 1, ...more });
  const { diffDigest } = (await refused(activate({}), 'DiffNeeded')).context;
  expect(await activeIds()).toEqual(['first@1']);
  expect((await activate({ diffDigest })).body).toMatchObject({ active: true });
  expect((await apply(noReading)).status, 'the same words again change nothing').toBe(201);
  expect((await apply(rule('reading', 'notes_read', 'Allow'), { withoutDiff: true })).status).toBe(201);
  expect(await recorded('reading')).toEqual({ version: 3, withoutDiff: true });
  await refused(activate({ diffDigest }), 'DiffStale');
  expect((await activate({ withoutDiff: true })).body).toMatchObject({ version: 1, active: true });
});

test('taking one out of use shows what that changes, and counts once it was seen', async () => {
  expect((await apply(noReading, { withoutDiff: true })).status).toBe(201);
  const takeOut = (body?: object) => w.rest('adam', 'POST', '/policies/reading:deactivate', body);
  const { detail, context } = await refused(takeOut(), 'DiffNeeded');
  expect(detail).toMatch(/1 of 2 past calls otherwise: 1 × notes_read Deny → Allow/);
  expect(await activeIds()).toEqual(['first@1', 'reading@1']);
  const simulated = await w.rest('adam', 'POST', '/policies:simulate', { without: 'reading', against: 'active' });
  expect(simulated.body).toMatchObject({ considered: 2, changes: context.changes });
  for (const body of [{}, { source: noReading, without: 'reading' }])
    expect((await w.rest('adam', 'POST', '/policies:simulate', body)).status).toBe(422);
  const { diffDigest } = simulated.body as unknown as { diffDigest: string };
  await refused(w.rest('adam', 'POST', '/policies/first:deactivate', { diffDigest }), 'DiffStale');
  await refused(apply(noWriting, { diffDigest }), 'DiffStale');
  expect((await takeOut({ diffDigest })).status).toBe(204);
  expect(await activeIds()).toEqual(['first@1']);
  const diff = { digest: diffDigest, considered: 2, changes: 1 };
  expect(await recorded('reading', 'PolicyDeactivated')).toEqual({ version: 1, diff });
  expect((await takeOut({ withoutDiff: true })).status, 'it is out already').toBe(404);
});

test('a policy that fails its own tests is saved as a draft and does not count', async () => {
  const tests = [{ name: 'reading is denied', call: { server: 'notes', tool: 'notes_read' }, expect: 'Deny' }];
  const wrong = { ...noWriting, tests };
  const { detail } = await refused(apply(wrong, { withoutDiff: true }), 'TestsFail');
  expect(detail).toMatch(/1 of 1 tests of policy "writing" fail: "reading is denied" wants Deny, got Allow/);
  expect((await w.rest('adam', 'POST', '/policies', { source: wrong })).status).toBe(201);
  const draft = w.rest('adam', 'POST', '/policies/writing:activate', { version: 1, withoutDiff: true });
  await refused(draft, 'TestsFail');
  expect((await apply({ ...noReading, tests }, { withoutDiff: true })).status).toBe(201);
  const ran = await w.rest('zoe', 'POST', '/policies:test', { source: { ...noReading, tests } });
  expect(ran.body).toMatchObject({ passed: 1, failed: 0 });
  expect((await w.rest('zoe', 'POST', '/policies:test', { source: noReading })).status).toBe(422);
});

test('a key that may write policies and not read them is not told what was called', async () => {
  const { secret } = await w.plane.createApiKey(w.admin, { principalId: 'adam' as never, scopes: ['policy:write'] });
  const authorization = { authorization: `Bearer ${secret}` };
  const { status, body } = await w.rest(
    'adam',
    'POST',
    '/policies',
    { source: noReading, activate: true },
    authorization,
  );
  expect(status).toBe(409);
  expect(body).toMatchObject({ context: { code: 'DiffNeeded' } });
  expect(JSON.stringify(body)).not.toMatch(/notes_read|sha256/);
});

test('in production the second person names what they saw, too', async () => {
  await w.plane.putPrincipal(w.admin, { principalId: 'carol', kind: 'user', roles: ['admin'] } as never);
  await w.plane.setEnvironment(w.admin, 'prod');
  const { diffDigest } = (await refused(apply(noReading), 'DiffNeeded')).context;
  expect((await apply(noReading, { diffDigest })).body).toMatchObject({ active: false, awaitsSecondPerson: true });
  const second = (more: object) => w.rest('carol', 'POST', '/policies', { source: noReading, activate: true, ...more });
  await refused(second({}), 'DiffNeeded');
  expect((await second({ diffDigest })).body).toMatchObject({ version: 1, active: true });
});

test('the command shows the difference and how to go on, and ends with a refusal until it was said', async () => {
  const file = join(w.db, '..', 'policy.json');
  writeFileSync(file, JSON.stringify(noReading));
  const policy = async (...words: string[]) => {
    const terminal = memoryTerminal();
    const all = ['--db', w.db, '--workspace', 'ws-a', '--as', 'adam', 'policy', ...words];
    return { code: await runPortarium(all, openPlane, terminal), out: terminal.stdout, err: terminal.stderr };
  };
  const asked = await policy('apply', file, '--activate');
  expect(asked.code).not.toBe(0);
  expect(asked.err).toMatch(/1 of 2 past calls otherwise: 1 × notes_read Allow → Deny/);
  const [, digest = ''] = /--diff-digest\) (\S+);/.exec(asked.err) ?? [];
  writeFileSync(file, JSON.stringify({ ...noReading, name: 'Edited since' }));
  expect((await policy('apply', file, '--activate', '--diff-digest', digest)).err).toMatch(/another policy/);
  writeFileSync(file, JSON.stringify(noReading));
  expect(await policy('apply', file, '--activate', '--diff-digest', digest)).toMatchObject({ code: 0, err: '' });
  writeFileSync(file, JSON.stringify(noWriting));
  expect(await policy('apply', file, '--activate', '--without-diff')).toMatchObject({ code: 0, err: '' });
  expect(await recorded('writing')).toEqual({ version: 1, withoutDiff: true });
  const out = await policy('deactivate', 'reading');
  expect(out.code).not.toBe(0);
  expect(out.err).toMatch(/1 of 2 past calls otherwise: 1 × notes_read Deny → Allow/);
  const [, shown = ''] = /--diff-digest\) (\S+);/.exec(out.err) ?? [];
  expect(await policy('deactivate', 'reading', '--diff-digest', shown)).toMatchObject({ code: 0, err: '' });
  expect(await activeIds()).toEqual(['first@1', 'writing@1']);
});
