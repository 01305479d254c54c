/** The hostile servers of the kernel's contract behind the gateway of portarium, as a process of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { sampled } from '../../../../test/support/sampling.js';
import { HOSTILE_SERVER, hostileCases } from '../../../kernel/test/untrusted/hostile-cases.js';
import { noConnections } from '../../src/bin/connections-file.js';
import { openPlaneWith } from '../../src/bin/open-plane.js';
import { withUseCases } from '../app/use-cases.js';
import { until } from '../http/world.js';

const bin = join(import.meta.dirname, '../../src/bin/portarium.ts');
/** What fits many tools or pages is proved at the client; here one list holds the tools of all. */
const tooLong = new Set([
  'many-tools',
  'too-many-tools',
  'endless-pages',
  'endless-progress',
  'silent',
  'endless-answer',
  'long-answer',
]);
const all = hostileCases.filter(
  ({ name, transports }) => !tooLong.has(name) && (transports?.includes('stdio') ?? true),
);
const few = sampled('hostile servers behind the gateway', all, 3);
const cases = all.filter((each) => few.includes(each) || each.name === 'odd-names');

/** A new database and the key of an agent in it; nobody else has it open, so that no other engine takes the runs. */
async function agentOf(db: string): Promise<string> {
  const opened = await openPlaneWith({ db, engine: false, create: true }, noConnections);
  const plane = withUseCases(opened.plane);
  const { admin } = await plane.initWorkspace({ workspaceId: 'ws', adminId: 'adam', environment: 'dev' });
  await plane.putPrincipal(admin, { principalId: 'bot', kind: 'agent', roles: ['agent'], onBehalfOf: 'adam' });
  const { secret } = await plane.createApiKey(admin, { principalId: 'bot' });
  await opened.close();
  return secret;
}

describe('behind the gateway', () => {
  let gateway: Connection;
  const folder = mkdtempSync(join(tmpdir(), 'portarium-'));
  beforeAll(async () => {
    const file = join(folder, 'servers.json');
    const db = join(folder, 'portarium.db');
    const servers = cases.map(({ name }) => [
      name,
      { type: 'stdio', command: process.execPath, args: [HOSTILE_SERVER, name], protocol: 'legacy' },
    ]);
    writeFileSync(file, JSON.stringify({ servers: Object.fromEntries(servers) }));
    const args = [bundledSource(bin), 'gateway', '--db', db, '--servers', file, '--log-level', 'silent'];
    gateway = await connect(
      { type: 'stdio', command: process.execPath, args, env: { PORTARIUM_TOKEN: await agentOf(db) } },
      { startupTimeoutMs: 100_000 },
    );
  }, 120_000);
  afterAll(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('all that can be offered is', async () => {
    // Those that take long to start are offered later.
    const offered = cases.filter(({ leftOut }) => leftOut !== true).length;
    const names = await until(
      async () => new Set((await gateway.tools()).tools.map(({ name }) => name)),
      (found) => [...found].filter((name) => name.endsWith('__evil')).length >= offered,
    );
    for (const { name, leftOut } of cases) expect([name, names.has(`${name}__evil`)]).toEqual([name, leftOut !== true]);
    expect(names).toContain('odd-names__constructor');
  });

  test.each(cases.filter(({ leftOut }) => leftOut !== true).map((each) => [each.name, each] as const))(
    'a call of %s ends, and the gateway answers the next one',
    { timeout: 60_000 },
    async (name, { args, fault, text }) => {
      const result = await gateway.callTool(`${name}__evil`, args);
      const said = JSON.stringify(result.raw);
      if (fault === undefined)
        expect(said).toContain(text === 'structured' ? 'portarium/runId' : JSON.stringify(text).slice(1, -1));
      else expect(result.isError).toBe(true);
      expect(JSON.stringify((await gateway.callTool(`${name}__calm`)).raw)).toContain('calm');
    },
  );
});
