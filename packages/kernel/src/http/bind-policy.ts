import type { Authenticator } from '../auth/authenticator.js';
import { Fault } from '../fault.js';
import { isLoopback } from './address.js';

/** Whoever can reach a socket beyond this machine must prove who he is. */
export function requireSafeBind(host: string, authenticator: Authenticator): void {
  if (isLoopback(host) || authenticator.scheme !== 'none') return;
  throw new Fault('UnsafeBind', `Refusing to listen on ${host} without authentication.`, {
    context: { host },
    suggestion: 'Use --auth keys or --auth jwt, or listen on 127.0.0.1.',
  });
}
