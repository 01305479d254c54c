import type { CloudEvent } from '../../domain/event.js';
import type { Caller } from '../../domain/principal.js';
import { type Deps, pageLimit } from '../deps.js';
import { isOwnRun } from '../runs/own-runs.js';

/** Events after the cursor, oldest first. A cursor is the `sequence` of the last event seen; 0 for all. */
export async function eventsSince(
  deps: Deps,
  caller: Caller,
  cursor: number,
  limit?: number,
): Promise<readonly CloudEvent[]> {
  const events = await deps.store.events(caller.workspaceId, cursor, pageLimit(limit));
  const hears = hearing(deps, caller);
  const heard = await Promise.all(events.map(hears));
  return events.filter((_, at) => heard[at]);
}

/** People hear everything. An agent hears of its own runs, of itself and of the workspace, and of no other agent. */
function hearing(deps: Deps, caller: Caller): (event: CloudEvent) => Promise<boolean> {
  const own = new Map<string, boolean>();
  return async ({ runid, subject }) => {
    if (caller.kind !== 'agent') return true;
    if (runid === undefined) return subject === `agents/${caller.principalId}` || subject.startsWith('workspaces/');
    const known = own.get(runid);
    const mine = known ?? (await deps.store.read(caller.workspaceId, (tables) => isOwnRun(tables, caller, runid)));
    // A run that is somebody else's may yet hand a task to this agent; one that is its own stays so.
    if (mine) own.set(runid, true);
    return mine;
  };
}

/** The `sequence` of the newest event: the cursor for what comes next. */
export async function newestEvent(deps: Deps, caller: Caller): Promise<number> {
  const newest = await deps.store.read(caller.workspaceId, ({ outbox }) => outbox.find({ newest: true, limit: 1 }));
  return newest[0]?.seq ?? 0;
}

/** Pages of events without end, until the signal. Whoever hears everything is given the page that all others are given. */
export async function* followEvents(
  deps: Deps,
  caller: Caller,
  cursor: number,
  signal: AbortSignal,
): AsyncIterable<readonly CloudEvent[]> {
  const pages = deps.feed.follow(caller.workspaceId, cursor, signal);
  if (caller.kind !== 'agent') return yield* pages;
  const hears = hearing(deps, caller);
  for await (const page of pages) {
    const heard: CloudEvent[] = [];
    for (const event of page) if (await hears(event)) heard.push(event);
    if (heard.length > 0) yield heard;
  }
}
