/** One execution, from the model's arguments to the result: check, compile, check types, run, present. */
import { cpeFault } from '../faults.js';
import { DEFAULT_CHAR_LIMIT, spill } from '../host/spill.js';
import type { HostPart, ToolCaller } from '../host/tool-host.js';
import { Broker } from './broker/broker.js';
import { type Catalog, guestCatalogOf } from './catalog.js';
import type { CodeModeHost, CodeModeOptions, ExecuteOptions, StateCell } from './code-mode.js';
import { describeTool } from './description/describe-tool.js';
import { searchTools } from './description/search.js';
import type { Ending, Executor, Limits, Sandbox } from './execution/executor.js';
import { type CodeInput, codeInput, inputProblem, longestTimeout } from './input.js';
import { type Compiled, compile } from './program/compile.js';
import { typeCheck } from './program/type-check.js';
import { type CodeResult, notesOf, type Presented, presentFailure, presentSuccess } from './result/code-result.js';
import { cancelled, type Failure, failureOf } from './result/failure.js';
import { hintFor } from './result/hint.js';
import { diagnosticsText, framesOf } from './result/places.js';

export interface ExecutionSetup extends CodeModeOptions {
  readonly host: CodeModeHost;
  readonly catalog: Catalog;
  readonly executor: Executor;
  readonly compiler: string | undefined;
  /** Everything a program can name, for the compiler. */
  readonly declarations: string;
  readonly state: StateCell;
}

type Ready = Extract<Compiled, { ok: true }>;

const NOTHING_PRINTED = { log: '', parts: [] } as const;
const MAX_OUTPUT_CHARS = 20_000_000;
const MAX_STATE_CHARS = 1_000_000;

export async function execute(setup: ExecutionSetup, input: unknown, control: ExecuteOptions): Promise<CodeResult> {
  const parsed = codeInput(longestTimeout(setup.config)).safeParse(input);
  if (!parsed.success)
    return refused(setup, { firstLine: 'invalid arguments', class: 'error', details: [inputProblem(parsed.error)] });
  const program = compile(parsed.data.code);
  if (!program.ok)
    return refused(setup, badCode('compile error', diagnosticsText(program.diagnostics, parsed.data.code)));
  // The sandbox starts while the types are checked; it gets the program only when they are right.
  const sandbox = setup.executor.open(limitsOf(setup, parsed.data));
  try {
    const wrong = await typeFailure(setup, program, parsed.data.code, control.signal);
    return wrong === undefined ? await run(setup, sandbox, program, parsed.data, control) : await refused(setup, wrong);
  } finally {
    await sandbox.close();
  }
}

function badCode(firstLine: string, ...details: string[]): Failure {
  return { firstLine, class: 'error', details: [...details, 'Nothing was executed.'] };
}

async function typeFailure(
  setup: ExecutionSetup,
  program: Ready,
  code: string,
  signal?: AbortSignal,
): Promise<Failure | undefined> {
  if (signal?.aborted) return cancelled();
  if (setup.compiler === undefined) return undefined;
  try {
    const found = await typeCheck(setup.compiler, program.typescript, setup.declarations, signal);
    if (found.length === 0) return undefined;
    const hints = new Set(found.flatMap(({ message }) => hintFor(message, setup.catalog) ?? []));
    return badCode('type error', diagnosticsText(found, code), ...hints);
  } catch (error) {
    if (signal?.aborted) return cancelled();
    throw cpeFault('SandboxFailed', `The TypeScript compiler could not be run: ${(error as Error).message}`, {
      cause: error,
      suggestion: 'Set codeMode.typecheck to false to go on without it.',
    });
  }
}

/** A program that never started. */
async function refused(setup: ExecutionSetup, failure: Failure): Promise<CodeResult> {
  return finished(setup, presentFailure(failure, NOTHING_PRINTED, []), failure, 0);
}

