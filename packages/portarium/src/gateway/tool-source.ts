import type { Connection, Progress, ServerRequestHandlers } from '@quadrivium/kernel/client';

/** A tool as another server describes it. */
export interface ToolInfo {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: {
    readonly title?: string;
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
  };
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export type Elicitation = NonNullable<ServerRequestHandlers['elicitation']>;

/** Somebody who waits for a run: is told how it goes on, and answers what the server asks. */
export interface Attendant {
  progress(update: Progress): void;
  elicit(...question: Parameters<Elicitation>): ReturnType<Elicitation>;
}

/** What a server gives for an address, as it came. */
export type ResourceContents = Awaited<ReturnType<Connection['readResource']>>['contents'];

/** The servers that are offered, and what they say they can do. */
export interface ToolSource {
  servers(): readonly string[];
  tools(server: string): Promise<readonly ToolInfo[]>;
  read?(server: string, uri: string): Promise<ResourceContents>;
  onToolsChanged?(listener: (server: string) => void): () => void;
  attend?(runId: string, attendant: Attendant): () => void;
}
