/** Tools as programs and models call them: what a tool is, what a call is given and what it comes to. */
import type { Progress } from '@quadrivium/kernel/client';
import type { Fault } from '@quadrivium/kernel/fault';

export type { Progress } from '@quadrivium/kernel/client';

export type JsonObject = Record<string, unknown>;

/** A tool of a connected server that passed the filter of its server. */
export interface HostTool {
  readonly server: string;
  /** The name the server knows. */
  readonly name: string;
  /** Unique in the host and valid for every provider: `^[A-Za-z0-9_-]{1,64}$`. The name itself wherever possible. */
  readonly providerName: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | undefined;
  readonly annotations: ToolAnnotations;
}

export interface ToolAnnotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** One piece of a result, as a model can take it. Binary data is base64. */
export type HostPart =
  /** `note` marks text that the host added and the server did not say. */
  | { readonly type: 'text'; readonly text: string; readonly note?: true }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly uri: string;
      readonly mimeType: string | undefined;
      readonly text?: string;
      readonly blob?: string;
    };

/**
 * What a call came to. Failures of every kind are results too, so that a model can read and correct them; `failure` is
 * the same for programs.
 */
export interface HostResult {
  readonly content: readonly HostPart[];
  readonly isError: boolean;
  readonly structuredContent: unknown;
  /** The whole result is kept under this id, and `content` holds only its beginning and end. */
  readonly handle?: string;
  readonly failure?: Fault;
  /** The call was taken down and is not made yet; there is nothing to know of it. */
  readonly later?: true;
}

export interface HostCallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Instead of the server's own request timeout. */
  readonly timeoutMs?: number;
  /** The longest result that is given whole; `Infinity` keeps nothing aside. */
  readonly charLimit?: number;
  /** A call that becomes a task is put aside when it takes longer; without a patience it is waited for to its end. */
  readonly taskPatienceMs?: number;
}

/** Whoever can call a tool: the host over its open connections, or a fresh session over its own. */
export interface ToolCaller {
  /** Never rejects. Arguments are checked against the schema of the tool before anything is sent. */
  call(tool: HostTool, args: unknown, options?: HostCallOptions): Promise<HostResult>;
  close(): Promise<void>;
}

/** Something the host adds that the server did not say. */
export function noteOf(text: string): HostPart {
  return { type: 'text', text: `[${text}]`, note: true };
}

/** Keeps results that are too long for a conversation, so that they can be read piecewise or by a later program. */
export interface KeptResults {
  keep(text: string): Promise<string>;
  /** The whole text. */
  get(id: string): Promise<string>;
}
