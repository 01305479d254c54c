import { Redactor } from '../redact/index.js';
import type { ServerConfig } from './config/server-config.js';

const SECRET_NAME = /token|secret|key|passw|auth|cred|cookie|session/i;
/** Longer values of an environment are masked whatever their name: nobody reads them in an error message anyway. */
const LONG = 16;

/**
 * Masks what the configuration gave us in confidence. A server may echo it into an error page or onto stderr, so every
 * text that enters a fault passes here. Each connection has its own, because one server's setting is another's word.
 */
export function redactorFor(config: ServerConfig): Redactor {
  const redactor = new Redactor();
  for (const secret of secretsOf(config)) redactor.registerSecret(secret);
  return redactor;
}

function secretsOf(config: ServerConfig): string[] {
  if (config.type === 'stdio') {
    return Object.entries(config.env)
      .filter(([name, value]) => SECRET_NAME.test(name) || value.length >= LONG)
      .map(([, value]) => value);
  }
  const { username, password, searchParams } = new URL(config.url);
  // `Bearer abc`: the token alone must not appear either; the name of the scheme may.
  const inHeaders = Object.values(config.headers).flatMap((value) => [value, ...value.split(/\s+/).slice(1)]);
  return [username, password, ...searchParams.values(), ...inHeaders];
}

/** Where the server is, without what may be secret in it. */
export function addressOf(config: ServerConfig): string {
  if (config.type === 'stdio') return config.command;
  const url = new URL(config.url);
  return `${url.origin}${url.pathname}`;
}

/** The chain of reasons with every text masked; the originals may carry request headers or whole response bodies. */
export function redactedCause(error: unknown, redactor: Redactor, depth = 0): Error | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  const cause = redactedCause(error.cause, redactor, depth + 1);
  const copy = new Error(redactor.redactText(error.message), cause === undefined ? undefined : { cause });
  copy.name = error.name;
  copy.stack = redactor.redactText(error.stack ?? copy.name);
  return copy;
}
