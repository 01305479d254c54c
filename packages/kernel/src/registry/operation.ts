/**
 * An operation is said once: its name, schemas, permission, effect and texts. Whatever front it is reached through (an MCP
 * tool, a REST route, a command, a call in this process) is derived from this one value, and only the gate runs it.
 */
import type { ContentBlock, Icon, InputRequiredResult } from '@modelcontextprotocol/server';

import { isObject } from '../essentials/is-object.js';
import type { OperationContext } from './operation-context.js';
import type { Checked, JsonSchema, Produced, SchemaSource, Sent } from './schema-source.js';
import type { BackgroundWork, TaskReply, TaskSupport } from './task.js';

/**
 * What a call may change. `read` changes nothing; `write` adds or refreshes; `destructive` may end or overwrite
 * something. It drives the four annotations and the write opt-in.
 */
export type Effect = 'read' | 'write' | 'destructive';

/** What a caller should expect to wait: for hosts that plan, for the help, and for progress. */
export type Cost = 'instant' | 'seconds' | 'minutes' | 'hours';

export interface Operation<
  Input extends SchemaSource = SchemaSource,
  Output extends SchemaSource = SchemaSource,
  App = unknown,
> {
  /** The name a seed gives it; every alias and portable spelling is derived. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** The permission it needs, in the words of its system; `authorize` of the server's definition decides who has it. */
  readonly needs?: string;
  readonly cost?: Cost;
  /** How to ask for less, told to models whose answer came out long: "give a limit." */
  readonly narrower?: string;
  /** False for a write that needs no opt-in: a specification offers it without, and it only adds to the server's own record. */
  readonly optIn?: false;
  /** Calling twice equals calling once. Reads are; others say so. */
  readonly idempotent?: boolean;
  /** It reaches beyond this server's own data. */
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
  /** Top-level fields of the answer that hold a secret made for this caller, and must reach it unmasked. */
  readonly reveals?: readonly string[];
  /**
   * The answer is evidence: it leaves to the byte as it was kept. `but-secrets`: the handler has masked what only looks
   * like a secret wherever nobody has to see it; here registered secrets alone are masked.
   */
  readonly verbatim?: boolean | 'but-secrets';

  /** False where it is no MCP tool: it is for people and programs, not for models. */
  readonly tool?: boolean | ToolBinding;
  /** Instead of `input`, for a tool of another server: its schema as it came, which must not be able to stop us. */
  readonly foreign?: JsonSchema;
  /** Where the REST API has it, if anywhere. */
  readonly rest?: RestBinding;
  /** How the command line has it; a command is derived from the name and the schema when left out, none when false. */
  readonly cli?: CliBinding<Produced<Output>> | false;

  run(
    args: Checked<Input>,
    context: OperationContext<App>,
  ): OperationOutcome<Produced<Output>> | Promise<OperationOutcome<Produced<Output>>>;
}

/** What models are offered, where that is less than the whole input: listed and checked first, the input after it. */
export interface ToolBinding {
  readonly input: SchemaSource;
}

/**
 * One route. Names in braces are fields of the input; the other fields travel in the query of a GET or DELETE and in the
 * body of everything else.
 */
export interface RestBinding {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  /** For OpenAPI: a name in camel case, that of the operation when left out, and the group it is shown in. */
  readonly operationId?: string;
  readonly tag: string;
  /** One line for OpenAPI; the title when left out. */
  readonly summary?: string;
  /** 200 when left out. Nothing to tell is 204 either way. */
  readonly status?: number;
  /** Fields of the input under the names the API gives them: `{ reason: 'rationale' }`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Fields that travel in headers: `{ idempotencyKey: 'Idempotency-Key' }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The field that is the whole body, where that is not an object of known fields. */
  readonly body?: string;
  /** An absent body is a mistake although every field of it may be left out. */
  readonly needsBody?: boolean;
  /** The address of what was made, with names of the answer in braces. */
  readonly location?: `/${string}`;
  /** Media type of an answer that is produced while it is sent. */
  readonly streams?: string;
}

/** A command: `verb` may have two words, as in `run start`. Fields that are not named here are options. */
export interface CliBinding<Data> {
  readonly verb: string;
  /**
   * Fields given by position, in order; required texts in the order of the schema when left out. An object or a
   * list is the last of them: JSON, `@file` or `name=value` words; for a list one word each.
   */
  readonly arguments?: readonly string[];
  /** Fields whose word is the name of a file (`-` is standard input) with the text. */
  readonly files?: readonly string[];
  /** Fields under the names that the command gives them: `{ runId: 'run' }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** What counts for the command when nobody says. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Fields that the program fills in itself. */
  readonly given?: readonly string[];
  /** Switches beyond the fields, with what they mean; `prepare` makes fields of them. */
  readonly switches?: Readonly<Record<string, string>>;
  prepare?(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** What people see instead of the whole answer: a text, or a smaller value to lay out as a table. */
  show?(data: Data): unknown;
  /** Whether the answer is a refusal, for programs that look at the exit code; a number is the code that a contract asks for. */
  refuses?(data: Data): boolean | number;
  /** What is odd about the answer, told beside it on stderr. */
  warns?(data: Data): readonly string[];
}

/**
 * The value itself in most operations; a `reply` when the wire needs more; `inputRequired(...)` when a person must answer;
 * `inBackground` or `asTask` when it will take longer than a caller should wait.
 */
export type OperationOutcome<Data> = Data | ToolReply<Data> | InputRequiredResult | BackgroundWork<Data> | TaskReply;

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

/** Declares an operation that needs nothing but its context. */
export const operation = operationFor<unknown>();

/** Gives a system its own `operation`: `context.app` of each is then what the system's definition carries as `app`. */
export function operationFor<App>() {
  return <const Input extends SchemaSource, const Output extends SchemaSource, const Name extends string = string>(
    definition: Operation<Input, Output, App> & { readonly name: Name },
  ): Operation<Input, Output, App> & { readonly name: Name } => definition;
}

type Declared = Pick<Operation, 'name' | 'input' | 'output'>;

/** What operations take and answer, by their names, for whoever calls them in another process. */
export type QuestionsOf<One extends Declared> = { readonly [Each in One as Each['name']]: Sent<Each['input']> };
export type AnswersOf<One extends Declared> = {
  readonly [Each in One as Each['name']]: Checked<NonNullable<Each['output']>>;
};

/** The operation asks something back before it can go on. The SDK has this check too, and would be loaded for it. */
export function isInputRequired(outcome: unknown): outcome is InputRequiredResult {
  return isObject(outcome) && outcome.resultType === 'input_required';
}
