import type { Message, UserMessage } from '../dialog.js';
import { type AgentAnswer, type AgentRun, runAgent } from '../loop.js';
import type { ConversationEntry } from './conversation-store.js';

/** Where messages are written down; gives the id of the message, for the next one to name as its parent. */
export interface MessageLog {
  append(message: Message, parent: string | undefined): string | undefined;
}

interface Entry {
  readonly id: string | undefined;
  readonly message: Message;
}

/** What was said so far, turn by turn. Without a log nothing of it is written anywhere. */
export class Conversation {
  readonly #log: MessageLog | undefined;
  #entries: readonly Entry[];

  constructor(log: MessageLog | undefined, before: readonly ConversationEntry[] = []) {
    this.#log = log;
    this.#entries = before;
  }

  get dialog(): readonly Message[] {
    return this.#entries.map(({ message }) => message);
  }

  /** The id to continue from. */
  get last(): string | undefined {
    return this.#entries.at(-1)?.id;
  }

  /**
   * One question and everything that follows from it. What the user says is written with the first answer, so that a model
   * out of reach leaves no half conversation.
   */
  turn(said: UserMessage, run: Omit<AgentRun, 'dialog' | 'keep'>): Promise<AgentAnswer> {
    const unanswered: Message[] = [said];
    const keep = (message: Message): void => {
      for (const each of [...unanswered.splice(0), message]) this.#add(each);
    };
    return runAgent({ ...run, dialog: [...this.dialog, said], keep });
  }

  #add(message: Message): void {
    this.#entries = [...this.#entries, { message, id: this.#log?.append(message, this.last) }];
  }
}
