import type { Identity } from '@quadrivium/kernel';
import type { Actor } from '@quadrivium/ledger';

/** Who is written into the audit log. Never the key, always the name behind it. */
export function actorOf(identity: Identity): Actor {
  return { kind: isProgram(identity) ? 'agent' : 'user', id: identity.subject };
}

/** Somebody at this machine, or behind a key that is not an agent's. */
export function isPerson(identity: Identity): boolean {
  const { roles, via } = identity;
  return via === 'local' ? roles.includes('owner') : via !== 'anonymous' && !isProgram(identity);
}

/** An agent stays one whatever it may do: one that operates has the role of an operator, not that of an agent. */
function isProgram({ kind = 'user', roles }: Identity): boolean {
  return kind !== 'user' || roles.includes('agent');
}

/** Overriding the constitution is a right of its own. */
export function mayOverride({ roles }: Identity): boolean {
  return roles.includes('owner') || roles.includes('constitution-override');
}
