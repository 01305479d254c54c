/** One execution, from the model's arguments to the result: check, compile, check types, run. */

import type { ExecuteOptions } from './code-mode.js';
import type { Limits } from './execution/executor.js';
import type { ExecutionSetup, Ready } from './execution-setup.js';
import { codeModeFault } from './faults.js';
import { type CodeInput, codeInput, inputProblem, longestTimeout } from './input.js';
import { compile } from './program/compile.js';
import { typeCheck } from './program/type-check.js';
import { type CodeResult, presentFailure } from './result/code-result.js';
import { cancelled, type Failure } from './result/failure.js';
import { finished } from './result/finish.js';
import { hintFor } from './result/hint.js';
import { diagnosticsText } from './result/places.js';
import { runProgram } from './run-program.js';

const NOTHING_PRINTED = { log: '', parts: [] } as const;
const MAX_OUTPUT_CHARS = 20_000_000;

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
    return wrong === undefined
      ? await runProgram(setup, sandbox, program, parsed.data, control)
      : await refused(setup, wrong);
  } finally {
    await sandbox.close();
  }
}

/** What is wrong with a program, without running it; undefined for one that may be run. */
export async function check(setup: ExecutionSetup, code: string, signal?: AbortSignal): Promise<string | undefined> {
  const program = compile(code);
  const failure = program.ok
    ? await typeFailure(setup, program, code, signal)
    : badCode('compile error', diagnosticsText(program.diagnostics, code));
  return failure === undefined ? undefined : [failure.firstLine, ...failure.details].join('\n');
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
    throw codeModeFault('SandboxFailed', `The TypeScript compiler could not be run: ${(error as Error).message}`, {
      cause: error,
      suggestion: 'Set codeMode.typecheck to false to go on without it.',
    });
  }
}

/** A program that never started. */
async function refused(setup: ExecutionSetup, failure: Failure): Promise<CodeResult> {
  return finished(setup, presentFailure(failure, NOTHING_PRINTED, []), failure, 0);
}

function limitsOf({ config }: ExecutionSetup, { executionTimeout }: CodeInput): Limits {
  return {
    cpuMs: config.cpuSeconds * 1000,
    wallMs: executionTimeout * 1000,
    memoryBytes: config.memoryMb * 2 ** 20,
    outputChars: MAX_OUTPUT_CHARS,
  };
}
