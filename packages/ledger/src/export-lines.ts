import { checkpointLine, headerLine } from './format/checkpoint.js';
import { defaultChain, entryLine, textOf } from './format/entry.js';
import type { LedgerStore } from './store/ledger-store.js';

export interface ExportScope {
  readonly chain?: string;
  /** Only this stream; its entries can be verified by their own numbers and links. */
  readonly stream?: string;
}

/** The part of a store that an export reads. */
export type Exportable = Pick<LedgerStore<never>, 'checkpoints' | 'entries'>;

/** A chain, or one stream of it, as lines of canonical JSON: the header, the checkpoints, the entries. */
export async function* exportLines(store: Exportable, scope: ExportScope = {}): AsyncGenerator<string> {
  const { chain = defaultChain, stream } = scope;
  yield headerLine(chain, stream);
  // Checkpoints are read first, so that none of them can name an entry that is not exported.
  for (const checkpoint of await store.checkpoints(chain)) yield checkpointLine(checkpoint);
  for await (const entry of store.entries(scope)) yield entryLine(textOf(entry), entry.hash);
}
