/** The program is killed while it makes its database; whoever starts it next is served as if nothing had happened. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep, setImmediate as soon } from 'node:timers/promises';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { sampled } from '../../../../test/support/sampling.js';
import { openPlane } from '../../src/bin/open-plane.js';
import { runPortarium } from '../../src/cli/main.js';
import type { OpenPlane } from '../../src/cli/plane-settings.js';
import { takeSeat } from '../../src/store/engine-seat.js';
import { temporaryFolder } from '../app/plane.js';
import { command, serve } from './served.js';

const bin = join(import.meta.dirname, '../../src/bin/portarium.ts');

function started(folder: string): ChildProcess {
  const child = spawn(process.execPath, [bundledSource(bin), 'serve', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, PORTARIUM_TOKEN: '' },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function killedWhen(child: ChildProcess, hasCome: () => boolean, laterMs: number): Promise<void> {
  const gone = once(child, 'exit');
  while (!hasCome() && child.exitCode === null) await soon();
  await sleep(laterMs);
  child.kill('SIGKILL');
  await gone;
}

/** What a start owes, whatever was there before: the sample, one key, which opens it, and no trace of the making. */
async function expectServed(folder: string): Promise<void> {
  const db = join(folder, 'portarium.db');
  const keyFile = `${db}.admin-key`;
  const { url, end } = await serve(db, '');
  const key = readFileSync(keyFile, 'utf8').trim();
  expect(statSync(keyFile).mode & 0o077).toBe(0);
  const ask = async (path: string) =>
    (await fetch(`${url}/v1/workspaces/default${path}`, { headers: { authorization: `Bearer ${key}` } })).json();
  expect(await ask('/workflows')).toMatchObject({ items: [{ workflowId: 'hello', active: true }] });
  const { items } = (await ask('/api-keys')) as { items: { keyId: string; revokedAtIso?: string }[] };
  const open = items.filter(({ revokedAtIso }) => revokedAtIso === undefined);
  expect(open.map(({ keyId }) => key.startsWith(`qk_${keyId}_`))).toEqual([true]);
  expect(await end()).toBe(0);
  expect(readdirSync(folder).filter((name) => /unfinished|draft/.test(name))).toEqual([]);
  expect(await command('--db', db, 'evidence', 'verify')).toMatchObject({ valid: true });
}

const file = (name: string) => (folder: string) => existsSync(join(folder, name));
const moments: readonly [string, (folder: string) => boolean, number][] = [
  ['its file is there', file('portarium.db'), 0],
  ['the mark is there', file('portarium.db.unfinished'), 0],
  ['tables are written', (folder) => size(join(folder, 'portarium.db')) > 0, 0],
  ['the signing key is there', file('portarium.db.key'), 0],
  ['its file has been there for 20 ms', file('portarium.db'), 20],
  ['its file has been there for 60 ms', file('portarium.db'), 60],
  ['its file has been there for 180 ms', file('portarium.db'), 180],
  ['the key of the administrator is written', file('portarium.db.admin-key'), 0],
];

const size = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

test.each(sampled('moments to kill a first start of portarium', moments, 3))(
  'killed when %s, the next start serves a whole database',
  async (_, hasCome, laterMs) => {
    const folder = temporaryFolder();
    await killedWhen(started(folder), () => hasCome(folder), laterMs);
    await expectServed(folder);
  },
);

test('what a kill left of files that were being written goes when they are, and nobody else can read them', async () => {
  const folder = temporaryFolder();
  const left = [
    'portarium.db',
    'portarium.db.unfinished',
    'portarium.db.unfinished.draft',
    'portarium.db.admin-key.draft',
  ];
  for (const name of left) writeFileSync(join(folder, name), '', { mode: 0o644 });
  await expectServed(folder);
});

test('an empty file is a database that has not begun', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'portarium.db'), '');
  await expectServed(folder);
});

