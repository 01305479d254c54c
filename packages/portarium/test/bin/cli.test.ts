import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlane } from '../../src/bin/open-plane.js';
import { runPortarium } from '../../src/cli/main.js';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe('the portarium command on a database file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-cli-'));
  const db = join(folder, 'p.db');
  let adminKey = '';
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function portarium(words: readonly string[], token = ''): Promise<Ran> {
    const terminal = memoryTerminal();
    process.env.PORTARIUM_TOKEN = token;
    const code = await runPortarium(['--db', db, ...words], openPlane, terminal);
    return { code, out: terminal.stdout, err: terminal.stderr };
  }

  async function json<T = Record<string, never>>(...args: string[]): Promise<T> {
    const ran = await portarium(['--json', ...args]);
    expect(ran, ran.err).toMatchObject({ code: 0 });
    return JSON.parse(ran.out) as T;
  }

  beforeAll(async () => {
    const made = await json<{ key: string }>('init', '--admin', 'admin');
    adminKey = made.key;
  });

  test('init makes a private database, a key that is shown once, and a sample workflow', async () => {
    expect(adminKey).toMatch(/\S{40,}/);
    expect(statSync(db).mode & 0o077).toBe(0);
    const list = await json<{ items: { workflowId: string }[] }>('workflow', 'list');
    expect(list.items.map(({ workflowId }) => workflowId)).toEqual(['hello']);
    expect(readFileSync(db).includes(Buffer.from(adminKey))).toBe(false);
    expect(await portarium(['init'])).toMatchObject({ code: 1, err: expect.stringContaining('--workspace') });
  });

  test('making the workspace and a key that is wrong are recorded like every call', async () => {
    expect((await portarium(['run', 'list'], 'qk_nonsense')).code).toBe(3);
    const { plane, close } = await openPlane({ db, engine: false });
    const entries = [];
    for (const chain of ['calls/default', 'calls/-'])
      for await (const { type, body } of plane.deps.store.ledger.entries({ chain }))
        entries.push([type, (body as { outcome: string }).outcome]);
    await close();
    expect(entries).toContainEqual(['portarium_workspace_init', 'ok']);
    expect(entries).toContainEqual(['portarium', 'refused']);
  });

  test('--version is the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(await portarium(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  test('a run is started, waits, is decided by somebody else, ends, and its evidence verifies', async () => {
    await json('key', 'create', '--principal', 'alice', '--roles', 'operator');
    await json('key', 'create', '--principal', 'bob', '--roles', 'approver');
    const run = await json<{ runId: string; pendingApprovals: { approvalId: string }[]; status: string }>(
      ...['--as', 'alice', 'run', 'start', 'hello', 'name=Ada', '--wait'],
    );
    expect(run.status).toBe('WaitingForApproval');
    const [approval] = run.pendingApprovals;
    const id = approval?.approvalId ?? '';
    const waiting = await portarium(['--as', 'bob', 'approve', 'list']);
    expect(waiting.out).toContain(id);
    const own = await portarium(['--as', 'alice', 'approve', 'decide', id, '--decision', 'Approved']);
    expect(own.code).toBe(3);
    const decided = await portarium(['--as', 'bob', 'approve', 'decide', id, '--decision', 'Approved']);
    // Nobody may take it for Alice's own decision.
    expect(decided).toMatchObject({ code: 0, out: expect.stringMatching(/^askedBy +alice$/m) });
    const done = await json<{ status: string }>('run', 'watch', run.runId);
    expect(done.status).toBe('Succeeded');

    const file = join(folder, 'evidence.ndjson');
    await json('evidence', 'export', file);
    expect((await json<{ valid: boolean }>('evidence', 'verify', file)).valid).toBe(true);
    expect((await json<{ valid: boolean }>('evidence', 'verify')).valid).toBe(true);
    writeFileSync(file, readFileSync(file, 'utf8').replace('hello', 'hallo'));
    expect((await portarium(['evidence', 'verify', file])).code).toBe(3);
  });

  test('events tail --after latest prints what comes next and nothing from before', async () => {
    const before = (await json<{ items: { sequence: string }[] }>('events', 'list', '--limit', '200')).items;
    const terminal = memoryTerminal();
    const tail = runPortarium(['--db', db, 'events', 'tail', '--after', 'latest'], openPlane, terminal);
    for (let tries = 0; terminal.stdout === '' && tries < 100; tries += 1) {
      await json('run', 'start', 'hello', 'name=Ada');
      // On a file nothing here ever waits for the outside; the other command needs its turn.
      await sleep(100);
    }
    terminal.interrupt();
    expect(await tail).toBe(0);
    const [first = ''] = terminal.stdout.split('\n');
    expect(Number(JSON.parse(first).sequence)).toBeGreaterThan(Number(before.at(-1)?.sequence));
  });

  test('a policy is tried on what has happened before it counts', async () => {
    const file = join(folder, 'policy.yaml');
    writeFileSync(file, 'policyId: strict\nname: Strict\nrules:\n  - { ruleId: no, match: {}, effect: Deny }\n');
    const report = await json<{ considered: number; changes: unknown[] }>('policy', 'simulate', file);
    expect(report.considered).toBeGreaterThanOrEqual(0);
    expect((await json<{ items: unknown[] }>('policy', 'list')).items).toEqual([]);
  });

  test('a backup can be restored, and a broken one is refused', async () => {
    const copy = join(folder, 'copy.db');
    expect(await json('backup', copy)).toMatchObject({ valid: true });
    expect((await portarium(['restore', copy])).code).toBe(1);
    expect(await json('restore', copy, '--force')).toMatchObject({ valid: true });
    expect((await json<{ items: unknown[] }>('workflow', 'list')).items).toHaveLength(1);
    expect((await portarium(['backup', join(folder, 'none', 'copy.db')])).code).toBe(1);
  });

  test('nothing is restored under an engine, and what is restored is private whatever the copy was', async () => {
    const copy = join(folder, 'open.db');
    await json('backup', copy);
    expect(statSync(copy).mode & 0o077).toBe(0);
    chmodSync(copy, 0o644);
    const { close } = await openPlane({ db, engine: true });
    const before = statSync(db).ino;
    const refused = await portarium(['restore', copy, '--force']);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Stop it first.') });
    expect(statSync(db).ino).toBe(before);
    await close();
    await json('restore', copy, '--force');
    expect(statSync(db).mode & 0o077).toBe(0);
    expect((await json<{ items: unknown[] }>('workflow', 'list')).items).toHaveLength(1);
  });

  test('doctor looks at everything and finds nothing wrong', async () => {
    const report = await json<{ healthy: boolean; findings: { check: string }[] }>('doctor');
    expect(report.healthy, JSON.stringify(report)).toBe(true);
    expect(report.findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['database', 'workspace', 'evidence']),
    );
  });

  test.each([
    ['an environment nobody knows', ['--workspace', 'w2', 'init', '--environment', 'production'], 'dev, staging, prod'],
    ['a port that is none', ['serve', '--port', '99999'], '0 to 65535'],
    ['a level nobody knows', ['serve', '--port', '0', '--log-level', 'loud'], 'silent'],
    ['a file that is not there', ['evidence', 'verify', join(folder, 'none.ndjson')], 'cannot be opened'],
    ['a key file that is not there', ['--token-file', join(folder, 'none'), 'run', 'list'], 'cannot be opened'],
    ['a folder that is not there', ['evidence', 'export', join(folder, 'none', 'x')], 'cannot be opened'],
  ])('explains %s instead of failing over it', async (_, args, words) => {
    const ran = await portarium(args);
    expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining(words) });
    expect(ran.err).not.toMatch(/^ +at /m);
  });

  test('a key file that holds no key is named, and nobody is told to replace what has sealed things', async () => {
    const other = join(folder, 'other.db');
    expect(await portarium(['--db', other, 'init'])).toMatchObject({ code: 0 });
    writeFileSync(`${other}.key`, 'garbage');
    const { code, err } = await portarium(['--db', other, 'evidence', 'verify']);
    expect(code).toBe(1);
    expect(err).toContain(`${other}.key`);
    expect(err).toContain('back from a backup');
  });

  test.each([
    ['1 for a mistake of the caller', ['run', 'get', 'run_nope'], 1],
    ['1 for words nobody knows', ['dance'], 1],
    ['3 for a key that is wrong', ['run', 'list'], 3],
    ['4 for a server that is not there', ['--base-url', 'http://127.0.0.1:9', 'run', 'list'], 4],
  ])('exits with %s', async (_, args, code) => {
    const ran = await portarium(args, code === 3 || code === 4 ? 'qk_nonsense' : '');
    expect(ran, ran.err).toMatchObject({ code });
  });
});
