import type { EvidenceReader, EvidenceReading } from '../domain/store-port.js';
import { type EvidenceJob, type ExportJob, perform, type Verified, type VerifyJob } from './evidence-jobs.js';
import { EvidenceThread, type Place } from './evidence-thread.js';

/** Starting a thread takes longer than reading this many entries. */
const fewEntries = 2000;

/** Long chains are read on a thread of their own, so that whoever serves goes on serving. */
export class ThreadedReading implements EvidenceReading {
  readonly #ledger: EvidenceReader;
  readonly #thread: EvidenceThread;

  constructor(ledger: EvidenceReader, place: Place) {
    this.#ledger = ledger;
    this.#thread = new EvidenceThread(place);
  }

  async verify(
    chains: readonly string[],
    options: VerifyJob['options'] = {},
    signal: AbortSignal = never,
  ): Promise<Verified> {
    for await (const report of this.#run({ kind: 'verify', chains, options }, chains, signal))
      return report as Verified;
    throw new Error('Verifying ended without a report.');
  }

  async *lines(scope: Omit<ExportJob, 'kind'>, signal: AbortSignal = never): AsyncGenerator<string> {
    for await (const lines of this.#run({ kind: 'export', ...scope }, [scope.chain], signal))
      yield* lines as readonly string[];
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async *#run(job: EvidenceJob, chains: readonly string[], signal: AbortSignal): AsyncGenerator<unknown> {
    const heads = await Promise.all(chains.map((chain) => this.#ledger.head(chain)));
    const entries = heads.reduce((sum, { seq }) => sum + seq, 0);
    yield* entries <= fewEntries ? perform(this.#ledger, job, signal) : this.#thread.run(job, signal);
  }
}

const never = new AbortController().signal;
