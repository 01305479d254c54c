import type { CarriedStream } from '../format/cut.js';
import { type Entry, genesisHash } from '../format/entry.js';
import type { Guess } from './diagnose.js';
import type { ProblemDetail } from './problem.js';

/** Follows every stream of a chain: its entries are numbered 1, 2, 3 … and each names the hash of the one before. */
export class StreamLinks {
  readonly #heads = new Map<string, { readonly index: number; readonly hash: string }>();
  /** A missing or unreadable entry belonged to some stream; one break per such entry has already been reported. */
  #excused = 0;

  /** What came before was removed; these go on from where they stood. */
  carry(streams: readonly CarriedStream[]): void {
    this.#heads.clear();
    for (const { stream, index, hash } of streams) this.#heads.set(stream, { index, hash });
  }

  excuse(entries: number): void {
    this.#excused += entries;
  }

  expected(stream: string): Guess {
    const head = this.#heads.get(stream);
    return { streamIndex: (head?.index ?? 0) + 1, streamPrevious: head?.hash ?? genesisHash };
  }

  /** Takes the entry as the stream's head and says what is wrong with its place, if anything. */
  follow(entry: Entry): ProblemDetail | undefined {
    const { stream, streamIndex, streamPrevious, hash, seq } = entry;
    const expected = this.expected(stream);
    this.#heads.set(stream, { index: streamIndex, hash });
    const expectedIndex = expected.streamIndex ?? 1;
    if (streamIndex === expectedIndex && streamPrevious === expected.streamPrevious) return undefined;
    if (this.#isExcused(streamIndex - expectedIndex)) return undefined;
    return { kind: 'stream-broken', seq, stream, expectedIndex, foundIndex: streamIndex };
  }

  #isExcused(jump: number): boolean {
    const needed = Math.max(jump, 1);
    if (jump < 0 || needed > this.#excused) return false;
    this.#excused -= needed;
    return true;
  }
}
