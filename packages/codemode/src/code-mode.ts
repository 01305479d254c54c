import type { CallPolicy, NestedCall } from './broker/nested-call.js';
import { CODE_TOOL, catalogOf, refuseReservedName } from './catalog.js';
import { checkedToolsText, declareTools } from './declarations/declare-tools.js';
import { sandboxApi } from './declarations/sandbox-api.js';
import { budgetOf, describeWithin } from './description/description.js';
import type { Level } from './description/forms.js';
import { check, execute } from './execute.js';
import type { Executor } from './execution/executor.js';
import { executors } from './execution/index.js';
import type { ExecutionSetup } from './execution-setup.js';
import { inputSchemaOf, longestTimeout } from './input.js';
import { type Partition, partitionTools } from './partition.js';
import { findCompiler } from './program/find-compiler.js';
import type { CodeResult } from './result/code-result.js';
import type { CodeModeConfig } from './settings.js';
import type { HostTool, KeptResults, ToolCaller } from './tools/host-tool.js';

/** Whoever has the tools that programs call. */
export interface CodeModeHost extends Pick<ToolCaller, 'call'> {
  /** Those a model is offered. */
  tools(): readonly HostTool[];
  /** Also those that another server's tool of the same name hides. */
  everyTool(): readonly HostTool[];
  /** Where long results are kept for later programs; without it they are not. */
  readonly results?: KeptResults;
  /** Connects each server anew on its first call; for one execution, then close it. */
  freshSession(): ToolCaller;
}

/** What programs of one conversation leave each other: JSON. */
export interface StateCell {
  json: string;
}

export interface CodeModeOptions {
  readonly config: CodeModeConfig;
  /** Tokens of the model's context; sets what descriptions and results may take. */
  readonly contextWindow?: number | undefined;
  readonly state?: StateCell;
  /** Saves a file of a program and gives its path; without it files come back as resources. */
  readonly saveFile?: (bytes: Buffer, name: string) => Promise<string>;
  readonly policy?: CallPolicy;
  /** Told things that are worth one line to the user. */
  readonly onNotice?: (notice: string) => void;
  readonly executor?: Executor;
  /** Files from whose place the TypeScript compiler is looked for; beside this package by default. */
  readonly compilerPlaces?: readonly string[];
}

export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  readonly onCall?: (call: NestedCall) => void;
  /** Makes the calls of this one execution, instead of the host. */
  readonly caller?: Pick<ToolCaller, 'call'>;
  /** What time it is for the program, and the seed of its chance: given again, it does the same again. */
  readonly moment?: number;
}

/** The tool that runs programs, ready to be offered to a model. */
export interface CodeMode {
  readonly name: typeof CODE_TOOL;
  readonly description: string;
  readonly inputSchema: Record<string, unknown>;
  /** How much of the tools the description tells: the least of all servers, and that of each. */
  readonly level: Level;
  readonly levels: ReadonlyMap<string, Level>;
  /** Tools that stay ordinary tools beside it. */
  readonly direct: readonly HostTool[];
  /** Tools that programs call. */
  readonly code: readonly HostTool[];
  readonly unmatchedExclusions: Partition['unmatched'];
  /** What is wrong with a program, found without running it; undefined for one that may be run. */
  check(code: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Failures of programs are results. Rejects only when the sandbox itself cannot be used. */
  execute(input: unknown, options?: ExecuteOptions): Promise<CodeResult>;
}

/** Rejects with advice when two names could not be told apart in a program. */
export async function createCodeMode(host: CodeModeHost, options: CodeModeOptions): Promise<CodeMode> {
  const { config, contextWindow } = options;
  refuseReservedName(host.tools());
  const { code, direct, unmatched } = partitionTools(host.tools(), host.everyTool(), config.excludedTools);
  const catalog = catalogOf(code);
  const wishes = { ...config, keepResults: host.results !== undefined };
  const { text, level, levels } = await describeWithin(
    catalog,
    wishes,
    budgetOf(config.declarationBudget, contextWindow),
  );
  const setup: ExecutionSetup = {
    ...options,
    host,
    catalog,
    executor: options.executor ?? executors[config.sandbox](),
    compiler: compilerFor(options),
    declarations: `${sandboxApi(wishes)}\n${checkedToolsText(declareTools(catalog), catalog.flat)}`,
    state: options.state ?? { json: '{}' },
  };
  return {
    name: CODE_TOOL,
    description: text,
    inputSchema: inputSchemaOf(longestTimeout(config)),
    level,
    levels,
    direct,
    code,
    unmatchedExclusions: unmatched,
    check: (code, signal) => check(setup, code, signal),
    execute: (input, control = {}) => execute(setup, input, control),
  };
}

const NO_COMPILER =
  'code mode: programs are not type-checked, because TypeScript 7 is not installed (npm install typescript@7)';

function compilerFor({ config, onNotice, compilerPlaces = [import.meta.url] }: CodeModeOptions): string | undefined {
  if (!config.typecheck) return undefined;
  const compiler = findCompiler(compilerPlaces);
  if (compiler === undefined) onNotice?.(NO_COMPILER);
  return compiler;
}
