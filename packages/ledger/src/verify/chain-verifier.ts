import type { Cut } from '../format/cut.js';
import { type Entry, genesisHash } from '../format/entry.js';
import type { VerifierCrypto } from './crypto.js';
import { type Budget, diagnose, type Guess } from './diagnose.js';
import type { Expectation } from './expectation.js';
import { MissingNumbers } from './missing-numbers.js';
import type { ProblemDetail, Warning } from './problem.js';
import type { Malformed } from './read-line.js';
import { StreamLinks } from './stream-links.js';

/**
 * Follows one chain from its first entry to its last and says what does not fit.
 *
 * Each entry is checked on its own (its content gives its hash), against its place (numbers without gaps) and against
 * the entry before it (previous hash). After a fault the verifier goes on from what was recorded, so one wrong byte
 * gives one problem and not one for every entry after it. An export of a single stream is followed by the stream's own
 * numbers and links instead of the chain's.
 */
export interface ChainContext {
  readonly chain: string;
  readonly stream: string | undefined;
  readonly crypto: VerifierCrypto;
  readonly budget: Budget;
  report(problem: ProblemDetail, line: number | undefined): void;
  warn(warning: Warning): void;
}

/** A place in the chain that the next entry may follow from. */
interface Link {
  readonly position: number;
  readonly hash: string;
  /** Differs from `hash` when the entry's content or its hash was changed. */
  readonly computed: string;
  readonly previous: string;
  readonly line: number | undefined;
}

interface Held {
  readonly entry: Entry;
  readonly computed: string;
  readonly line: number | undefined;
}

export class ChainVerifier {
  readonly #context: ChainContext;
  readonly #expectations: Expectation[] = [];
  readonly #streams = new StreamLinks();
  readonly #missing = new MissingNumbers();
  /** The entry or, when one number occurs twice, the entries at the end; empty when that end could not be read. */
  #ends: readonly Link[] = [{ position: 0, hash: genesisHash, computed: genesisHash, previous: '', line: undefined }];
  #position = 0;
  #entries = 0;
  #head = { seq: 0, hash: genesisHash };
  #time = Number.NEGATIVE_INFINITY;
  #held: Held | undefined;
  #cut: Cut | undefined;
  #anchored = 0;
  /** By how much a forger renumbered the entries seen so far; the next one is probably off by the same. */
  #shift = 0;

  constructor(context: ChainContext) {
    this.#context = context;
  }

  get entries(): number {
    return this.#entries;
  }

  get head(): { readonly seq: number; readonly hash: string } {
    return this.#head;
  }

  /** The newest entry that a witness knows with this hash; it vouches for all that it follows from. */
  get anchoredUpTo(): number {
    return this.#anchored;
  }

