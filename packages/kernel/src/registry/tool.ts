import type { ContentBlock, Icon, InputRequiredResult } from '@modelcontextprotocol/server';

import type { Checked, Produced, SchemaSource } from './schema-source.js';
import type { BackgroundWork, TaskReply, TaskSupport } from './task.js';
import type { ToolContext } from './tool-context.js';

/**
 * What a call may change. `read` changes nothing; `write` adds or refreshes; `destructive` may end or overwrite
 * something. It drives the four annotations and the write opt-in.
 */
export type Effect = 'read' | 'write' | 'destructive';

export interface ToolDefinition<Input extends SchemaSource = SchemaSource, Output extends SchemaSource = SchemaSource> {
  /** The name a seed gives it; every alias and portable spelling is derived. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** Calling twice equals calling once. Reads are; others say so. */
  readonly idempotent?: boolean;
  /** The tool reaches beyond this server's own data. */
  readonly openWorld?: boolean;
  readonly input: Input;
  readonly output?: Output;
  /** Deadline of one call in milliseconds; the runtime's default when left out, none when 0. */
  readonly timeoutMs?: number;
  /** Which calls run in the background and are answered with a task, for callers that know tasks (2026-07-28). */
  readonly task?: TaskSupport;
  readonly aliases?: readonly string[];
  readonly icons?: readonly Icon[];
  readonly meta?: Readonly<Record<string, unknown>>;

  run(
    args: Checked<Input>,
    context: ToolContext,
  ): ToolOutcome<Produced<Output>> | Promise<ToolOutcome<Produced<Output>>>;
}

/**
 * The value itself in most tools; a `reply` when the wire needs more; `inputRequired(...)` when a person must answer;
 * `inBackground` or `asTask` when it will take longer than a caller should wait.
 */
export type ToolOutcome<Data> = Data | ToolReply<Data> | InputRequiredResult | BackgroundWork<Data> | TaskReply;

/** The parts of a result beyond one JSON value. Build it with `reply`. */
export class ToolReply<Data = unknown> {
  readonly data: Data | undefined;
  readonly content: readonly ContentBlock[] | undefined;
  readonly topLevel: Readonly<Record<string, unknown>> | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly isError: boolean;

  constructor(parts: ReplyParts<Data>) {
    this.data = parts.data;
    this.content = parts.content;
    this.topLevel = parts.topLevel;
    this.meta = parts.meta;
    this.isError = parts.isError ?? false;
  }
}

export interface ReplyParts<Data> {
  /** Becomes `structuredContent`, checked against the output schema. */
  readonly data?: Data;
  /** Replaces the default text block; give images, audio, links or embedded resources here. */
  readonly content?: readonly ContentBlock[];
  /** Further keys of the result object itself, for seeds that put them there. Protocol keys cannot be replaced. */
  readonly topLevel?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

export function reply<Data>(parts: ReplyParts<Data>): ToolReply<Data> {
  return new ToolReply(parts);
}

/** Declares a tool once: its schemas give the JSON Schema, the runtime check, the type and the reference page. */
export function defineTool<const Input extends SchemaSource, const Output extends SchemaSource>(
  definition: ToolDefinition<Input, Output>,
): ToolDefinition<Input, Output> {
  return definition;
}
