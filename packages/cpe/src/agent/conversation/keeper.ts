import type { Message } from '../dialog.js';
import type { ConversationStore } from './conversation-store.js';

/** Writes the messages of one run below the message it continues. */
export class ConversationKeeper {
  readonly #store: ConversationStore;
  readonly #label: string | undefined;
  /** What the user says is written with the first answer, so that a model out of reach leaves no half conversation. */
  #unanswered: Message[];
  #last: string | undefined;

  constructor(store: ConversationStore, parent: string | undefined, said: Message, label?: string) {
    this.#store = store;
    this.#last = parent;
    this.#unanswered = [said];
    this.#label = label;
  }

  keep(message: Message): void {
    for (const each of [...this.#unanswered, message]) this.#last = this.#store.append(each, this.#last, this.#label);
    this.#unanswered = [];
  }

  /** The id to continue from. */
  get last(): string | undefined {
    return this.#unanswered.length === 0 ? this.#last : undefined;
  }
}
