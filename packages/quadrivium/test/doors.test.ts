/** Who may do what in one house: roles, scopes and addresses count for all of its systems. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Identity, openHttpFront, openMetrics, silentLogger } from '@quadrivium/kernel';
import { connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDataFolder } from '../src/folder/data-folder.js';
import { careerSystem, cobreSystem, type System } from '../src/up/systems.js';
import { up } from '../src/up/up.js';
import { endAll, freshFolder } from './server-process.js';

afterAll(endAll);

describe('the systems beside the control plane', () => {
  const callers: Readonly<Record<string, Identity>> = {
    auditor: { subject: 'zoe', kind: 'user', roles: ['auditor'], via: 'session' },
    operator: { subject: 'bob', kind: 'user', roles: ['operator'], via: 'session' },
    narrowed: { subject: 'bob', kind: 'user', roles: ['operator'], via: 'api-key', scopes: ['server:career'] },
  };
  let front: Awaited<ReturnType<typeof openHttpFront>>;
  let systems: System[];
  beforeAll(async () => {
    const data = openDataFolder(freshFolder());
    const around = { log: silentLogger, metrics: await openMetrics() };
    systems = [await cobreSystem(data, around), await careerSystem(data, around)];
    const routes = Object.assign({}, ...systems.map((system) => system.routes));
    const authenticate = (authorization = '') => callers[authorization.replace('Bearer ', '')] as Identity;
    front = await openHttpFront({ port: 0, routes, authenticator: { scheme: 'keys', authenticate } });
  });
  afterAll(async () => {
    await front.close({ graceMs: 100 });
    for (const system of systems) await system.close();
  });

  async function said(caller: string, system: string, tool: string, args: object): Promise<string> {
    const headers = { authorization: `Bearer ${caller}` };
    const client = await connect({ type: 'http', url: `${front.url}/${system}/mcp`, headers });
    const answer = await client.callTool(tool, { ...args }).catch((error: Error) => error.message);
    await client.close();
    return JSON.stringify(answer);
  }

  test('let somebody whose roles only read look, and change nothing', async () => {
    const words = 'your roles only read';
    expect(await said('auditor', 'cobre', 'cobre/cancel-task', { task_id: 'any' })).toContain(words);
    expect(await said('auditor', 'career', 'add_atom', { claim: 'Invented' })).toContain(words);
    expect(await said('auditor', 'career', 'list_opportunities', {})).toContain('"total":0');
    expect(await said('operator', 'cobre', 'cobre/cancel-task', { task_id: 'any' })).not.toContain(words);
    expect(await said('operator', 'career', 'add_atom', { claim: 'Sailed to Iceland' })).toContain('atom_id');
  });

  test('show a training to nobody whose key names other servers', async () => {
    const watch = async (caller: string) => {
      const signal = new AbortController();
      const headers = { authorization: `Bearer ${caller}` };
      const { status } = await fetch(`${front.url}/console/training`, { headers, signal: signal.signal });
      signal.abort();
      return status;
    };
    expect(await watch('narrowed')).toBe(403);
    expect(await watch('operator')).toBe(200);
  });
});

test('an address for browsers in the login file closes the house to whoever has no credentials', async () => {
  const data = freshFolder();
  const login = join(data, 'login.json');
  const settings = { issuer: 'http://127.0.0.1:1', clientId: 'quadrivium', roles: { ops: ['operator'] } };
  const statusWith = async (publicUrl?: string) => {
    writeFileSync(login, JSON.stringify({ ...settings, publicUrl }));
    const running = await up({ port: 0, data, demo: false, login });
    const { status } = await fetch(`${running.url}/console/session`);
    await running.close();
    return status;
  };
  expect(await statusWith()).toBe(200);
  expect(await statusWith('https://house.example')).toBe(401);
});
