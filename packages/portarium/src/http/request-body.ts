import type { IncomingMessage } from 'node:http';
import { httpFault } from './problem.js';

const largest = 1024 * 1024;
const deepest = 64;

/** The JSON body, `undefined` when there is none. */
export async function jsonBody(req: IncomingMessage): Promise<unknown> {
  const text = await bodyText(req);
  if (text.trim() === '') return undefined;
  const type = req.headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw httpFault('UnsupportedMediaType', 'The body must be application/json.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw httpFault('BadRequest', `The body is not JSON: ${(error as Error).message}.`);
  }
  if (depthOf(value) > deepest) throw httpFault('BadRequest', `The body is nested deeper than ${deepest} levels.`);
  return value;
}

/** The body as it was sent. */
export async function bodyText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += (chunk as Buffer).length;
    // The rest is read and thrown away, or the sender would be cut off before it sees the answer.
    if (size <= largest) chunks.push(chunk as Buffer);
    if (size > 64 * largest) break;
  }
  if (size > largest) throw httpFault('TooLarge', `The body is larger than ${largest} bytes.`);
  return Buffer.concat(chunks).toString('utf8');
}

function depthOf(value: unknown, depth = 0): number {
  if (depth > deepest || typeof value !== 'object' || value === null) return depth;
  return Math.max(depth, ...Object.values(value).map((item) => depthOf(item, depth + 1)));
}