async function run(
  setup: ExecutionSetup,
  sandbox: Sandbox,
  program: Ready,
  input: CodeInput,
  control: ExecuteOptions,
): Promise<CodeResult> {
  const printed: { log: string[]; parts: HostPart[] } = { log: [], parts: [] };
  const caller = callerFor(setup);
  const broker = brokerFor(setup, caller, control);
  const bridge = {
    request: broker.request.bind(broker),
    log: (text: string) => void printed.log.push(text),
    part: (part: HostPart) => void printed.parts.push(part),
  };
  const guest = { javascript: program.javascript, catalog: guestCatalogOf(setup.catalog), state: setup.state.json };
  const signal = control.signal ?? new AbortController().signal;
  try {
    const ending = await sandbox.run(guest, bridge, signal);
    const kept = keepState(setup.state, ending.state);
    const failure = failureOf(ending, factsOf(setup, program, input));
    const notes = [...notesOf(ending), ...kept];
    const output = { log: printed.log.join(''), parts: printed.parts };
    return await finished(setup, presented(ending, failure, output, notes), failure, broker.calls);
  } finally {
    broker.stop();
    await caller.close();
  }
}

function presented(
  ending: Ending,
  failure: Failure | undefined,
  output: { log: string; parts: HostPart[] },
  notes: string[],
): Presented {
  if (failure !== undefined) return presentFailure(failure, output, notes);
  return presentSuccess(ending.kind === 'returned' ? ending.value : undefined, output, notes);
}

/** Fresh connections end with the program; those of the host stay open. */
function callerFor({ host, config }: ExecutionSetup): ToolCaller {
  if (config.connections === 'fresh') return host.freshSession();
  return { call: (tool, args, options) => host.call(tool, args, options), close: async () => undefined };
}

function brokerFor(
  { catalog, config, host, policy }: ExecutionSetup,
  caller: ToolCaller,
  { onCall }: ExecuteOptions,
): Broker {
  return new Broker({
    catalog,
    caller,
    maxCalls: config.maxCalls,
    maxConcurrency: config.maxConcurrency,
    result: (id) => host.results.get(id),
    search: (query) => searchTools(catalog, query),
    describe: (path) => describeTool(catalog, path),
    policy,
    onCall,
  });
}

function limitsOf({ config }: ExecutionSetup, { executionTimeout }: CodeInput): Limits {
  return {
    cpuMs: config.cpuSeconds * 1000,
    wallMs: executionTimeout * 1000,
    memoryBytes: config.memoryMb * 2 ** 20,
    outputChars: MAX_OUTPUT_CHARS,
  };
}

function factsOf({ config, catalog }: ExecutionSetup, program: Ready, { code, executionTimeout }: CodeInput) {
  return {
    seconds: executionTimeout,
    cpuSeconds: config.cpuSeconds,
    memoryMb: config.memoryMb,
    frames: (stack: string) => framesOf(stack, code, program.locate),
    hint: (message: string) => hintFor(message, catalog),
  };
}

function keepState(cell: StateCell, json: string | undefined): string[] {
  if (json === undefined) return [];
  if (json.length > MAX_STATE_CHARS)
    return [`note: state is larger than ${MAX_STATE_CHARS} characters and was not kept.`];
  cell.json = json;
  return [];
}

const SHARE_OF_CONTEXT = 0.2;
const CHARS_PER_TOKEN = 4;

function charLimitOf({ config, contextWindow }: ExecutionSetup): number {
  if (config.largeOutputCharLimit !== undefined) return config.largeOutputCharLimit;
  const share = (contextWindow ?? Number.POSITIVE_INFINITY) * SHARE_OF_CONTEXT * CHARS_PER_TOKEN;
  return Math.min(DEFAULT_CHAR_LIMIT, Math.floor(share));
}

async function finished(
  setup: ExecutionSetup,
  shown: Presented,
  failure: Failure | undefined,
  calls: number,
): Promise<CodeResult> {
  const { parts, handle } = await spill(shown.content, charLimitOf(setup), setup.host.results);
  const way: HostPart[] =
    handle === undefined ? [] : [{ type: 'text', text: `In a program: await results.get(${JSON.stringify(handle)})` }];
  return {
    content: [...parts, ...way],
    structuredContent: handle === undefined ? shown.structuredContent : undefined,
    isError: failure !== undefined,
    outcome: failure?.class ?? 'ok',
    calls,
    ...(handle === undefined ? {} : { handle }),
    ...(failure === undefined ? {} : { failed: failure.firstLine }),
  };
}
