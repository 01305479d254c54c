import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { httpClient } from '../../src/client/http-client.js';
import { decideApproval } from '../../src/operations/approvals/decide.js';
import { getRun } from '../../src/operations/runs/get.js';
import { startRun } from '../../src/operations/runs/start.js';

type Handler = (req: IncomingMessage, res: ServerResponse, nth: number) => void;

async function serving<T>(
  handler: Handler,
  work: (baseUrl: string, seen: IncomingMessage[]) => Promise<T>,
): Promise<T> {
  const seen: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    seen.push(req);
    req.resume();
    req.on('end', () => handler(req, res, seen.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const answer = (res: ServerResponse, status: number, body: unknown) =>
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const start = { workspaceId: 'ws', workflowId: 'w' };

describe('a client over an unreliable network', () => {
  test('tries again with the same key until the server answers, and sends the credentials', () =>
    serving(
      (_, res, nth) => (nth < 3 ? answer(res, 503, {}) : answer(res, 201, { runId: 'r' })),
      async (baseUrl, seen) => {
        const client = httpClient({ baseUrl, token: () => 'the-token', firstDelayMs: 1 });
        expect(await client.call(startRun, start)).toEqual({ runId: 'r' });
        expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
        expect(seen.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer the-token'));
      },
    ));

  test('gives up on a connection that keeps breaking, and says so', () =>
    serving(
      (req) => req.socket.destroy(),
      async (baseUrl, seen) => {
        const client = httpClient({ baseUrl, retries: 2, firstDelayMs: 1 });
        await expect(client.call(startRun, start)).rejects.toMatchObject({ kind: 'Unavailable' });
        expect(seen).toHaveLength(3);
      },
    ));

  test('does not wait for a server that never answers', () =>
    serving(
      () => {},
      async (baseUrl) => {
        const client = httpClient({ baseUrl, retries: 0, timeoutMs: 50 });
        await expect(client.call(getRun, { workspaceId: 'ws', runId: 'r' })).rejects.toMatchObject({
          kind: 'Unavailable',
          message: expect.stringContaining('in time'),
        });
      },
    ));

  test('does not repeat what was refused', () =>
    serving(
      (_, res) => answer(res, 409, { code: 'Conflict', detail: 'Already decided.' }),
      async (baseUrl, seen) => {
        const client = httpClient({ baseUrl, firstDelayMs: 1 });
        const decision = { workspaceId: 'ws', approvalId: 'a', decision: 'Approved' } as const;
        await expect(client.call(decideApproval, decision)).rejects.toMatchObject({
          kind: 'Conflict',
          message: 'Already decided.',
        });
        expect(seen).toHaveLength(1);
      },
    ));
});
