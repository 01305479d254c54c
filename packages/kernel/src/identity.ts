/** Who calls. Transports establish it (a local process, an API key, a verified token); everything after only reads it. */
export interface Identity {
  /** Stable name of the caller, as it appears in audit entries. */
  readonly subject: string;
  readonly roles: readonly string[];
  /** Workspaces the credentials are bound to; undefined means no restriction. */
  readonly workspaces?: readonly string[];
  /** What it is, where whoever vouches for the credentials knows: roles tell what it may do, not who it is. */
  readonly kind?: 'user' | 'agent' | 'service';
  /** What the credentials were narrowed to, in the words of whoever issued them; no narrowing when left out. */
  readonly scopes?: readonly string[];
  readonly via: 'local' | 'api-key' | 'jwt' | 'session' | 'anonymous';
}

/** The person or agent that started this process over stdio: whoever can do that already owns its files. */
export const localIdentity: Identity = { subject: 'local', roles: ['owner'], via: 'local' };

/** Somebody who has proved nothing. */
export const anonymousIdentity: Identity = { subject: 'anonymous', roles: [], via: 'anonymous' };

/** What belongs to a caller (a session, a task) does not exist for anybody else. */
export function isSameCaller(one: Identity, other: Identity): boolean {
  return one.subject === other.subject && one.via === other.via && scopesOf(one) === scopesOf(other);
}

const scopesOf = ({ scopes }: Identity): string => JSON.stringify(scopes ?? null);
