import type { Checkpoint } from '../format/checkpoint.js';
import type { Cut } from '../format/cut.js';
import type { Entry, EntryDraft } from '../format/entry.js';
import type { Signer } from '../sign/signer.js';
import type { Awaitable } from '../verify/crypto.js';

/**
 * Where entries are kept. Every member passes the suite in `test/contract`, whatever database it stands on.
 *
 * `Tx` is that database's own transaction handle, so that a caller can change its state and record why in one step:
 * both are there afterwards, or neither.
 */
export interface LedgerStore<Tx> {
  /** Appends in the given order, in one transaction. Once the promise resolves, the entries survive a crash. */
  append(drafts: readonly EntryDraft[]): Promise<readonly Entry[]>;

  /** The same as part of the caller's transaction: the entries are there if and only if it commits. */
  appendWithin(tx: Tx, drafts: readonly EntryDraft[]): Awaitable<readonly Entry[]>;

  /** Runs `work` in a transaction that no other writer can interleave with. */
  transaction<T>(work: (tx: Tx) => Awaitable<T>): Promise<T>;

  /** The newest entry's number and hash; 0 and zeros for a chain without entries. */
  head(chain?: string): Promise<Head>;

  /** The names of all chains, sorted. */
  chains(): Promise<readonly string[]>;

  /** Entries in order of `seq`. What is appended while reading may be missing, what was there before is not. */
  entries(query?: EntryQuery): AsyncIterable<Entry>;

  /** Signs the present head of a chain and keeps the checkpoint. */
  checkpoint(request: CheckpointRequest): Promise<Checkpoint>;

  /** All checkpoints of a chain in order of `seq`. */
  checkpoints(chain?: string): Promise<readonly Checkpoint[]>;

  /** What was removed from the beginning of a chain, in the order it was. */
  cuts(chain?: string): Promise<readonly Cut[]>;

  close(): Promise<void>;
}

export interface Head {
  readonly chain: string;
  readonly seq: number;
  readonly hash: string;
}

export interface EntryQuery {
  readonly chain?: string;
  /** Only this stream, for instance one trace. */
  readonly stream?: string;
  readonly type?: string;
  /** Only entries with a greater `seq`. */
  readonly after?: number;
  readonly limit?: number;
}

export interface CheckpointRequest {
  readonly chain?: string;
  readonly at: string;
  readonly signer: Signer;
}
