/**
 * Takes batches of tasks to workers and brings their answers back. Cuts and bases that a worker lacks go before the tasks, in
 * letters of bounded size, so that one that joins late can be told any number of them.
 */
import { encode } from '../wire/encode.js';
import type { Link } from '../wire/link.js';
import {
  type Knowledge,
  type MemoryFrame,
  type Outcome,
  outcome,
  read,
  type Task,
  type Work,
} from '../wire/messages.js';
import type { Call, Member } from './member.js';
import { bytesOf, type MemorySource } from './memory-source.js';

export interface CourierOptions {
  readonly session: string;
  readonly link: Link;
  readonly source: MemorySource;
  /** Where a worker gets its work. */
  readonly subjectOf: (member: Member) => string;
  /** About how large a letter becomes; only a single task may make a larger one. */
  readonly letterBytes: number;
}

interface Lacking {
  readonly need: Knowledge;
  readonly known: Omit<Knowledge, 'place'>;
}

export class Courier {
  readonly #options: CourierOptions;
  /** The most that a task of a kind or its answer has taken so far. */
  readonly #largest = new Map<Task['type'], number>();

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** How many tasks one letter holds; the first ones of a kind show how large they are. */
  mostAtOnce(kind: Task['type'], threads: number): number {
    const largest = this.#largest.get(kind);
    return largest === undefined ? threads : Math.max(1, Math.floor(this.#options.letterBytes / largest));
  }

  /** What has to be known is settled in the moment of the call, and counts as known although it is only on its way. */
  deliver(member: Member, call: Call, epoch: number): Promise<Outcome> {
    const { source } = this.#options;
    const places = [...new Set(call.entries.flatMap(({ errand }) => errand.places))];
    const needs = places.map((place) => source.need(place));
    const lacking = needs.map((need) => ({ need, known: member.known(need.place) }));
    for (const need of needs) member.learn(need);
    return member.inTurn((sent) => this.#send(member, call, { epoch, needs, lacking, sent }));
  }

  async #send(
    member: Member,
    call: Call,
    { epoch, needs, lacking, sent }: { epoch: number; needs: Knowledge[]; lacking: Lacking[]; sent: () => void },
  ): Promise<Outcome> {
    let memory: MemoryFrame[] = [];
    for (const bundle of this.#bundles(lacking)) {
      if (memory.length > 0) {
        const answered = await this.#ask(member, call, { epoch, memory, needs: [], tasks: [] });
        if (answered.type !== 'done') return answered;
      }
      memory = bundle;
    }
    const tasks = call.entries.map(({ errand }) => errand.task);
    call.began = performance.now();
    return this.#ask(member, call, { epoch, memory, needs, tasks }, sent);
  }

  async #ask(member: Member, call: Call, work: Omit<Work, 'session'>, sent?: () => void): Promise<Outcome> {
    const { link, subjectOf, session } = this.#options;
    const heard = (): void => {
      call.heardAt = performance.now();
    };
    const letter = encode({ session, ...work });
    const answer = await link.call(subjectOf(member), letter, { signal: call.giveUp.signal, heard, sent });
    if (work.tasks.length > 0) this.#measure(call.kind, answer.length / work.tasks.length);
    return read(outcome, answer);
  }

  #measure(kind: Task['type'], bytes: number): void {
    this.#largest.set(kind, Math.max(1, bytes, this.#largest.get(kind) ?? 0));
  }

  /** What a worker lacks, a letter at a time: all of it may be more than memory holds twice. */
  *#bundles(lacking: readonly Lacking[]): Generator<MemoryFrame[]> {
    const { source, letterBytes } = this.#options;
    let [bundle, bytes]: [MemoryFrame[], number] = [[], 0];
    for (const { need, known } of lacking)
      for (const frame of source.missing(need, known, letterBytes)) {
        if (bundle.length > 0 && bytes + bytesOf(frame) > letterBytes) {
          yield bundle;
          [bundle, bytes] = [[], 0];
        }
        bundle.push(frame);
        bytes += bytesOf(frame);
      }
    yield bundle;
  }
}
