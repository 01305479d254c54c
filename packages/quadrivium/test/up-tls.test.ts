import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { selfSigned } from '../../kernel/test/http/self-signed.js';
import { endAll, ended, freshFolder, quadrivium, start, startProcess } from './server-process.js';

afterAll(endAll);

function pairIn(folder: string, name: string, pair = selfSigned(name)) {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.cert, pair.cert);
  writeFileSync(files.key, pair.key);
  return { ...pair, args: ['--tls-cert', files.cert, '--tls-key', files.key] };
}

function get(url: string, ca: string, key?: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const asked = request(url, { ca, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.once('error', reject).end();
  });
}

/** The name in the certificate that somebody who comes now is shown. */
function shownName(url: string): Promise<string> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

test('serves the console and the control plane over TLS, takes a renewed certificate, and the doctor knows', async () => {
  const data = freshFolder();
  const files = freshFolder();
  const first = pairIn(files, 'first');
  const server = await start(data, '--no-demo', ...first.args);
  expect(server.url).toMatch(/^https:/);
  expect(await get(`${server.url}/`, first.cert)).toMatchObject({
    status: 200,
    text: expect.stringContaining('<html'),
  });
  const runs = `${server.url}/portarium/v1/workspaces/default/runs`;
  expect(await get(runs, first.cert, server.key())).toMatchObject({ status: 200 });
  // The systems reach each other although nobody here trusts that certificate.
  const tools = await get(`${server.url}/portarium/v1/workspaces/default/tools`, first.cert, server.key());
  expect(tools.text).toContain('cobre');
  const { stdout } = quadrivium(['doctor', '--data', data, '--port', new URL(server.url).port]);
  expect(stdout).toMatch(/ok +certificate .*DNS:localhost/);
  expect(stdout).toMatch(/ok +mcp .*\/cobre\/mcp: \d+ tools/);
  pairIn(files, 'second');
  while ((await shownName(server.url)) !== 'second') await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await server.end('SIGTERM')).toBe(0);
}, 180_000);

test('says at the start that its certificate is over, and the doctor says it too', async () => {
  const data = freshFolder();
  const over = pairIn(freshFolder(), 'over', selfSigned('over', [-9, -2]));
  const server = await start(data, '--no-demo', ...over.args);
  await expect.poll(server.text, { timeout: 60_000 }).toContain('the certificate is over: browsers refuse it');
  const { stdout } = quadrivium(['doctor', '--data', data, '--port', new URL(server.url).port]);
  expect(stdout).toMatch(/certificate .*which is over/);
  expect(await server.end('SIGTERM')).toBe(0);
}, 180_000);

test.each([
  ['a key of another certificate', { cert: selfSigned('a').cert, key: selfSigned('b').key }],
  ['a file that is no certificate', { cert: 'hello', key: selfSigned('a').key }],
])(
  'does not start with %s, and says which files',
  async (_, pair) => {
    const { args } = pairIn(freshFolder(), 'x', pair);
    const { child, text } = startProcess(['--data', freshFolder(), '--no-demo', ...args]);
    expect(await ended(child)).toBe(1);
    expect(text()).toMatch(/cert\.pem and .*key\.pem cannot be used/);
  },
  60_000,
);
