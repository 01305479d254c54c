import type { Chat } from '../chat-loop.js';

/** What a line that starts with `/` does. A new one is a file beside this and a line in `index.ts`. */
export interface SlashCommand {
  readonly name: string;
  /** What follows the name, for the help. */
  readonly words?: string;
  readonly description: string;
  /** Gives what to show; nothing when there is nothing to say. */
  run(chat: Chat, words: string): Promise<string> | string;
}
