import type { Channel } from '../channels/index.js';

/** A server that has shown no sign of life may still be starting; it is given this many times longer. */
const STARTING_FACTOR = 5;
const LOOKS_PER_PERIOD = 5;
export const PROBE = 'server/discover';

/**
 * Decides when a process that does not answer `server/discover` counts as one of the older era. Silence only means
 * something once the server is up: a slow start must not decide the era. Returns a function that ends the watch.
 */
export function watchProbe(channel: Channel, probeMs: number): () => void {
  const start = performance.now();
  let aliveSince: number | undefined;
  const timer = setInterval(() => {
    const now = performance.now();
    if (channel.hasShownLife()) aliveSince ??= now;
    const silent = aliveSince === undefined ? now - start >= probeMs * STARTING_FACTOR : now - aliveSince >= probeMs;
    const answered = channel.wire.sent.has(PROBE) && !channel.wire.isWaitingFor(PROBE);
    if (silent || answered) clearInterval(timer);
    if (silent) channel.wire.giveUp(PROBE);
  }, probeMs / LOOKS_PER_PERIOD);
  return () => clearInterval(timer);
}
