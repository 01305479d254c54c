import { afterEach, beforeAll, expect, test } from 'vitest';
import { type ChildServer, startChildServer } from '../../src/testing/index.js';
import { bundled } from '../fixtures/bundle.js';
import { eventually } from '../http/served.js';

/** Errors that nobody handles, in a real process: Node would end it, and with it every other call. */
let program: string;
const children: ChildServer[] = [];

beforeAll(async () => {
  program = await bundled(new URL('./careless-server.ts', import.meta.url));
});

afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
});

async function start(...args: string[]): Promise<ChildServer> {
  const child = startChildServer(program, { args });
  children.push(child);
  return child;
}

const ways = [
  ['rejection', 'lost rejection'],
  ['timer', 'lost in a timer'],
  ['emitter', 'lost event'],
] as const;

test.each(ways)('an error lost by %s fails its call, and the server goes on', async (how, message) => {
  const { session } = await start();
  await session.initialize();
  const { result } = await session.call(1, 'lose', { how, answers: false });
  expect(result).toMatchObject({ isError: true });
  expect(JSON.stringify(result)).toContain(message);
  expect(await session.request(2, 'ping')).toMatchObject({ result: {} });
});

test('a resource that loses an error is refused, and the server goes on', async () => {
  const { session } = await start();
  await session.initialize();
  const { error } = await session.request(1, 'resources/read', { uri: 'lost://rejection' });
  expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('lost rejection') });
  expect(await session.request(2, 'ping')).toMatchObject({ result: {} });
});

test('an error that comes after the answer is logged and counted', async () => {
  const child = await start('--transport', 'http', '--port', '0');
  await eventually(() => child.stderr().includes('listening'));
  const { url } = JSON.parse(child.stderr().split('\n')[0]!) as { url: string };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const clientInfo = { name: 'test', version: '0' };
  const post = (message: object, more: Record<string, string> = {}) =>
    fetch(new URL('/mcp', url), {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const opened = await post({ id: 1, method: 'initialize', params });
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id')! };
  for (const [k, [how]] of ways.entries()) {
    const call = { name: 'lose', arguments: { how, answers: true } };
    const answer = await post({ id: k + 2, method: 'tools/call', params: call }, session);
    expect(await answer.text()).toContain('"answered":true');
  }
  await eventually(() => ways.every(([, message]) => child.stderr().includes(message)));
  expect(await (await fetch(new URL('/metrics', url))).text()).toContain('process_stray_errors 3');
  expect((await fetch(new URL('/healthz', url))).status).toBe(200);
});
