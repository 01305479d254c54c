import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemDetails } from './problem.js';

export function sendJson(req: IncomingMessage, res: ServerResponse, status: number, body: unknown): void {
  if (status === 204) return void res.writeHead(204).end();
  const text = JSON.stringify(body ?? null);
  const headers: Record<string, string | number> = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  };
  if (req.method === 'GET') {
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    if (headerOf(req, 'if-none-match') === etag) return void res.writeHead(304, { etag }).end();
    headers.etag = etag;
    headers['cache-control'] = 'private, no-cache';
  }
  res.writeHead(status, headers).end(text);
}

export async function sendStream(
  res: ServerResponse,
  contentType: string,
  chunks: AsyncIterable<string | Buffer>,
): Promise<void> {
  res.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  res.flushHeaders();
  for await (const chunk of chunks) {
    if (res.destroyed) return;
    if (!res.write(chunk)) await drained(res);
  }
  res.end();
}

function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.on('drain', done).on('close', done);
  });
}

export function headerOf(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export function sendProblem(res: ServerResponse, problem: ProblemDetails): void {
  const text = JSON.stringify(problem);
  const wait = problem.context?.retryAfterMs;
  if (typeof wait === 'number' || problem.status === 429)
    res.setHeader('retry-after', Math.ceil((typeof wait === 'number' ? wait : 1000) / 1000));
  res.setHeader('content-type', 'application/problem+json');
  res.setHeader('content-length', Buffer.byteLength(text));
  res.writeHead(problem.status).end(text);
}
