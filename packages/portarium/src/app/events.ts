import type { CloudEvent } from '../domain/event.js';
import type { Caller } from '../domain/principal.js';
import { type Deps, pageLimit } from './deps.js';

/** Events after the cursor, oldest first. A cursor is the `sequence` of the last event seen; 0 for all. */
export async function eventsSince(
  deps: Deps,
  caller: Caller,
  cursor: number,
  limit?: number,
): Promise<readonly CloudEvent[]> {
  return deps.store.events(caller.workspaceId, cursor, pageLimit(limit));
}

/** The `sequence` of the newest event: the cursor for what comes next. */
export async function newestEvent(deps: Deps, caller: Caller): Promise<number> {
  const newest = await deps.store.read(caller.workspaceId, ({ outbox }) => outbox.find({ newest: true, limit: 1 }));
  return newest[0]?.seq ?? 0;
}

/** Events without end, until the signal. */
export function followEvents(
  deps: Deps,
  caller: Caller,
  cursor: number,
  signal: AbortSignal,
): AsyncIterable<CloudEvent> {
  return deps.feed.follow(caller.workspaceId, cursor, signal);
}
