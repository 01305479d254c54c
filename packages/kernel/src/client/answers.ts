import type { ContentBlock } from '@modelcontextprotocol/client';
import type { JsonObject } from '../essentials/is-object.js';
import type { ProtocolBreach } from '../untrusted/lists/salvage.js';
import type { ProcessEvidence } from './stdio/stdio-transport.js';
import type { TaskNews } from './tasks/news.js';

export interface ToolResult {
  readonly content: ContentBlock[];
  readonly structuredContent: unknown;
  /** The tool ran and reports a failure; the text is in the content. */
  readonly isError: boolean;
  readonly problems: ProtocolBreach[];
  /** The result exactly as the server sent it. */
  readonly raw: JsonObject;
}

/** What a call came to at once: its result, or the task that will lead to it. */
export type ToolStart =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'task'; readonly task: TaskNews };

export interface Completion {
  readonly values: string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}

export interface Diagnostics extends Partial<ProcessEvidence> {
  /** How often the server was started or connected to. */
  readonly starts: number;
}