  #newestExpectation(): Expectation | undefined {
    return this.#expectations.reduce<Expectation | undefined>((a, b) => (a && a.seq >= b.seq ? a : b), undefined);
  }

  /** What was removed from the beginning, if anything was. */
  get cut(): Cut | undefined {
    return this.#cut;
  }

  /** The chain goes on from here; says why not, if the cuts before it do not lead to it. */
  goOnFrom(cut: Cut): string | undefined {
    const before = this.#cut?.seq ?? 0;
    if (cut.seq <= before) return `it does not come after the cut up to entry ${before}`;
    if (cut.count !== cut.seq - before) return `it removes ${cut.count} entries, where ${cut.seq - before} are missing`;
    this.#cut = cut;
    this.#streams.carry(cut.streams);
    const { stream } = this.#context;
    const own = cut.streams.find((it) => it.stream === stream) ?? { index: 0, hash: genesisHash };
    const { index: position, hash } = stream === undefined ? { index: cut.seq, hash: cut.hash } : own;
    this.#advance({ position, hash, computed: hash, previous: '', line: undefined });
    this.#head = { seq: cut.seq, hash: cut.hash };
    this.#anchored = cut.seq;
    return undefined;
  }

  expect(expectation: Expectation): void {
    this.#expectations.push(expectation);
  }

  /** An unreadable line took the place of one entry. */
  async skip({ reason, seq, field }: Malformed, line: number | undefined): Promise<void> {
    await this.#release(undefined);
    this.#position += 1;
    this.#ends = [];
    this.#streams.excuse(1);
    const number = seq ?? (this.#context.stream === undefined ? this.#position : undefined);
    const detail: ProblemDetail = { kind: 'malformed', reason, ...(number === undefined ? {} : { seq: number }) };
    this.#context.report(field === undefined ? detail : { ...detail, field }, line);
  }

  /** Entries are judged one step late, because the next one knows which hash an entry really had. */
  async add(entry: Entry, hashed: string, line: number | undefined): Promise<void> {
    this.#entries += 1;
    const hashing = this.#context.crypto.sha256(hashed);
    const computed = typeof hashing === 'string' ? hashing : await hashing;
    if (this.#held !== undefined) await this.#release(entry);
    this.#held = { entry, computed, line };
  }

  async finish(): Promise<void> {
    await this.#release(undefined);
    this.#settleRivals(undefined);
    if (this.#cut !== undefined) this.#compareExpectations(this.#cut, undefined);
    for (const [from, to] of this.#missing.ranges()) this.#context.report({ kind: 'gap', from, to }, undefined);
    if (this.#context.stream !== undefined) return;
    const newest = this.#newestExpectation();
    if (newest !== undefined && newest.seq > this.#head.seq) {
      const { seq: expected, source } = newest;
      this.#context.report({ kind: 'cut-tail', last: this.#head.seq, expected, source }, undefined);
    }
    this.#warnAboutAnchors(newest);
  }

  async #release(next: Entry | undefined): Promise<void> {
    if (this.#held === undefined) return;
    const held = this.#held;
    this.#held = undefined;
    const { computed, line } = held;
    const intact = computed === held.entry.hash;
    const entry = intact ? held.entry : await this.#restore(held, next);
    if (!this.#belongs(entry, line)) return;
    const inPlace = this.#place(entry, { ...this.#linkOf(entry), computed, line });
    if (inPlace) this.#followStream(entry, intact, line);
    if (inPlace) this.#compareTime(entry);
    this.#compareExpectations(entry, line);
    if (entry.seq >= this.#head.seq) this.#head = { seq: entry.seq, hash: entry.hash };
  }

  #belongs({ chain, stream, seq }: Entry, line: number | undefined): boolean {
    const { chain: own, stream: ownStream, report } = this.#context;
    if (chain === own && (ownStream === undefined || stream === ownStream)) return true;
    const home = chain === own ? `stream ${stream}` : `chain ${chain}`;
    report({ kind: 'misplaced', reason: `Entry ${seq} of ${home} does not belong here.` }, line);
    return false;
  }

  #linkOf(entry: Entry): { position: number; hash: string; previous: string } {
    const { seq, streamIndex, previous, streamPrevious, hash } = entry;
    return this.#context.stream === undefined
      ? { position: seq, hash, previous }
      : { position: streamIndex, hash, previous: streamPrevious };
  }

  /** Reports the change and gives back the entry as it was recorded, where that can be found out. */
  async #restore({ entry, computed, line }: Held, next: Entry | undefined): Promise<Entry> {
    const { crypto, budget, report } = this.#context;
    if (this.#hashWasChanged(entry, computed, next)) {
      report({ kind: 'content-changed', seq: entry.seq, field: 'hash', was: computed, is: entry.hash }, line);
      return { ...entry, hash: computed };
    }
    const { original, ...named } = await diagnose(entry, this.#guesses(entry), crypto, budget);
    if (original !== undefined && named.field === 'seq') this.#shift = entry.seq - original.seq;
    report({ kind: 'content-changed', seq: original?.seq ?? entry.seq, ...named }, line);
    return original ?? entry;
  }

  /** The content is whole and only the recorded hash differs: the next entry, or a witness, knows the computed one. */
  #hashWasChanged(entry: Entry, computed: string, next: Entry | undefined): boolean {
    if (next !== undefined && this.#linkOf(next).previous === computed) return true;
    if (this.#expectations.some(({ seq, hash }) => seq === entry.seq && hash === computed)) return true;
    // Two unrelated hashes agree in about 4 of 64 digits; these were one hash once.
    return [...computed].filter((digit, i) => digit === entry.hash[i]).length >= 48;
  }

  #guesses(entry: Entry): Guess[] {
    const ends = this.#ends.flatMap(({ hash, computed }) => [hash, computed]);
    const links = ends.map((hash) =>
      this.#context.stream === undefined ? { previous: hash } : { streamPrevious: hash },
    );
    const seqs = [this.#position + 1, entry.seq - this.#shift, ...nearby.map((offset) => entry.seq + offset)];
    return [
      ...seqs.filter((seq) => seq >= 1).map((seq) => ({ seq })),
      ...links,
      { streamIndex: this.#streams.expected(entry.stream).streamIndex ?? 1 },
      this.#streams.expected(entry.stream),
      { chain: this.#context.chain },
    ];
  }

  /** Compares the entry's number and previous hash with what came before; true when the chain goes on from it. */
  #place(entry: Entry, link: Link): boolean {
    const { position } = link;
    if (position > this.#position) {
      this.#settleRivals(link);
      if (position === this.#position + 1) this.#checkPrevious(entry, link);
      else this.#passOver(this.#position + 1, position - 1);
      this.#advance(link);
      return true;
    }
    if (this.#missing.remove(position)) {
      this.#context.report({ kind: 'reordered', seq: entry.seq, after: this.#head.seq }, link.line);
    } else if (position === this.#position && this.#ends.length > 0) {
      this.#ends = [...this.#ends, link];
    } else {
      this.#context.report({ kind: 'inserted', seq: entry.seq, hash: entry.hash }, link.line);
    }
    return false;
  }

  #passOver(from: number, to: number): void {
    this.#missing.add(from, to);
    this.#streams.excuse(to - from + 1);
  }

  #advance(link: Link): void {
    this.#position = link.position;
    this.#ends = [link];
  }

  /** Of several entries with one number, the one the next entry follows from is genuine; the others were inserted. */
  #settleRivals(next: Link | undefined): void {
    if (this.#ends.length < 2) return;
    const genuine = this.#ends.find((end) => next?.previous === end.hash) ?? (this.#ends[0] as Link);
    for (const end of this.#ends) {
      if (end === genuine) continue;
      this.#context.report({ kind: 'inserted', seq: end.position, hash: end.hash }, end.line);
    }
    // The streams were followed through the first of them; if that was the forged one, its stream has a wrong head.
    if (genuine !== this.#ends[0]) this.#streams.excuse(1);
    this.#ends = [genuine];
  }

  #checkPrevious(entry: Entry, link: Link): void {
    const [end] = this.#ends;
    if (end === undefined || link.previous === end.hash || link.previous === end.computed) return;
    const { seq } = entry;
    const place = { kind: 'wrong-previous', seq, expected: end.hash, found: link.previous } as const;
    this.#context.report(place, link.line);
  }

  #followStream(entry: Entry, intact: boolean, line: number | undefined): void {
    if (this.#context.stream !== undefined) return;
    const problem = this.#streams.follow(entry);
    // A changed entry is already reported; what its change did to its stream is no second finding.
    if (!intact && problem !== undefined) this.#streams.excuse(1);
    else if (problem !== undefined) this.#context.report(problem, line);
  }

  #compareTime({ at, seq }: Entry): void {
    const time = Date.parse(at);
    const { chain } = this.#context;
    if (time < this.#time) this.#context.warn({ kind: 'time-went-back', chain, seq });
    this.#time = time;
  }

  #compareExpectations({ seq, hash }: Pick<Entry, 'seq' | 'hash'>, line: number | undefined): void {
    for (const expectation of this.#expectations) {
      const { hash: expected, source } = expectation;
      if (expectation.seq !== seq) continue;
      if (expected === hash) this.#anchored = Math.max(this.#anchored, seq);
      else this.#context.report({ kind: 'head-mismatch', seq, expected, found: hash, source }, line);
    }
  }

  #warnAboutAnchors(newest: Expectation | undefined): void {
    const { chain } = this.#context;
    const to = this.#head.seq;
    const vouched = Math.max(newest?.seq ?? 0, this.#cut?.seq ?? 0);
    if (vouched === 0) this.#context.warn({ kind: 'no-anchor', chain });
    else if (vouched < to) this.#context.warn({ kind: 'unanchored-tail', chain, from: vouched + 1, to });
  }
}

/** A forger who removes or adds a few entries renumbers the rest by that many. */
const nearby = [-1, 1, -2, 2, -3, 3, -4, 4];
