import { ProtocolError, UnauthorizedError } from '@modelcontextprotocol/client';
import { Deadline } from './deadline.js';
import { Link, LinkFailure, type LinkSetup } from './link.js';
import type { Mode } from './options.js';
import { mayBlameProbe } from './probe-blame.js';
import { isEnd } from './readings/process.js';

/** Rounds through the authorization server per request before we believe that it will not help. */
export const MAX_AUTHORIZATIONS = 2;

/** A server of the newer era only says so in these words. */
const UNSUPPORTED_VERSION = -32_022;

export interface Opening extends LinkSetup {
  readonly startupMs: number;
  readonly probeMs: number;
  readonly signal: AbortSignal | undefined;
  readonly authorizationCallback: (() => Promise<URLSearchParams>) | undefined;
}

/** Opens a link: the wanted era, what the server's reaction suggests instead, and a visit to the authorization server. */
export async function openLink(opening: Opening, mode: Mode, authorizations = 0): Promise<Link> {
  try {
    return await attempt(opening, mode);
  } catch (failure) {
    if (!(failure instanceof LinkFailure)) throw failure;
    const other = mode === 'auto' ? otherMode(failure) : undefined;
    if (other !== undefined) return openLink(opening, other, authorizations);
    if (authorizations >= MAX_AUTHORIZATIONS || !(await authorized(failure, opening))) throw failure;
    return openLink(opening, mode, authorizations + 1);
  }
}

async function attempt(opening: Opening, mode: Mode): Promise<Link> {
  const deadline = new Deadline({ silentMs: opening.startupMs, signal: opening.signal });
  try {
    const link = new Link(opening, mode);
    return await link.open(deadline, mode === 'auto' && 'pid' in link.channel.wire ? opening.probeMs : undefined);
  } finally {
    deadline.dispose();
  }
}

/**
 * The probe runs on the process that is to be used, so there is no second one to pay for. Two kinds of server need one
 * after all: those that exit on any request before `initialize`, and slow newer ones whose answer to the probe came after
 * we had begun the older handshake, which they refuse.
 */
function otherMode({ channel, cause }: LinkFailure): Mode | undefined {
  const { wire } = channel;
  if (!('pid' in wire)) return undefined;
  const answer = wire.answers.get('server/discover');
  const unanswered = answer === undefined && wire.sent.has('server/discover');
  if (unanswered && isEnd(cause)) return mayBlameProbe(channel.evidence()) ? 'legacy' : undefined;
  const refused = cause instanceof ProtocolError && wire.sent.has('initialize');
  return refused && (answer === 'result' || cause.code === UNSUPPORTED_VERSION) ? 'modern' : undefined;
}

async function authorized({ channel, cause }: LinkFailure, opening: Opening): Promise<boolean> {
  if (!(cause instanceof UnauthorizedError) || channel.finishAuthorization === undefined) return false;
  if (opening.authorizationCallback === undefined) return false;
  await channel.finishAuthorization(await opening.authorizationCallback());
  return true;
}
