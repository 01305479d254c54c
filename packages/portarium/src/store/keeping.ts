import type { EntryDraft } from '@quadrivium/ledger';

/** How what a transaction recorded is numbered and kept, at its end. */
export interface Keeping {
  /** `isNew` knows the streams that began in this transaction. */
  append(drafts: readonly EntryDraft[], isNew: (stream: string) => boolean): Promise<void>;
  /** Raises a counter of the workspace, and gives where it stood. */
  raise(counter: string, by: number): Promise<number>;
}
