import type { RunId, WorkspaceId } from '../domain/ids.js';
/**
 * What a run needs of whoever keeps it alive. The embedded engine and a distributed one each have a member of this
 * interface, and the same code carries a run over both. It is small on purpose: whatever a run did or decided is in our
 * own database, together with its evidence; an engine only has to call again, wait, and not forget.
 */
export interface RunKey {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
}

export interface WorkflowContext {
  /** Does this once and remembers what it gave. After a crash it may be done again, so the work itself must stand that. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  sleep(until: number): Promise<void>;
  /** Until somebody sends the signal or the time has come, whichever is first. */
  waitSignal(name: string, until?: number): Promise<void>;
  /** Has another run carried beside this one. */
  child(key: RunKey): Promise<void>;
  now(): Promise<number>;
  /** The same for as long as this carrying lasts, also after a crash where the engine remembers it. */
  uuid(): Promise<string>;
}

/**
 * The embedded engine waits in rows and not in memory: instead of waiting it lets go with this, and begins again when a
 * row is due. That is the same as going on, because all there is to know is in the database.
 */
export class Suspended extends Error {}
