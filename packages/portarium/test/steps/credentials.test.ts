import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConnections } from '../../src/bin/connections-file.js';
import { createHttpCaller } from '../../src/steps/http-caller.js';
import { temporaryFolder } from '../app/plane.js';

/** A server that is reached under two names, and remembers who came with which authorization. */
async function twoNames(status = 200) {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    // Elsewhere: the same server under its other name.
    response.writeHead(status, { location: `http://localhost:${(server.address() as AddressInfo).port}/` }).end('{}');
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

test.each([301, 302, 303, 307, 308])(
  'a server that answers %i cannot send a credential on elsewhere',
  async (status) => {
    const { seen, own, other } = await twoNames(status);
    const crm = { headers: { authorization: 'Bearer crm' }, hosts: [own, other], workspaces: ['*'] };
    const http = createHttpCaller({ allowedHosts: [own, other], credential: () => crm });
    const sent = await http.call({ ...call, url: `http://${own}/`, credential: 'crm', workspaceId: 'ws-a' });
    expect(sent).toMatchObject({ ok: false, certainty: 'answered', error: { kind: 'Redirected', retryable: false } });
    expect(seen).toEqual(['Bearer crm']);
  },
);

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

test('a file that was written for another host is refused with what to change in it', async () => {
  const file = join(temporaryFolder(), 'servers.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { git: { command: 'git-mcp' } } }));
  await expect(readConnections(file)).rejects.toMatchObject({
    kind: 'BadConfiguration',
    context: { servers: ['git'] },
    suggestion: expect.stringContaining('"servers"'),
  });
});

/** Whether the credential would go to this address; nothing is listening on any of them. */
async function goesTo(url: string, hosts: readonly string[], headers: Record<string, string> = {}) {
  const crm = { headers: { authorization: 'Bearer crm' }, hosts, workspaces: ['*'] };
  const allowedHosts = ['*.example', 'crm.example', 'evil.example', 'localhost', '127.0.0.1', '[::1]'];
  const http = createHttpCaller({ allowedHosts, credential: () => crm });
  const signal = AbortSignal.timeout(5000);
  const outcome = await http.call({ ...call, signal, url, headers, credential: 'crm', workspaceId: 'ws-a' });
  return outcome.ok ? 'sent' : outcome.error.kind;
}

test.each([
  ['a name before the host', 'https://crm.example@evil.example/', 'CredentialNotForHost'],
  ['a backslash', 'https://evil.example\\@crm.example/', 'CredentialNotForHost'],
  ['a longer name', 'https://crm.example.evil.example/', 'CredentialNotForHost'],
  ['a name that ends alike', 'https://notcrm.example/', 'CredentialNotForHost'],
  ['another port of the same host', 'https://crm.example:8443/', 'CredentialNotForHost'],
  ['the same host in the clear', 'http://crm.example/', 'CredentialNotForHost'],
  ['a dot at the end', 'https://crm.example./', 'HostNotAllowed'],
  ['a letter that looks alike', 'https://\u0441rm.example/', 'CredentialNotForHost'],
  ['another scheme', 'ftp://crm.example/', 'HostNotAllowed'],
  ['a file', 'file:///etc/passwd', 'HostNotAllowed'],
])('a credential does not go to %s', async (_, url, kind) => {
  expect(await goesTo(url, ['crm.example'])).toBe(kind);
});

test('on this machine another port is another server, and a wildcard does not name its own root', async () => {
  const { own } = await twoNames();
  expect(await goesTo(`http://${own}/`, ['127.0.0.1'])).toBe('CredentialNotForHost');
  expect(await goesTo(`http://${own}/`, [own])).not.toBe('CredentialNotForHost');
  expect(await goesTo('https://crm.example/', ['*.crm.example'])).toBe('CredentialNotForHost');
});

test.each(['Host', 'transfer-encoding', 'Content-Length', 'connection', 'Proxy-Authorization'])(
  'a step does not set %s: the same address may serve other hosts',
  async (name) => {
    const { seen, own } = await twoNames();
    expect(await goesTo(`http://${own}/`, [own], { [name]: 'evil.example' })).toBe('HeaderNotAllowed');
    expect(seen).toEqual([]);
  },
);

test('a header that cannot be written has not been sent', async () => {
  const { own } = await twoNames();
  const http = createHttpCaller({ allowedHosts: [own] });
  const sent = await http.call({ ...call, url: `http://${own}/`, headers: { 'x-note': 'a\nb' }, workspaceId: 'ws-a' });
  expect(sent).toMatchObject({ ok: false, certainty: 'not-sent', error: { kind: 'InvalidRequest' } });
});
