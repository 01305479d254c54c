import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect } from 'vitest';
import { type Connection, type ConnectionFault, type ConnectOptions, connect } from '../../src/client/index.js';
import { groupGone } from '../../src/client/stdio/process-group.js';

export const SERVER_FILE = fileURLToPath(new URL('../fixtures/misbehaving-server.mjs', import.meta.url));

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** Connects to the misbehaving server over stdio; closed after the test. */
export async function connectBad(manners = '', options: ConnectOptions = {}): Promise<Connection> {
  const config = { type: 'stdio' as const, command: process.execPath, args: [SERVER_FILE, manners] };
  const connection = await connect(config, { name: 'bad', graceMs: 300, ...options });
  open.push(connection);
  return connection;
}

/** Starts the misbehaving server behind HTTP; ended after the test. */
export async function serveBad(manners: string): Promise<string> {
  const child = spawn(process.execPath, [SERVER_FILE, manners], { stdio: ['pipe', 'pipe', 'inherit'] });
  open.push({
    close: async () => {
      child.stdin.end();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  });
  const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return `http://127.0.0.1:${port.trim()}/mcp`;
}

export async function connectHttp(
  url: string,
  options: ConnectOptions = {},
  type: 'http' | 'sse' = 'http',
): Promise<Connection> {
  const headers = { authorization: 'Bearer canary-token-4711' };
  const connection = await connect({ type, url, headers }, { name: 'bad', ...options });
  open.push(connection);
  return connection;
}

export async function faultOf(work: Promise<unknown>): Promise<ConnectionFault> {
  const outcome = await work.then(
    (value) => ({ value }),
    (fault: ConnectionFault) => ({ fault }),
  );
  if (!('fault' in outcome)) throw new Error(`No fault, but ${JSON.stringify(outcome.value)}`);
  return outcome.fault;
}

/** Nothing of the process group that the fault or the connection tells about runs any more. */
export async function expectNothingLeft(pid: unknown): Promise<void> {
  expect(typeof pid).toBe('number');
  expect(await groupGone(pid as number, 20_000)).toBe(true);
}

export function textOf(result: { content: readonly unknown[] }): string {
  return (result.content[0] as { text: string }).text;
}
