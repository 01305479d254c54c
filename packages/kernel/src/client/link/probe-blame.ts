import type { JsonObject } from '../../essentials/is-object.js';

/** Words of a server that takes nothing before `initialize`. */
const ABOUT_THE_OPENING = /initiali[sz]|discover|handshake/i;

/**
 * Whether a process that ended while it was probed may have ended because of the probe. Servers exist that exit on any
 * first message but `initialize` (those made with the Rust SDK before its version 3): they say so, or leave without a
 * word. One that fails and gives another reason would fail again, so it is not worth a second start.
 */
export function mayBlameProbe({ exitCode, stderrTail }: JsonObject): boolean {
  const failed = typeof exitCode === 'number' && exitCode !== 0;
  return !failed || stderrTail === '' || ABOUT_THE_OPENING.test(String(stderrTail));
}
