import { authorization, cookies } from './key.js';
import { refusal } from './trouble.js';

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  /** Repeating the same key repeats the answer, not the deed. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Also before it is known whether there is a session. */
  readonly cookies?: true;
}

/** One question to this server, JSON both ways. */
export async function ask<T>(path: string, asked: Ask = {}): Promise<T> {
  const { method = 'GET', body, idempotencyKey, signal } = asked;
  const response = await fetch(path, {
    method,
    headers: {
      ...authorization(),
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    cache: 'no-store',
    credentials: asked.cookies ? 'same-origin' : cookies(),
  });
  const text = await response.text();
  const answer = parsed(text);
  if (!response.ok) throw refusal(response.status, answer);
  return answer as T;
}

/** The lines of an answer that is not JSON as a whole. */
export async function askLines(path: string, signal?: AbortSignal): Promise<string[]> {
  const init = { headers: authorization(), cache: 'no-store', credentials: cookies() } as const;
  const response = await fetch(path, signal === undefined ? init : { ...init, signal });
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, parsed(text));
  return text.split('\n').filter((line) => line !== '');
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
