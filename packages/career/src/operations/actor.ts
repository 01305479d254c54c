import type { Identity } from '@quadrivium/kernel';
import type { Actor } from '@quadrivium/ledger';

/** Who is written into the audit log. Never the key, always the name behind it. */
export function actorOf({ subject, roles }: Identity): Actor {
  return { kind: roles.includes('agent') ? 'agent' : 'user', id: subject };
}

/** Somebody at this machine, or behind a key that is not an agent's. */
export function isPerson({ roles, via }: Identity): boolean {
  return via === 'local' ? roles.includes('owner') : via !== 'anonymous' && !roles.includes('agent');
}

/** Overriding the constitution is a right of its own. */
export function mayOverride({ roles }: Identity): boolean {
  return roles.includes('owner') || roles.includes('constitution-override');
}
