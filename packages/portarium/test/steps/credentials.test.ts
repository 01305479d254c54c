import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConnections } from '../../src/bin/connections-file.js';
import { createHttpCaller } from '../../src/steps/http-caller.js';
import { temporaryFolder } from '../app/plane.js';

/** A server that is reached under two names, and remembers who came with which authorization. */
async function twoNames() {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { seen, own: `127.0.0.1:${port}`, other: `localhost:${port}` };
}

const call = { method: 'GET', headers: {}, idempotencyKey: 'k', timeoutMs: 5000, signal: new AbortController().signal };

test('a credential goes to its own hosts, for its own workspaces, whatever the address says', async () => {
  const { seen, own, other } = await twoNames();
  const crm = { headers: { authorization: 'Bearer crm' }, hosts: [own], workspaces: ['ws-a'] };
  const http = createHttpCaller({ allowedHosts: [own, other], credential: (name) => ({ crm })[name as 'crm'] });
  const sent = (host: string, workspaceId: string) =>
    http.call({ ...call, url: `http://${host}/`, credential: 'crm', workspaceId });
  expect(await sent(own, 'ws-a')).toMatchObject({ ok: true });
  expect(await sent(other, 'ws-a')).toMatchObject({ ok: false, error: { kind: 'CredentialNotForHost' } });
  expect(await sent(own, 'ws-b')).toMatchObject({ ok: false, error: { kind: 'UnknownCredential' } });
  expect(seen).toEqual(['Bearer crm']);
});

test('a credential that names no hosts or no workspaces is not read', async () => {
  const file = join(temporaryFolder(), 'servers.json');
  const write = (crm: object) => writeFileSync(file, JSON.stringify({ credentials: { crm } }));
  write({ authorization: 'Bearer x' });
  await expect(readConnections(file)).rejects.toMatchObject({
    kind: 'BadConfiguration',
    message: expect.stringContaining('crm'),
  });
  write({ headers: { authorization: 'Bearer x' }, hosts: [], workspaces: ['*'] });
  await expect(readConnections(file)).rejects.toMatchObject({ kind: 'BadConfiguration' });
  write({ headers: { authorization: 'Bearer x' }, hosts: ['crm.example'], workspaces: ['*'] });
  expect((await readConnections(file)).credentials.crm).toMatchObject({ hosts: ['crm.example'] });
});
