import { ledgerFault } from './faults.js';
import { checkpointLine, headerLine } from './format/checkpoint.js';
import { cutLine } from './format/cut.js';
import { defaultChain, entryLine, textOf } from './format/entry.js';
import type { LedgerStore } from './store/ledger-store.js';

export interface ExportScope {
  readonly chain?: string;
  /** Only this stream; its entries can be verified by their own numbers and links. */
  readonly stream?: string;
}

/** The part of a store that an export reads. */
export type Exportable = Pick<LedgerStore<never>, 'checkpoints' | 'cuts' | 'entries'>;

/** A chain, or one stream of it, as lines of canonical JSON: the header, the cuts, the checkpoints, the entries. */
export async function* exportLines(store: Exportable, scope: ExportScope = {}): AsyncGenerator<string> {
  const { chain = defaultChain, stream } = scope;
  yield headerLine(chain, stream);
  const cuts = await store.cuts(chain);
  for (const cut of cuts) yield cutLine(cut);
  // Checkpoints are read first, so that none of them can name an entry that is not exported.
  for (const checkpoint of await store.checkpoints(chain)) yield checkpointLine(checkpoint);
  let last = cuts.at(-1)?.seq ?? 0;
  for await (const entry of store.entries(scope)) {
    if (stream === undefined && entry.seq !== last + 1) await refuseMoved(store, chain, cuts.length);
    last = entry.seq;
    yield entryLine(textOf(entry), entry.hash);
  }
}

/** A reader that was overtaken would show a gap that nobody made. */
async function refuseMoved(store: Exportable, chain: string, known: number): Promise<void> {
  if ((await store.cuts(chain)).length === known) return;
  throw ledgerFault('CutMeanwhile', `Chain ${chain} was cut while it was read.`, { suggestion: 'Read it again.' });
}
