/**
 * Conversations as a tree in one file, `.cpeconvo`: each line is a message that knows the one before it. Lines are only
 * ever added, so two runs can write at the same time and a crash costs at most the last line.
 */

import { appendFileSync, readFileSync } from 'node:fs';
import { isObject, writeWholeNow } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { cpeFault } from '../../faults.js';
import type { Message } from '../dialog.js';

export const CONVERSATION_FILE = '.cpeconvo';

const Line = z.object({
  id: z.string().min(1),
  parent: z.string().nullable(),
  at: z.string(),
  /** Traces of subagents have one, and are never continued by themselves. */
  label: z.string().optional(),
  /** A summary goes on with these messages, which came before it, and with nothing else of what came before it. */
  keeps: z.array(z.string()).optional(),
  message: z.custom<Message>((value) => isObject(value) && 'role' in value),
});

export type ConversationLine = z.output<typeof Line>;

export interface ConversationEntry {
  readonly id: string;
  readonly message: Message;
}

export interface LineMarks {
  readonly label?: string;
  readonly keeps?: readonly string[];
}

export interface StoreWorld {
  readonly path: string;
  readonly newId: () => string;
  readonly now: () => Date;
}

export class ConversationStore {
  readonly #world: StoreWorld;
  readonly #lines: Map<string, ConversationLine>;
  /** Every message that was ever seen here, gone or not. */
  readonly #known: Set<string>;
  /** The file ends inside a line, so the next one must not be glued to it. */
  #torn: boolean;

  constructor(world: StoreWorld) {
    this.#world = world;
    const text = textOf(world.path);
    this.#lines = new Map(
      text
        .split('\n')
        .flatMap(parsedLine)
        .map((line) => [line.id, line]),
    );
    this.#known = new Set(this.#lines.keys());
    this.#torn = text !== '' && !text.endsWith('\n');
  }

  /** In the order they were written. */
  lines(): readonly ConversationLine[] {
    return [...this.#lines.values()];
  }

  /** The message that was written last, unless a subagent wrote it. */
  latest(): string | undefined {
    return this.lines().findLast(({ label }) => label === undefined)?.id;
  }

  /** The messages a conversation goes on with from one, which comes last: from the latest summary on, if there is any. */
  entries(id: string): ConversationEntry[] {
    const lines = this.#above(id);
    const start = lines.findLastIndex(({ keeps }) => keeps !== undefined);
    const kept = (lines[start]?.keeps ?? []).map((each) => this.#line(each));
    const [first, ...rest] = lines.slice(Math.max(0, start));
    return [...(first === undefined ? [] : [first]), ...kept, ...rest].map(({ id, message }) => ({ id, message }));
  }

  /** Everything that was said, to a message. */
  dialog(id: string): Message[] {
    return this.#above(id).map(({ message }) => message);
  }

  #above(id: string): ConversationLine[] {
    const lines: ConversationLine[] = [];
    for (let at: string | null = id; at !== null; at = lines[0]?.parent ?? null) lines.unshift(this.#line(at));
    return lines;
  }

  #line(id: string): ConversationLine {
    const line = this.#lines.get(id);
    if (line === undefined) throw unknownMessage(id, this.lines());
    return line;
  }

  append(message: Message, parent: string | undefined, { label, keeps }: LineMarks = {}): string {
    const { path, now } = this.#world;
    const line: ConversationLine = {
      id: this.#freeId(),
      parent: parent ?? null,
      at: now().toISOString(),
      ...(label === undefined ? {} : { label }),
      ...(keeps === undefined ? {} : { keeps: [...keeps] }),
      message,
    };
    this.#write(path, `${JSON.stringify(line)}\n`);
    this.#lines.set(line.id, line);
    this.#known.add(line.id);
    return line.id;
  }

  /** A disk that is full ends a turn, not a chat; what got there of the line is never glued to the next. */
  #write(path: string, text: string): void {
    try {
      appendFileSync(path, `${this.#torn ? '\n' : ''}${text}`, { mode: 0o600 });
      this.#torn = false;
    } catch (error) {
      this.#torn = true;
      throw cpeFault('Usage', `The conversation cannot be kept in ${path}: ${(error as Error).message}`, {
        cause: error,
        suggestion: 'Make room there, or use --incognito (-G), which keeps nothing.',
      });
    }
  }

  /**
   * Takes away a message, all that came after it, and what led to nothing else: a conversation by its last message.
   * Gives how many messages went. The file is written anew, since what is taken away must not stay in it.
   */
  remove(id: string): number {
    if (!this.#lines.has(id)) throw unknownMessage(id, this.lines());
    const before = this.#lines.size;
    const parent = this.#lines.get(id)?.parent ?? null;
    this.#dropBelow(id);
    for (let at = parent; at !== null && !this.lines().some((line) => line.parent === at); ) {
      const above: string | null = this.#lines.get(at)?.parent ?? null;
      this.#lines.delete(at);
      at = above;
    }
    this.#rewrite();
    return before - this.#lines.size;
  }

  #dropBelow(id: string): void {
    const gone = [id];
    for (const each of gone) {
      this.#lines.delete(each);
      gone.push(...this.lines().flatMap((line) => (line.parent === each ? [line.id] : [])));
    }
  }

  /** Lines that another run added meanwhile are kept. */
  #rewrite(): void {
    const { path } = this.#world;
    const known = this.#known;
    const added = textOf(path)
      .split('\n')
      .flatMap(parsedLine)
      .filter((line) => !known.has(line.id));
    const text = [...this.lines(), ...added].map((line) => `${JSON.stringify(line)}\n`).join('');
    writeWholeNow(path, text, { mode: 0o600 });
    this.#torn = false;
  }

  #freeId(): string {
    for (;;) {
      const id = this.#world.newId();
      if (!this.#lines.has(id)) return id;
    }
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw cpeFault('Usage', `The conversations in ${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** A line that was cut by a crash is left out; the rest of the tree stands. */
function parsedLine(text: string): ConversationLine[] {
  if (text.trim() === '') return [];
  try {
    const parsed = Line.safeParse(JSON.parse(text));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

function unknownMessage(id: string, lines: readonly ConversationLine[]): Error {
  const recent = lines.slice(-5).map((line) => line.id);
  return cpeFault('Usage', `There is no message ${JSON.stringify(id)} in ${CONVERSATION_FILE}.`, {
    context: { id },
    suggestion: recent.length === 0 ? 'There are none yet.' : `The latest are ${recent.join(', ')}.`,
  });
}
