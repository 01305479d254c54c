import type { Checkpoint, ExportHeader } from '../format/checkpoint.js';
import type { Cut } from '../format/cut.js';
import type { Entry } from '../format/entry.js';
import { ChainVerifier } from './chain-verifier.js';
import type { VerifierCrypto } from './crypto.js';
import { type DecisionOptions, DecisionVerifier } from './decisions.js';
import { type ExpectedHead, faultOfCut, judgeCheckpoint } from './expectation.js';
import type { Finding, ProblemDetail, Warning } from './problem.js';
import { type Line, type Malformed, readLine } from './read-line.js';

/**
 * Verifies an export, line by line, in constant memory. A database is verified as the export it would give, so there is
 * one set of checks and one verdict.
 */
export interface VerifyOptions extends DecisionOptions {
  readonly crypto: VerifierCrypto;
  /** Checkpoints kept outside the file. */
  readonly checkpoints?: readonly Checkpoint[];
  /** Heads that somebody remembers. The chain may have grown since. */
  readonly expectedHeads?: readonly ExpectedHead[];
  /** The only key whose checkpoints count, 32 bytes in base64url. */
  readonly publicKey?: string;
  /** Further problems are counted, not listed. */
  readonly maxProblems?: number;
}

export interface VerifyReport {
  readonly valid: boolean;
  readonly chains: readonly ChainReport[];
  readonly problems: readonly Finding[];
  /** How many problems were found beyond those listed. */
  readonly moreProblems: number;
  readonly warnings: readonly Warning[];
}

export interface ChainReport {
  readonly chain: string;
  /** Present when only this stream of the chain was there to verify. */
  readonly stream?: string;
  readonly entries: number;
  readonly head: { readonly seq: number; readonly hash: string };
  /** Up to which entry a valid checkpoint or an expected head vouches for the chain; 0 for not at all. */
  readonly anchoredUpTo: number;
  /** What was removed from its beginning, and who says so: it can be verified from the entry after it. */
  readonly cut?: CutReport;
}

export type CutReport = Pick<Cut, 'seq' | 'hash' | 'at' | 'publicKey'>;

export async function verifyLines(
  lines: AsyncIterable<string> | Iterable<string>,
  options: VerifyOptions,
): Promise<VerifyReport> {
  const verification = new Verification(options);
  let number = 0;
  for await (const text of lines) await verification.take(readLine(text), ++number);
  return verification.finish();
}

/** A diagnosis may cost this many hashes in all: some tenths of a second. */
const diagnosisBudget = 200_000;

class Verification {
  readonly #options: VerifyOptions;
  readonly #chains = new Map<string, { readonly verifier: ChainVerifier; readonly stream: string | undefined }>();
  readonly #decisions = new Map<string, DecisionVerifier>();
  readonly #problems: Finding[] = [];
  readonly #warnings: Warning[] = [];
  readonly #keys = new Set<string>();
  readonly #budget = { hashes: diagnosisBudget };
  #moreProblems = 0;
  #newest = '';

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  async take(line: Line, number: number): Promise<void> {
    if (number === 1 && line.kind !== 'export') {
      this.#report('', { kind: 'misplaced', reason: 'The file does not begin with the header of an export.' }, number);
    }
    switch (line.kind) {
      case 'export':
        return this.#open(line.header, number);
      case 'checkpoint':
        return this.#checkpoint(line.checkpoint, number);
      case 'cut':
        return this.#cut(line.cut, number);
      case 'entry':
        await this.#judgeDecision(line.entry, number);
        return (await this.#chainFor(line.entry.chain)).add(line.entry, line.hashed, number);
      case 'malformed':
        return this.#malformed(line, number);
    }
  }

  async finish(): Promise<VerifyReport> {
    for (const { chain } of this.#outside()) if (!this.#chains.has(chain)) await this.#start(chain, undefined);
    for (const { verifier } of this.#chains.values()) await verifier.finish();
    const problems = this.#problems;
    const warnings = this.#warnings;
    return {
      valid: problems.length === 0,
      chains: this.#chainReports(),
      problems,
      moreProblems: this.#moreProblems,
      warnings,
    };
  }

  async #judgeDecision(entry: Entry, number: number): Promise<void> {
    if (!DecisionVerifier.concerns(entry)) return;
    const { problem, warning } = await this.#decisionsOf(entry.chain).judge(entry);
    if (problem !== undefined) this.#report(entry.chain, problem, number);
    if (warning !== undefined) this.#warn(warning);
  }

  #decisionsOf(chain: string): DecisionVerifier {
    const opened = this.#chains.get(chain);
    const isWhole = opened !== undefined && opened.stream === undefined && opened.verifier.cut === undefined;
    const known = this.#decisions.get(chain) ?? new DecisionVerifier(this.#options, isWhole);
    this.#decisions.set(chain, known);
    return known;
  }

  async #open({ chain, stream }: ExportHeader, line: number): Promise<void> {
    if (this.#chains.has(chain)) {
      this.#report(chain, { kind: 'misplaced', reason: `Chain ${chain} has a second header.` }, line);
    } else {
      await this.#start(chain, stream);
    }
  }

