import { openChecked } from '@quadrivium/career/server';
import { Fault, localIdentity, openHttpFront, openMetrics, silentLogger } from '@quadrivium/kernel';
import { connect } from '@quadrivium/kernel/client';
import { openSqliteLedger } from '@quadrivium/ledger';
import { expect, test } from 'vitest';
import { seedStudies } from '../src/demo/studies.js';
import { examine } from '../src/doctor/examine.js';
import { openDataFolder } from '../src/folder/data-folder.js';
import { careerSystem, cobreSystem } from '../src/up/systems.js';
import { freshFolder } from './server-process.js';

test('calls of cobre, refused ones too and under both sorts of names, are in one ledger that the doctor verifies', async () => {
  const data = openDataFolder(freshFolder());
  const system = await cobreSystem(data, { log: silentLogger, metrics: await openMetrics() });
  const authenticator = { scheme: 'none', authenticate: () => localIdentity } as const;
  const front = await openHttpFront({ port: 0, routes: system.routes, authenticator, log: silentLogger });
  const seed = await connect({ type: 'http', url: `${front.url}/cobre/mcp` });
  const portable = await connect({ type: 'http', url: `${front.url}/cobre/mcp/portable` });
  await seed.callTool('cobre/get-config-schema', {});
  await seed.callTool('cobre/validate', { case_dir: '/etc' });
  await portable.callTool('cobre_get-config-schema', {});
  await portable.callTool('cobre_validate', { case_dir: data.studies, deep: 'x'.repeat(100_000) });
  await seed.close();
  await portable.close();
  await front.close();
  await system.close();
  const ledger = openSqliteLedger(data.cobreCallsDb);
  const bodies = [];
  for await (const { body, actor, type } of ledger.entries()) bodies.push({ type, actor, body });
  await ledger.close();
  const called = { type: 'Called', actor: { kind: 'user', id: 'local' } };
  expect(bodies).toMatchObject([
    { ...called, body: { target: 'cobre/get-config-schema', outcome: 'ok', front: 'mcp' } },
    {
      ...called,
      body: { target: 'cobre/validate', outcome: 'failed', kind: 'MissingFile', args: { case_dir: '/etc' } },
    },
    { ...called, body: { target: 'cobre/get-config-schema', outcome: 'ok' } },
    { ...called, body: { target: 'cobre/validate', outcome: 'refused', args: { sha256: expect.any(String) } } },
  ]);
  const { findings } = await examine({ data: data.path, port: 0 });
  expect(findings.find(({ detail }) => detail.startsWith('cobre-calls.db'))).toMatchObject({ status: 'ok' });
});

test('who has no valid key leaves an entry in the ledger of the system that was called', async () => {
  const data = openDataFolder(freshFolder());
  const surroundings = { log: silentLogger, metrics: await openMetrics() };
  const systems = [await cobreSystem(data, surroundings), await careerSystem(data, surroundings)];
  const authenticate = () => {
    throw new Fault('Unauthenticated', 'Not with this key.', { context: { reason: 'invalid' } });
  };
  const routes = Object.assign({}, ...systems.map((system) => system.routes));
  const front = await openHttpFront({ port: 0, routes, authenticator: { scheme: 'keys', authenticate } });
  for (const path of ['cobre/mcp', 'cobre/mcp/portable', 'career/mcp'])
    expect((await fetch(`${front.url}/${path}`, { method: 'POST', body: '{}' })).status).toBe(401);
  await front.close();
  for (const system of systems) await system.close();
  const refused = { outcome: 'refused', kind: 'Unauthenticated' };
  const ledger = openSqliteLedger(data.cobreCallsDb);
  const kept = [];
  for await (const { body, actor } of ledger.entries()) kept.push({ ...(body as object), by: actor.id });
  await ledger.close();
  expect(kept).toMatchObject(Array(2).fill({ ...refused, target: '(unread)', by: 'anonymous' }));
  const career = await openChecked({ db: data.careerDb, auditCheck: 'fail' }, () => {});
  const calls = career.audit.trace('calls').map(({ payload, actor }) => ({ ...JSON.parse(payload), by: actor.id }));
  await career.close();
  expect(calls).toMatchObject([{ ...refused, tool: '(unread)', by: 'anonymous' }]);
});

test('a run in the background is heard by whoever watches', async () => {
  const data = openDataFolder(freshFolder());
  const { valley } = seedStudies(data.studies);
  const system = await cobreSystem(data, { log: silentLogger, metrics: await openMetrics() });
  const authenticator = { scheme: 'none', authenticate: () => localIdentity } as const;
  const front = await openHttpFront({ port: 0, routes: system.routes, authenticator, log: silentLogger });
  const client = await connect({ type: 'http', url: `${front.url}/cobre/mcp` });
  const stream = await fetch(`${front.url}/console/training`);
  await client.callTool('cobre/run', { case_dir: valley, phases: 'training', background: true });
  let heard = '';
  for await (const chunk of stream.body!) {
    heard += Buffer.from(chunk).toString('utf8');
    if (heard.includes('"ended"')) break;
  }
  expect(heard).toMatch(/"kind":"began".*"kind":"iteration".*"kind":"ended"/s);
  await client.close();
  await front.close();
  await system.close();
}, 60_000);
