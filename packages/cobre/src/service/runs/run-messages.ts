import type { WorkersSettings } from '../../distribution/index.js';
import type { TableLimits } from '../../parquet/limits.js';
import type { LinkedFolders } from '../../results/index.js';
import type { RunEvent } from '../../sddp/index.js';
import type { CaseBytes } from '../cases/case-access.js';
import type { RunResult } from './run-result.js';

export type Phases = 'training' | 'simulation' | 'both';

/** What the thread of a run is given. */
/** The specification lets a server that ends, and a client that leaves, wait for the iteration under way. */
export const stopAtBoundary = 1;
/** Whoever stops a run by name need not. */
export const stopAtOnce = 2;

export interface RunInput {
  readonly files: CaseBytes;
  /** Canonical paths, checked by whoever starts the run. */
  readonly caseDirectory: string;
  readonly output: string;
  readonly links: LinkedFolders;
  /** Those the settings enable, unless given. */
  readonly phases?: Phases;
  readonly threads: number;
  /** Workers elsewhere that do the work instead. */
  readonly workers?: WorkersSettings;
  readonly prove: boolean;
  /** How much its files may claim; whatever fits unless given. */
  readonly limits?: TableLimits & { readonly jsonBytes: number };
  /** One integer: 0, or how the run is asked to stop. It is read even while a solver is busy. */
  readonly stop: SharedArrayBuffer;
}

export interface FaultRecord {
  readonly kind: string;
  readonly message: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly suggestion?: string;
}

/** What comes back. Progress is the latest news and may leave out what it replaced. */
export type RunMessage =
  | { readonly type: 'limits'; readonly iterationLimit: number | null }
  | { readonly type: 'event'; readonly event: RunEvent }
  | { readonly type: 'done'; readonly result: RunResult }
  | { readonly type: 'fault'; readonly fault: FaultRecord };
