import { isObject } from './json-rpc.js';
import type { ServerConfig } from './server-config.js';

export type Redact = (text: string) => string;

const MASK = '[redacted]';
const SECRET_NAME = /token|secret|key|passw|auth|cred|cookie|session/i;

/**
 * Masks what the configuration gave us in confidence. A server may echo it into an error page or onto stderr, so every
 * text that enters a fault passes here. Short environment values (`1`, `true`) stay readable unless their name warns.
 */
export function redactorFor(config: ServerConfig): Redact {
  const secrets = [...new Set(secretsOf(config))].sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
}

function secretsOf(config: ServerConfig): string[] {
  if (config.type === 'stdio') {
    return Object.entries(config.env)
      .filter(([name, value]) => value.length >= (SECRET_NAME.test(name) ? 4 : 16))
      .map(([, value]) => value);
  }
  const { username, password, searchParams } = new URL(config.url);
  const inUrl = [username, password, ...searchParams.values()];
  // `Bearer abc`: the token alone must not appear either.
  const inHeaders = Object.values(config.headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  return [...inUrl, ...inUrl.map(encodeURIComponent), ...inHeaders].filter((value) => value.length >= 4);
}

/** Where the server is, without what may be secret in it. */
export function addressOf(config: ServerConfig): string {
  if (config.type === 'stdio') return config.command;
  const url = new URL(config.url);
  return `${url.origin}${url.pathname}`;
}

/** The chain of reasons with every text masked; the originals may carry request headers or whole response bodies. */
export function redactedCause(error: unknown, redact: Redact, depth = 0): Error | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  const cause = redactedCause(error.cause, redact, depth + 1);
  const copy = new Error(redact(error.message), cause === undefined ? undefined : { cause });
  copy.name = error.name;
  copy.stack = error.stack === undefined ? copy.name : redact(error.stack);
  return copy;
}

export function redactAll(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((each) => redactAll(each, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactAll(each, redact)]));
}
