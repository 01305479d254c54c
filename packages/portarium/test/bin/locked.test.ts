/** Another process, a backup or a shell, holds the lock of the database and does not let go. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { temporaryFolder } from '../app/plane.js';
import { command, serve, watchHealth } from './served.js';

/** Silence lasted for as long as the lock was held. This is ten times what a busy machine needs for an answer. */
const frozenMs = 10_000;
const timeout = 240_000;
const keeper = join(import.meta.dirname, 'lock-keeper.fixture.ts');

/** Gives what lets go of it. */
async function held(db: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [bundledSource(keeper), db], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
}

const hello = { workflowId: 'hello', parameters: { name: 'Ada' } };

test('while another process holds the lock everybody is answered, and what writes goes on when it lets go', {
  timeout,
}, async () => {
  const db = join(temporaryFolder(), 'p.db');
  const { key } = await command<{ key: string }>('--db', db, 'init');
  const server = await serve(db, key);
  const letGo = await held(db);
  const health = watchHealth(server.url);
  const waits = server.ask('POST', '/runs', hello);
  expect((await server.ask('GET', '/runs')).status).toBe(200);
  await expect.poll(() => server.log(), { timeout: 60_000 }).toMatch(/Another process holds the lock/);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect((await server.ask('GET', '/workflows')).status).toBe(200);
  // However long it was until here, one of the two is true: it was refused as unavailable, or it waits and is done now.
  await letGo();
  const { status } = await waits;
  expect([201, 503]).toContain(status);
  expect((await server.ask('POST', '/runs', hello)).status).toBe(201);
  const { items } = (await (await server.ask('GET', '/runs')).json()) as { items: unknown[] };
  expect(items).toHaveLength(status === 201 ? 2 : 1);
  expect((await health.stop()).at(-1)).toBeLessThan(frozenMs);
  expect(await server.end()).toBe(0);
});

test('a server ends and starts while another process holds the lock, and whoever waited is told so', {
  timeout,
}, async () => {
  const db = join(temporaryFolder(), 'p.db');
  const { key } = await command<{ key: string }>('--db', db, 'init');
  const server = await serve(db, key);
  const letGo = await held(db);
  // Something of which a record is to be written, and something that is to be written itself.
  expect((await server.ask('GET', '/runs')).status).toBe(200);
  const waits = server.ask('POST', '/runs', hello).then(
    ({ status }) => status,
    () => 'cut off',
  );
  await expect.poll(() => server.log(), { timeout: 60_000 }).toMatch(/Another process holds the lock/);
  expect(await server.end()).toBe(0);
  expect([503, 'cut off']).toContain(await waits);
  const again = await serve(db, key);
  expect((await again.ask('GET', '/runs')).status).toBe(200);
  await letGo();
  expect(await (await again.ask('GET', '/runs')).json()).toMatchObject({ items: [] });
  expect((await again.ask('POST', '/runs', hello)).status).toBe(201);
  expect(await again.end()).toBe(0);
});
