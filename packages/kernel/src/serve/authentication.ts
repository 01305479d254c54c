import type { Authenticator } from '../auth/authenticator.js';
import { Fault } from '../fault.js';
import type { ServeSettings } from './settings.js';

/** The authenticator the settings ask for. Loaded on demand: a stdio server needs none of it. */
export async function authenticatorFor(settings: ServeSettings): Promise<Authenticator> {
  const auth = await import('../auth/index.js');
  if (settings.auth === 'none') return auth.noAuthentication;
  if (settings.auth === 'keys') {
    return await auth.authenticateByKeys(required(settings.keysFile, 'keys', '--keys-file'));
  }
  return await auth.authenticateByJwt({
    jwks: required(settings.jwks, 'jwt', '--jwks'),
    issuer: required(settings.issuer, 'jwt', '--issuer'),
    audience: required(settings.audience, 'jwt', '--audience'),
  });
}

function required(value: string | undefined, auth: string, flag: string): string {
  if (value !== undefined) return value;
  throw new Fault('BadUsage', `--auth ${auth} needs ${flag}.`, { suggestion: `Add ${flag} <value>.` });
}
