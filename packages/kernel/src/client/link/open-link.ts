import { ProtocolError, UnauthorizedError } from '@modelcontextprotocol/client';
import type { Channel } from '../channels/index.js';
import type { Mode } from '../config/options.js';
import { isEnd } from '../readings/process.js';
import { Deadline } from './deadline.js';
import { Link, LinkFailure, type LinkSetup } from './link.js';
import { mayBlameProbe } from './probe-blame.js';
import { PROBE } from './probe-patience.js';

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
export async function openLink(opening: Opening, mode: Mode, authorizations = 0, channel?: Channel): Promise<Link> {
  try {
    return await attempt(opening, mode, channel);
  } catch (failure) {
    if (!(failure instanceof LinkFailure)) throw failure;
    if (mode === 'auto' && isNewerAfterAll(failure))
      return openLink(opening, 'modern', authorizations, failure.channel.again?.());
    await failure.channel.release(true);
    if (mode === 'auto' && diedOfProbe(failure)) return openLink(opening, 'legacy', authorizations);
    if (authorizations >= MAX_AUTHORIZATIONS || !(await authorized(failure, opening))) throw failure;
    return openLink(opening, mode, authorizations + 1);
  }
}

async function attempt(opening: Opening, mode: Mode, channel: Channel | undefined): Promise<Link> {
  const deadline = new Deadline({ silentMs: opening.startupMs, signal: opening.signal });
  try {
    const link = new Link(opening, mode, channel);
    return await link.open(deadline, mode === 'auto' && 'pid' in link.channel.wire ? opening.probeMs : undefined);
  } finally {
    deadline.dispose();
  }
}

/**
 * The probe runs on the process that is to be used, so there is no second one to pay for. Only a server that exits on any
 * request before `initialize` needs one after all.
 */
function diedOfProbe({ channel, cause }: LinkFailure): boolean {
  const { wire } = channel;
  const unanswered = wire.sent.has(PROBE) && !wire.answers.has(PROBE);
  return 'pid' in wire && unanswered && isEnd(cause) && mayBlameProbe(channel.evidence());
}

/**
 * A slow newer server answers the probe after we have begun the older handshake, which it refuses. It keeps no state of
 * either, so the same process is asked again: being slow is no reason to start it twice.
 */
function isNewerAfterAll({ channel: { wire, again }, cause }: LinkFailure): boolean {
  const refused = cause instanceof ProtocolError && wire.sent.has('initialize');
  const isNewer = wire.answers.get(PROBE) === 'result' || (refused && cause.code === UNSUPPORTED_VERSION);
  return again !== undefined && refused && isNewer;
}

async function authorized({ channel, cause }: LinkFailure, opening: Opening): Promise<boolean> {
  if (!(cause instanceof UnauthorizedError) || channel.finishAuthorization === undefined) return false;
  if (opening.authorizationCallback === undefined) return false;
  await channel.finishAuthorization(await opening.authorizationCallback());
  return true;
}
