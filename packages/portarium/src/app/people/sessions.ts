/** People who have signed in with a browser: who they are for as long as they use it, and no longer than a set time. */
import { createHash } from 'node:crypto';
import type { BrowserSession } from '../../domain/browser-session.js';
import type { Caller } from '../../domain/principal.js';
import type { Collections, Tx } from '../../domain/store-port.js';
import { timeAfter } from '../../domain/surroundings.js';
import { actorOf, type Deps } from '../deps.js';
import { callerAs } from './api-keys.js';
import { knownPerson, type SignedInPerson } from './known-person.js';

export interface SessionTerms {
  readonly lifetimeMs: number;
  readonly idleMs: number;
}

export interface OpenedSession {
  readonly caller: Caller;
  /** What a page has to send beside the cookie with whatever changes something. */
  readonly csrf: string;
  readonly expiresAt: number;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const seenEveryMs = 60_000;

/** Gives the token for the cookie; it is kept nowhere else. */
export async function openSession(
  deps: Deps,
  workspaceId: string,
  person: SignedInPerson,
  { lifetimeMs, idleMs }: SessionTerms,
): Promise<string> {
  return deps.transact(workspaceId, async (tx) => {
    const principal = await knownPerson(tx, person);
    const secret = tx.newToken();
    const session: BrowserSession = {
      workspaceId: tx.workspaceId,
      sessionId: hashOf(secret),
      principalId: principal.principalId,
      createdAt: tx.now,
      seenAt: tx.now,
      expiresAt: timeAfter(tx.now, lifetimeMs),
      idleMs,
    };
    await forgetEnded(tx);
    await tx.sessions.put(session);
    record(tx, callerAs(principal), 'SignedIn', { provider: person.provider, roles: person.roles });
    return `${workspaceId}.${secret}`;
  });
}

/**
 * Whose cookie this is; undefined for one that never was, has ended, or belongs to somebody who was shut out. Only what a
 * person has caused keeps it alive: an open page asks by itself for as long as the machine is on.
 */
export async function sessionOf(
  deps: Deps,
  token: string,
  { isAttended = true }: { readonly isAttended?: boolean } = {},
): Promise<OpenedSession | undefined> {
  const [, workspaceId, secret] = /^([A-Za-z0-9][\w.-]{0,99})\.([\w-]{43})$/.exec(token) ?? [];
  if (workspaceId === undefined || secret === undefined) return undefined;
  const found = await deps.store.read(workspaceId, (tables) => lookUp(tables, secret, deps.surroundings.now()));
  if (found === undefined) return undefined;
  const { session, principal } = found;
  if (isAttended && deps.surroundings.now() - session.seenAt > seenEveryMs) await stillThere(deps, session);
  return { caller: callerAs(principal), csrf: hashOf(`csrf ${secret}`), expiresAt: session.expiresAt };
}

async function lookUp(tables: Collections, secret: string, now: number) {
  const session = await tables.sessions.get(hashOf(secret));
  if (session === undefined || now >= Math.min(session.expiresAt, session.seenAt + session.idleMs)) return undefined;
  const principal = await tables.principals.get(session.principalId);
  return principal?.active === true ? { session, principal } : undefined;
}

async function stillThere(deps: Deps, { workspaceId, sessionId }: BrowserSession): Promise<void> {
  await deps.store.transact(workspaceId, async (tx) => {
    const session = await tx.sessions.get(sessionId);
    if (session !== undefined) await tx.sessions.put({ ...session, seenAt: tx.now });
  });
}

/** Ends it on the server: the cookie is worth nothing any more, whoever has a copy. */
export async function closeSession(deps: Deps, token: string): Promise<void> {
  const session = await sessionOf(deps, token);
  if (session === undefined) return;
  const { caller } = session;
  await deps.transact(caller.workspaceId, async (tx) => {
    await tx.sessions.remove(hashOf(token.slice(caller.workspaceId.length + 1)));
    record(tx, caller, 'SignedOut');
  });
  for (const tell of deps.accessChanged) tell();
}

/** A few at a time, with every new one: the table stays as large as what is in use. */
async function forgetEnded(tx: Tx): Promise<void> {
  const ended = await tx.sessions.find({ where: { expires_at: { lte: tx.now } }, limit: 40 });
  for (const { sessionId } of ended) await tx.sessions.remove(sessionId);
}

function record(tx: Tx, caller: Caller, type: string, detail: Readonly<Record<string, unknown>> = {}): void {
  const summary = type === 'SignedIn' ? 'Somebody signed in.' : 'Somebody signed out.';
  tx.evidence({ category: 'System', type, summary, actor: actorOf(caller), detail });
}
