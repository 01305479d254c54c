/**
 * Conversations as a tree in one file, `.cpeconvo`: each line is a message that knows the one before it. Lines are only
 * ever added, so two runs can write at the same time and a crash costs at most the last line.
 */
import { appendFileSync, readFileSync } from 'node:fs';
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
  message: z.custom<Message>((value) => typeof value === 'object' && value !== null && 'role' in value),
});

export type ConversationLine = z.output<typeof Line>;

export interface StoreWorld {
  readonly path: string;
  readonly newId: () => string;
  readonly now: () => Date;
}

export class ConversationStore {
  readonly #world: StoreWorld;
  readonly #lines: Map<string, ConversationLine>;
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

  /** The dialog that ends with a message. */
  dialog(id: string): Message[] {
    const messages: Message[] = [];
    for (let at: string | null = id; at !== null; ) {
      const line = this.#lines.get(at);
      if (line === undefined) throw unknownMessage(at, this.lines());
      messages.unshift(line.message);
      at = line.parent;
    }
    return messages;
  }

  append(message: Message, parent: string | undefined, label?: string): string {
    const { path, now } = this.#world;
    const line: ConversationLine = {
      id: this.#freeId(),
      parent: parent ?? null,
      at: now().toISOString(),
      ...(label === undefined ? {} : { label }),
      message,
    };
    appendFileSync(path, `${this.#torn ? '\n' : ''}${JSON.stringify(line)}\n`, { mode: 0o600 });
    this.#torn = false;
    this.#lines.set(line.id, line);
    return line.id;
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
