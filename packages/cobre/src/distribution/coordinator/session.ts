/** The workers of one training or one simulation: invites whoever is there, and whoever comes later. */
import { newSecret } from '@quadrivium/kernel/essentials';
import { version } from '../../version.js';
import { encode } from '../wire/encode.js';
import type { Link } from '../wire/link.js';
import { type Invitation, type Presence, read, type Summons, welcome } from '../wire/messages.js';
import { subjects } from '../wire/subjects.js';
import { Dispatcher } from './dispatcher.js';
import { Member } from './member.js';
import type { MemorySource } from './memory-source.js';

export interface RemoteSessionOptions {
  readonly link: Link;
  readonly prefix: string;
  /** Where the study lies and how large it is. */
  readonly study: Pick<Invitation, 'study' | 'bytes'>;
  readonly solver: string;
  readonly notes: boolean;
  readonly source: MemorySource;
  readonly letterBytes: number;
  readonly isConnected: () => boolean;
  readonly tell: (news: SessionNews) => void;
}

export type SessionNews =
  | { readonly type: 'joined'; readonly member: Member }
  | { readonly type: 'refused'; readonly presence: Presence; readonly reason: string };

/** Study and fetching take a moment; an invitation that is not answered by then is repeated. */
const invitationMs = 60_000;

export class RemoteSession {
  readonly dispatcher: Dispatcher;
  readonly #options: RemoteSessionOptions;
  readonly #name = newSecret(8, 'hex');
  readonly #members = new Map<string, Member>();
  #isOpen = true;

  constructor(options: RemoteSessionOptions) {
    this.#options = options;
    this.dispatcher = new Dispatcher({
      session: this.#name,
      link: options.link,
      source: options.source,
      letterBytes: options.letterBytes,
      members: () => [...this.#members.values()],
      isConnected: options.isConnected,
      subjectOf: ({ presence }) => subjects.work(options.prefix, options.study.study, presence.worker),
      giveUpOn: (member, reason) => this.#refuse(member, reason),
    });
  }

  get members(): readonly Member[] {
    return [...this.#members.values()];
  }

  get ready(): readonly Member[] {
    return this.members.filter(({ state }) => state === 'ready');
  }

  /** Of those who are ready. */
  get threads(): number {
    return this.ready.reduce((sum, { threads }) => sum + threads, 0);
  }

  /** Threads that have solved something, this one included where nobody else could. */
  get worked(): number {
    const busy = this.members.filter(({ answered }) => answered > 0);
    const elsewhere = busy.reduce((sum, { threads }) => sum + threads, 0);
    return Math.max(1, elsewhere + (this.dispatcher.doneHere > 0 ? 1 : 0));
  }

  /** Somebody said that they live. */
  heard(presence: Presence): void {
    const now = performance.now();
    const member = this.#members.get(presence.worker) ?? new Member(presence, now);
    this.#members.set(presence.worker, member);
    member.heard(presence, now);
    if (member.state === 'new' && this.#isOpen) void this.#invite(member);
  }

  /** Whoever took part is free for others. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.dispatcher.close();
    const { link, prefix } = this.#options;
    const farewell: Summons = { type: 'dismissal', session: this.#name };
    for (const { presence } of this.ready) link.tell(subjects.invitation(prefix, presence.worker), encode(farewell));
  }

  async #invite(member: Member): Promise<void> {
    const { link, prefix, study, solver, notes, tell } = this.#options;
    member.state = 'invited';
    const asked: Invitation = { type: 'invitation', session: this.#name, ...study, version, solver, notes };
    const subject = subjects.invitation(prefix, member.presence.worker);
    try {
      const answer = read(
        welcome,
        await link.call(subject, encode(asked), { signal: AbortSignal.timeout(invitationMs) }),
      );
      if (!this.#isOpen) return;
      if (answer.type === 'refused') {
        if (answer.isBusy) member.state = 'new';
        else this.#refuse(member, answer.reason);
        return;
      }
      member.relearn(answer.known);
      member.state = 'ready';
      tell({ type: 'joined', member });
      this.dispatcher.hand();
    } catch {
      // It left, or the server did; it is invited again when it says that it is there.
      member.state = 'new';
    }
  }

  #refuse(member: Member, reason: string): void {
    member.state = 'refused';
    this.#options.tell({ type: 'refused', presence: member.presence, reason });
  }
}
