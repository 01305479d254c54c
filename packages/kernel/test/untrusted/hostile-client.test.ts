import { afterEach, describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { type Connection, connect, isConnectionFault, type ToolResult } from '../../src/client/index.js';
import { HOSTILE_SERVER, type HostileCase, type HostileTransport, hostileRows, serveHostile } from './hostile-cases.js';

/** Only ends what hangs; what a case really takes is its second in the worker, or the seconds of its server. */
const HANGS_MS = 60_000;
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** Two seconds for a call in all, and sixteen megabytes for a message. */
async function connectHostile({ name }: HostileCase, transport: HostileTransport): Promise<Connection> {
  const timing = { timeout: 30, maxRequestTime: 2, requestTimeout: 2 };
  const options = { name: 'hostile', mode: 'legacy', maxMessageBytes: 16 * 1024 * 1024, graceMs: 300 } as const;
  if (transport === 'stdio') {
    const server = { command: process.execPath, args: [HOSTILE_SERVER, name], ...timing };
    const connection = await connect({ type: 'stdio', ...server }, options);
    open.push(connection);
    return connection;
  }
  const server = await serveHostile(name);
  const connection = await connect({ type: 'http', url: server.url, ...timing }, options);
  open.push(connection, server);
  return connection;
}

async function outcomeOf(call: Promise<ToolResult>): Promise<{ fault?: string; text?: string; reasons: string[] }> {
  try {
    const { content, problems } = await call;
    const [block] = content as { text?: string }[];
    return { text: block?.text ?? '', reasons: problems.map(({ reason }) => reason) };
  } catch (error) {
    if (!isConnectionFault(error)) throw error;
    return { fault: error.kind, reasons: [] };
  }
}

describe('the client of the kernel survives', () => {
  test.each(sampled('hostile servers of the client', hostileRows, 4))(
    '%s over %s',
    { timeout: HANGS_MS },
    async (_, transport, hostile) => {
      const connection = await connectHostile(hostile, transport);
      // Listing may go over a thousand pages, on a machine that has other things to do.
      const { tools, problems } = await connection.tools({ timeoutMs: 30_000 });
      const names = tools.map((tool) => tool.name);
      expect(names.includes('evil')).toBe(hostile.leftOut !== true);
      if (hostile.listProblem !== undefined)
        expect(problems.map(({ reason }) => reason).join('\n')).toMatch(hostile.listProblem);
      if (hostile.leftOut !== true) {
        const { fault, text, reasons } = await outcomeOf(connection.callTool('evil', hostile.args));
        expect(fault).toBe(hostile.fault);
        if (hostile.text !== undefined) expect(text).toContain(hostile.text);
        expect(reasons.join('\n')).toMatch(hostile.problem ?? /^$/);
      }
      // A pipe that never stops talking is of no further use; everybody else answers as before.
      if (hostile.name === 'endless-answer' && transport === 'stdio') return;
      expect(await outcomeOf(connection.callTool('calm'))).toEqual({ text: 'calm', reasons: [] });
    },
  );
});

test('a list whose pages come one by one for ever ends with the time for the list', { timeout: HANGS_MS }, async () => {
  const connection = await connectHostile({ name: 'slow-pages' }, 'stdio');
  await expect(connection.tools()).rejects.toMatchObject({ kind: 'CallTimeout' });
});