  async #start(chain: string, stream: string | undefined): Promise<ChainVerifier> {
    const verifier = new ChainVerifier({
      chain,
      stream,
      crypto: this.#options.crypto,
      budget: this.#budget,
      report: (problem, line) => this.#report(chain, problem, line),
      warn: (warning) => this.#warn(warning),
    });
    this.#chains.set(chain, { verifier, stream });
    this.#newest = chain;
    await this.#expectOutside(verifier, chain);
    return verifier;
  }

  /** Expectations come before the first entry, so that every entry can be compared when it passes by. */
  async #expectOutside(verifier: ChainVerifier, chain: string): Promise<void> {
    const { expectedHeads = [], checkpoints = [] } = this.#options;
    for (const head of expectedHeads) {
      if (head.chain === chain) verifier.expect({ ...head, source: 'the expected head' });
    }
    for (const checkpoint of checkpoints) {
      if (checkpoint.chain === chain) await this.#expectCheckpoint(verifier, checkpoint, undefined);
    }
  }

  #outside(): readonly { readonly chain: string }[] {
    return [...(this.#options.expectedHeads ?? []), ...(this.#options.checkpoints ?? [])];
  }

  /** An entry that names an unknown chain goes to the chain being read, which finds out whether that name was changed. */
  async #chainFor(chain: string): Promise<ChainVerifier> {
    const known = this.#chains.get(chain) ?? this.#chains.get(this.#newest);
    return known?.verifier ?? this.#start(chain, undefined);
  }

  /** A cut that does not count leaves a gap where the entries were. */
  async #cut(cut: Cut, line: number): Promise<void> {
    const { publicKey, crypto } = this.#options;
    const { chain, seq } = cut;
    const verifier = this.#chains.get(chain)?.verifier;
    if (verifier === undefined || verifier.entries > 0) {
      const reason = `The cut up to entry ${seq} does not stand between the header and the entries.`;
      return this.#report(chain, { kind: 'misplaced', reason }, line);
    }
    const reason = (await faultOfCut(cut, publicKey, crypto)) ?? verifier.goOnFrom(cut);
    if (reason !== undefined) this.#report(chain, { kind: 'bad-cut', seq, reason }, line);
    else if (publicKey === undefined) this.#noteKey(cut);
  }

  async #checkpoint(checkpoint: Checkpoint, line: number): Promise<void> {
    const verifier = this.#chains.get(checkpoint.chain)?.verifier;
    if (verifier === undefined || verifier.entries > 0) {
      const reason = `The checkpoint of entry ${checkpoint.seq} does not stand between the header and the entries.`;
      this.#report(checkpoint.chain, { kind: 'misplaced', reason }, line);
    } else {
      await this.#expectCheckpoint(verifier, checkpoint, line);
    }
  }

  async #expectCheckpoint(verifier: ChainVerifier, checkpoint: Checkpoint, line: number | undefined): Promise<void> {
    const { publicKey, crypto } = this.#options;
    const judged = await judgeCheckpoint(checkpoint, publicKey, crypto);
    if (!judged.counts) return this.#report(checkpoint.chain, judged.problem, line);
    verifier.expect(judged.expectation);
    if (publicKey === undefined) this.#noteKey(checkpoint);
  }

  #noteKey({ chain, publicKey }: Pick<Checkpoint, 'chain' | 'publicKey'>): void {
    if (this.#keys.has(publicKey)) return;
    this.#keys.add(publicKey);
    this.#warn({ kind: 'unpinned-key', chain, publicKey });
  }

  async #malformed(line: Malformed, number: number): Promise<void> {
    const chain = line.chain !== undefined && this.#chains.has(line.chain) ? line.chain : this.#newest;
    const verifier = this.#chains.get(chain)?.verifier;
    if (verifier === undefined || line.looksLike === 'checkpoint' || line.looksLike === 'cut')
      this.#report(chain, { kind: 'malformed', reason: line.reason }, number);
    else await verifier.skip(line, number);
  }

  #report(chain: string, problem: ProblemDetail, line: number | undefined): void {
    if (this.#problems.length >= (this.#options.maxProblems ?? 100)) this.#moreProblems += 1;
    else this.#problems.push({ chain, ...(line === undefined ? {} : { line }), ...problem });
  }

  #warn(warning: Warning): void {
    if (this.#warnings.length < 100) this.#warnings.push(warning);
  }

  #chainReports(): ChainReport[] {
    return [...this.#chains].map(([chain, { verifier, stream }]) => ({
      chain,
      ...(stream === undefined ? {} : { stream }),
      entries: verifier.entries,
      head: verifier.head,
      anchoredUpTo: verifier.anchoredUpTo,
      ...(verifier.cut === undefined ? {} : { cut: cutReport(verifier.cut) }),
    }));
  }
}

const cutReport = ({ seq, hash, at, publicKey }: Cut): CutReport => ({ seq, hash, at, publicKey });

/** Whether a chain can be verified from its beginning, in words. */
export function describeCut({ seq, at, publicKey }: CutReport): string {
  return `verifiable from entry ${seq + 1} on: those up to ${seq} were removed on ${at}, as the key ${publicKey} signed`;
}
