/**
 * The engine as the control plane sees it. The embedded member keeps its journal in the same database, so `start`,
 * `signal` and `cancel` are part of the caller's transaction: what was decided and what follows from it commit together.
 */

import type { EvidenceActor } from '../domain/evidence.js';
import type { RunId, WorkspaceId } from '../domain/ids.js';
import type { Run } from '../domain/run.js';
import type { Step } from '../domain/step.js';
import type { Tx } from '../domain/store-port.js';
import type { Signal } from './signal.js';

export interface RunState {
  readonly run: Run;
  readonly steps: readonly Step[];
}

export interface Engine {
  start(tx: Tx, run: Run): Promise<void>;
  signal(tx: Tx, runId: RunId, signal: Signal, actor?: EvidenceActor): Promise<RunState>;
  cancel(tx: Tx, runId: RunId, by: { readonly actor: EvidenceActor; readonly reason?: string }): Promise<RunState>;
  query(workspaceId: WorkspaceId, runId: RunId): Promise<RunState | undefined>;
  /** The journal: every attempt of every step, in order. */
  history(workspaceId: WorkspaceId, runId: RunId): Promise<readonly Step['attempts'][number][]>;
  readonly activeRuns: number;
  readonly isRunning: boolean;
  /** Begins to take up work. Safe to call in several processes on one database. */
  run(): void;
  /** Lets calls under way end, gives back what it holds, and takes up nothing more. */
  stop(): Promise<void>;
}