test('a beginning that failed is finished by the next one: the key that nobody got opens nothing', async () => {
  const folder = temporaryFolder();
  const db = join(folder, 'portarium.db');
  const { key } = await command<{ key: string }>('--db', db, 'init');
  // As a kill would have left it between the workspace and the last file.
  writeFileSync(`${db}.unfinished`, '');
  await expectServed(folder);
  const { url, end } = await serve(db, '');
  const lost = await fetch(`${url}/v1/workspaces/default/workflows`, { headers: { authorization: `Bearer ${key}` } });
  expect(lost.status).toBe(401);
  await end();
});

test('portarium init after one that was broken off gives a key that opens', async () => {
  const db = join(temporaryFolder(), 'portarium.db');
  await command('--db', db, 'init');
  writeFileSync(`${db}.unfinished`, '');
  const { key, workflowId } = await command<{ key: string; workflowId: string }>('--db', db, 'init');
  expect(workflowId).toBe('hello');
  const { ask, end } = await serve(db, key);
  expect(await (await ask('GET', '/workflows')).json()).toMatchObject({ items: [{ workflowId: 'hello', version: 1 }] });
  await end();
  expect(existsSync(`${db}.unfinished`)).toBe(false);
});

/** `portarium init` that makes everything and fails before it can say the key. */
async function brokenOff(...words: string[]): Promise<void> {
  const failing: OpenPlane = async (settings) => {
    const opened = await openPlane(settings);
    const close = async () => {
      await opened.close();
      throw new Error('the disk is full');
    };
    return { ...opened, close };
  };
  expect(await runPortarium(words, failing, memoryTerminal())).not.toBe(0);
}

test('serve finishes what init --admin bob had begun, for bob; keys that were made meanwhile go on opening', async () => {
  const db = join(temporaryFolder(), 'portarium.db');
  await brokenOff('--db', db, 'init', '--admin', 'bob', '--environment', 'staging');
  const meanwhile = ['key', 'create', '--principal', 'carol', '--roles', 'admin'];
  const { secret } = await command<{ secret: string }>('--db', db, '--as', 'bob', ...meanwhile);
  const { ask, url, log, end } = await serve(db, secret);
  const answer = await ask('GET', '/api-keys');
  expect(answer.status, 'the key of carol').toBe(200);
  const { items } = (await answer.json()) as { items: { principalId: string; revokedAtIso?: string }[] };
  const open = items.filter(({ revokedAtIso }) => revokedAtIso === undefined);
  expect(open.map(({ principalId }) => principalId).sort()).toEqual(['bob', 'carol']);
  expect(items, 'the key that was lost').toHaveLength(3);
  const key = readFileSync(`${db}.admin-key`, 'utf8').trim();
  const bob = await fetch(`${url}/v1/workspaces/default/workflows`, { headers: { authorization: `Bearer ${key}` } });
  expect(await bob.json()).toMatchObject({ items: [{ workflowId: 'hello' }] });
  expect(log()).toContain('workspace "default" (staging)');
  expect(await end()).toBe(0);
});

test('an init that could make nothing does not bind the next one', async () => {
  const db = join(temporaryFolder(), 'portarium.db');
  expect(await runPortarium(['--db', db, '--workspace', 'not valid', 'init'], openPlane, memoryTerminal())).not.toBe(0);
  expect(await command('--db', db, 'init', '--admin', 'bob')).toMatchObject({ workspaceId: 'default', admin: 'bob' });
});

test('told to stop while another process makes the database, serve ends as a service does', async () => {
  const folder = temporaryFolder();
  const db = join(folder, 'portarium.db');
  writeFileSync(db, '');
  const seat = takeSeat(db, 'another');
  onTestFinished(() => seat?.leave());
  const child = spawn(process.execPath, [bundledSource(bin), 'serve', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, PORTARIUM_TOKEN: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const gone = once(child, 'exit');
  const [said] = (await once(child.stderr, 'data')) as [Buffer];
  expect(said.toString()).toContain('Waiting for another process');
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
});
