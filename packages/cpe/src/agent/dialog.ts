/**
 * A conversation as cpe keeps it: independent of any provider, and plain JSON. What a provider wants to see again with a
 * block (signatures of thoughts, ids of items) travels in `meta` and is never looked into.
 */
export type Meta = Readonly<Record<string, unknown>>;

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly meta?: Meta;
}

/** Binary data is base64. */
export interface MediaBlock {
  readonly type: 'media';
  readonly mimeType: string;
  readonly data: string;
  readonly name?: string;
}

export interface ThoughtBlock {
  readonly type: 'thought';
  readonly text: string;
  readonly meta?: Meta;
}

/** `input` is the text the model wrote; it is JSON when the model did well. */
export interface CallBlock {
  readonly type: 'call';
  readonly id: string;
  readonly tool: string;
  readonly input: string;
  readonly meta?: Meta;
}

export interface ResultBlock {
  readonly type: 'result';
  readonly id: string;
  readonly tool: string;
  readonly isError: boolean;
  readonly content: readonly (TextBlock | MediaBlock)[];
}

export interface UserMessage {
  readonly role: 'user';
  /** Nobody said it: it stands for what was said before it. */
  readonly summary?: true;
  readonly blocks: readonly (TextBlock | MediaBlock)[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  /** The user stopped it here; what the model had said until then is all there is. */
  readonly interrupted?: true;
  readonly blocks: readonly (TextBlock | ThoughtBlock | CallBlock)[];
}

export interface ToolMessage {
  readonly role: 'tool';
  readonly blocks: readonly ResultBlock[];
}

export type Message = UserMessage | AssistantMessage | ToolMessage;

export function userMessage(text: string, media: readonly (TextBlock | MediaBlock)[] = []): UserMessage {
  return { role: 'user', blocks: [...media, { type: 'text', text }] };
}

export function callsOf({ blocks }: AssistantMessage): CallBlock[] {
  return blocks.filter((block) => block.type === 'call');
}

/** What the model said, without its thoughts and calls. */
export function textOf({ blocks }: AssistantMessage): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/**
 * The dialog with a result for every call. A run that was killed leaves calls without results, which every provider
 * refuses.
 */
export function completed(dialog: readonly Message[]): Message[] {
  return dialog.flatMap((message, index): Message[] => {
    const next = dialog[index + 1];
    if (message.role !== 'assistant' || next?.role === 'tool') return [message];
    const open = callsOf(message);
    return open.length === 0 ? [message] : [message, { role: 'tool', blocks: open.map(interrupted) }];
  });
}

function interrupted({ id, tool }: CallBlock): ResultBlock {
  const text = 'The run was interrupted before this call had a result; it may or may not have had its effect.';
  return { type: 'result', id, tool, isError: true, content: [{ type: 'text', text }] };
}
