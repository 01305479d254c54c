import { readFile } from 'node:fs/promises';

import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from 'jose';

import { Fault } from '../fault.js';
import type { Identity } from '../identity.js';
import { type Authenticator, bearerToken, unauthenticated } from './authenticator.js';

export interface JwtOptions {
  /** A key set: an https URL (http on loopback), a file, or the set itself. */
  readonly jwks: string | JSONWebKeySet;
  readonly issuer: string;
  readonly audience: string;
  /** Signatures that are accepted. Only asymmetric ones make sense with a published key set, and `none` never does. */
  readonly algorithms?: readonly string[];
  readonly clockToleranceSeconds?: number;
  /** Dotted path of the claim that lists the roles, for example `realm_access.roles`. */
  readonly rolesClaim?: string;
  readonly workspacesClaim?: string;
  readonly now?: () => number;
}

const asymmetric = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Signed tokens of an identity provider, checked against its published keys. */
export async function authenticateByJwt(options: JwtOptions): Promise<Authenticator> {
  const algorithms = [...(options.algorithms ?? asymmetric)];
  const unsafe = algorithms.filter((name) => !asymmetric.includes(name));
  if (unsafe.length > 0) {
    throw new Fault('BadAlgorithm', `Algorithm ${unsafe.join(', ')} cannot be used with a published key set.`, {
      suggestion: `Use some of: ${asymmetric.join(', ')}.`,
    });
  }
  const { jwtVerify } = await jose();
  const keys = await openKeySet(options.jwks);
  return {
    scheme: 'jwt',
    authorizationServers: [options.issuer],
    async authenticate(authorization) {
      const token = bearerToken(authorization);
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms,
          issuer: options.issuer,
          audience: options.audience,
          clockTolerance: options.clockToleranceSeconds ?? 30,
          requiredClaims: ['sub', 'exp'],
          ...(options.now === undefined ? {} : { currentDate: new Date(options.now()) }),
        });
        return identityOf(payload, options);
      } catch (cause) {
        throw unauthenticated('invalid', cause);
      }
    },
  };
}

/** Loaded on demand: most servers never see a token. */
function jose() {
  return import('jose');
}

async function openKeySet(jwks: string | JSONWebKeySet): Promise<JWTVerifyGetKey> {
  const { createLocalJWKSet, createRemoteJWKSet } = await jose();
  if (typeof jwks !== 'string') return createLocalJWKSet(jwks);
  if (/^https?:/.test(jwks)) return createRemoteJWKSet(trustworthy(new URL(jwks)));
  try {
    return createLocalJWKSet(JSON.parse(await readFile(jwks, 'utf8')) as JSONWebKeySet);
  } catch (cause) {
    throw new Fault('BadKeySet', `The key set ${jwks} cannot be read.`, {
      suggestion: 'Give a file with a JSON Web Key Set ({"keys":[...]}), or an https URL.',
      cause,
    });
  }
}

/** Keys fetched over plain http could be anybody's, except on this machine. */
function trustworthy(url: URL): URL {
  if (url.protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) return url;
  throw new Fault('BadKeySet', `The key set ${url.href} would be fetched over plain http.`, {
    suggestion: 'Use its https address.',
  });
}

function identityOf(payload: JWTPayload, options: JwtOptions): Identity {
  const workspaces = textsAt(payload, options.workspacesClaim ?? 'workspaces');
  return {
    subject: String(payload.sub),
    roles: textsAt(payload, options.rolesClaim ?? 'roles') ?? [],
    via: 'jwt',
    ...(workspaces === undefined ? {} : { workspaces }),
  };
}

/** A list of texts, or one text with spaces like the standard `scope` claim. */
function textsAt(payload: JWTPayload, path: string): readonly string[] | undefined {
  let value: unknown = payload;
  for (const step of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[step];
  if (typeof value === 'string') return value.split(' ').filter((text) => text !== '');
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}
