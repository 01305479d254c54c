/** Reading that takes as long as the evidence is: done where it disturbs nobody, see `evidence-reading.ts`. */
import { exportLines, nodeCrypto, type VerifyOptions, type VerifyReport, verifyLines } from '@quadrivium/ledger';
import type { Signing } from '../domain/evidence.js';
import type { EvidenceReader } from '../domain/store-port.js';
import { signingOf } from './signing.js';

export interface VerifyJob {
  readonly kind: 'verify';
  /** The first one is told how far it is signed. Those without entries are left out. */
  readonly chains: readonly string[];
  readonly options: Omit<VerifyOptions, 'crypto'>;
}

export interface ExportJob {
  readonly kind: 'export';
  readonly chain: string;
  readonly stream?: string;
}

export type EvidenceJob = VerifyJob | ExportJob;

export type Verified = VerifyReport & { readonly signing: Signing };

/** How many lines travel at once from where they are read to where they are sent. */
const batchSize = 200;

/** The report, or the lines in batches. */
export async function* perform(
  ledger: EvidenceReader,
  job: EvidenceJob,
  signal: AbortSignal,
): AsyncGenerator<Verified | readonly string[]> {
  if (job.kind === 'verify') yield await verify(ledger, job, signal);
  else yield* batches(linesOf(ledger, job, signal));
}

async function verify(ledger: EvidenceReader, { chains, options }: VerifyJob, signal: AbortSignal): Promise<Verified> {
  const report = await verifyLines(allLines(ledger, chains, signal), { ...options, crypto: nodeCrypto });
  return { ...report, signing: await signingOf(ledger, chains[0] ?? '') };
}

async function* allLines(ledger: EvidenceReader, chains: readonly string[], signal: AbortSignal) {
  for (const chain of chains) if ((await ledger.head(chain)).seq > 0) yield* linesOf(ledger, { chain }, signal);
}

/** An export reads its own chain, whatever it is asked for. */
async function* linesOf(ledger: EvidenceReader, scope: Omit<ExportJob, 'kind'>, signal: AbortSignal) {
  const { chain, stream } = scope;
  const source = {
    checkpoints: () => ledger.checkpoints(chain),
    cuts: () => ledger.cuts(chain),
    entries: () => ledger.entries({ chain, ...(stream === undefined ? {} : { stream }) }),
  };
  for await (const line of exportLines(source, scope)) {
    signal.throwIfAborted();
    yield line;
  }
}

async function* batches(lines: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
