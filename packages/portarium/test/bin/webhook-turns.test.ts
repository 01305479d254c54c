/** Two processes on one database, and a receiver that counts. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../app/plane.js';
import { command, serve } from './served.js';

const runs = 12;

test('two processes on one file send every event to a webhook once, in order', async () => {
  const got: { readonly id: string; readonly type: string; readonly sequence: string }[] = [];
  const receiver = createServer(async (request, response) => {
    got.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const folder = temporaryFolder();
  const [db, servers] = [join(folder, 'p.db'), join(folder, 'servers.json')];
  writeFileSync(servers, JSON.stringify({ webhookHosts: [host] }));
  const { key } = await command<{ key: string }>('--db', db, 'init');
  const pair = await Promise.all([1, 2].map(() => serve(db, key, '--servers', servers)));
  expect((await pair[0]?.ask('POST', '/webhooks', { url: `http://${host}/hook` }))?.status).toBe(201);
  for (let n = 0; n < runs; n++)
    await pair[n % 2]?.start(`Tell ${n}`, [{ actionId: 'tell', operation: 'event:emit', type: 'Done' }]);
  const ended = () => got.filter(({ type }) => type === 'com.portarium.run.RunSucceeded').length;
  await vi.waitFor(() => expect(ended()).toBeGreaterThanOrEqual(runs), { timeout: 120_000, interval: 50 });
  for (const each of pair) expect(await each.end()).toBe(0);
  expect(new Set(got.map(({ id }) => id)).size).toBe(got.length);
  const order = got.map(({ sequence }) => Number(sequence));
  expect(order).toEqual([...order].sort((a, b) => a - b));
}, 240_000);
