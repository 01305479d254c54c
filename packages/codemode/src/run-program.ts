import { Broker } from './broker/broker.js';
import { guestCatalogOf } from './catalog.js';
import type { ExecuteOptions, StateCell } from './code-mode.js';
import { describeTool } from './description/describe-tool.js';
import { searchTools } from './description/search.js';
import type { Ending, GuestPart, Sandbox } from './execution/executor.js';
import type { ExecutionSetup, Ready } from './execution-setup.js';
import { codeModeFault } from './faults.js';
import type { CodeInput } from './input.js';
import { type CodeResult, notesOf, type Presented, presentFailure, presentSuccess } from './result/code-result.js';
import { type Failure, failureOf } from './result/failure.js';
import { finished } from './result/finish.js';
import { hostParts } from './result/guest-files.js';
import { hintFor } from './result/hint.js';
import { framesOf } from './result/places.js';
import type { HostPart, ToolCaller } from './tools/host-tool.js';

const MAX_STATE_CHARS = 1_000_000;

/** Gives a program to its sandbox, serves it, and presents what it came to. */
export async function runProgram(
  setup: ExecutionSetup,
  sandbox: Sandbox,
  program: Ready,
  input: CodeInput,
  control: ExecuteOptions,
): Promise<CodeResult> {
  const printed: { log: string[]; parts: GuestPart[] } = { log: [], parts: [] };
  const { keepState } = setup.config;
  const caller = callerFor(setup, control);
  const broker = brokerFor(setup, caller, control);
  const bridge = {
    request: broker.request.bind(broker),
    log: (text: string) => void printed.log.push(text),
    part: (part: GuestPart) => void printed.parts.push(part),
  };
  const guest = {
    javascript: program.javascript,
    catalog: guestCatalogOf(setup.catalog),
    state: keepState ? setup.state.json : '',
    moment: control.moment,
  };
  const signal = control.signal ?? new AbortController().signal;
  try {
    const ending = await sandbox.run(guest, bridge, signal);
    broker.stop();
    const kept = keepState ? stateKept(setup.state, ending.state) : [];
    const failure = failureOf(ending, factsOf(setup, program, input));
    const notes = [...notesOf(ending), ...kept];
    const output = { log: printed.log.join(''), parts: await hostParts(printed.parts, setup) };
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
function callerFor({ host, config }: ExecutionSetup, { caller = host }: ExecuteOptions): ToolCaller {
  if (caller === host && config.connections === 'fresh') return host.freshSession();
  return { call: (tool, args, options) => caller.call(tool, args, options), close: async () => undefined };
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
    result: (id) =>
      host.results?.get(id) ?? Promise.reject(codeModeFault('UnknownResult', 'What programs print here is not kept.')),
    search: (query) => searchTools(catalog, query),
    describe: (path) => describeTool(catalog, path),
    policy,
    onCall,
  });
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

/** What comes out of a sandbox may be anything; only JSON of a sensible size stays. */
function stateKept(cell: StateCell, json: string | undefined): string[] {
  if (json === undefined) return [];
  if (json.length > MAX_STATE_CHARS || !isJson(json)) {
    return [`note: state was not kept; it must be JSON of at most ${MAX_STATE_CHARS} characters.`];
  }
  cell.json = json;
  return [];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
