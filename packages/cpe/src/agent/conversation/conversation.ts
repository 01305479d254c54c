import type { Message, UserMessage } from '../dialog.js';
import { type AgentAnswer, type AgentRun, runAgent } from '../loop.js';
import type { ConversationEntry, LineMarks } from './conversation-store.js';

/** Where messages are written down; gives the id of the message, for the next one to name as its parent. */
export interface MessageLog {
  append(message: Message, parent: string | undefined, marks?: Pick<LineMarks, 'keeps'>): string | undefined;
}

interface Entry {
  readonly id: string | undefined;
  readonly message: Message;
}

interface State {
  readonly entries: readonly Entry[];
  /** The message that was written last, which need not be the last of the dialog: a summary comes after what it keeps. */
  readonly last: string | undefined;
}

/** What was said so far, turn by turn. Without a log nothing of it is written anywhere. */
export class Conversation {
  readonly #log: MessageLog | undefined;
  #state: State;
  /** Before each turn of this session, to go back to. */
  readonly #before: State[] = [];

  /** `last` is the id of the message that the conversation goes on from, `before` what it goes on with. */
  constructor(log: MessageLog | undefined, before: readonly ConversationEntry[] = [], last?: string) {
    this.#log = log;
    this.#state = { entries: before, last };
  }

  get dialog(): readonly Message[] {
    return this.#state.entries.map(({ message }) => message);
  }

  /** The id to continue from. */
  get last(): string | undefined {
    return this.#state.last;
  }

  /**
   * One question and everything that follows from it. What the user says is written with the first answer, so that a model
   * out of reach leaves no half conversation; `heard` is told when it is.
   */
  turn(
    said: UserMessage,
    run: Omit<AgentRun, 'dialog' | 'keep' | 'compacted'>,
    heard: () => void = () => undefined,
  ): Promise<AgentAnswer> {
    const before = this.#state;
    const unanswered: Message[] = [said];
    const keep = (...messages: Message[]): void => {
      if (unanswered.length > 0) {
        this.#before.push(before);
        heard();
      }
      for (const each of [...unanswered.splice(0), ...messages]) this.#add(each);
    };
    const compacted = (summary: UserMessage, kept: readonly Message[]): void => {
      keep();
      this.#compact(summary, kept);
    };
    return runAgent({ ...run, dialog: [...this.dialog, said], keep, compacted });
  }

  /** Goes back to before the latest turn of this session. It stays written down; what follows grows beside it. */
  undo(): boolean {
    const before = this.#before.pop();
    if (before === undefined) return false;
    this.#state = before;
    return true;
  }

  #add(message: Message): void {
    const { entries, last } = this.#state;
    const id = this.#log?.append(message, last);
    this.#state = { entries: [...entries, { message, id }], last: id };
  }

  #compact(summary: UserMessage, kept: readonly Message[]): void {
    const entries = this.#state.entries.filter(({ message }) => kept.includes(message));
    const id = this.#log?.append(summary, this.last, { keeps: entries.flatMap((entry) => entry.id ?? []) });
    this.#state = { entries: [{ message: summary, id }, ...entries], last: id };
  }
}
