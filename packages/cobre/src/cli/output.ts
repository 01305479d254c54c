import { Fault } from '@quadrivium/kernel/fault';
import { colors } from '@quadrivium/kernel/shell';
import type { Answer } from './command.js';
import { type Envelope, envelope, errorsOf, exitCodeOf, exitCodes } from './envelope.js';
import type { Shell } from './shell.js';

/** Shows the answer of a command in the wanted form and returns its exit code. */
export function show(shell: Shell, command: string, answer: Answer): number {
  const result = envelope({
    command,
    exit_code: answer.exitCode ?? exitCodes.ok,
    errors: answer.errors ?? [],
    warnings: answer.warnings ?? [],
    data: answer.data,
    summary: answer.summary,
  });
  if (shell.outputFormat === 'json') shell.print(`${JSON.stringify(result, null, 2)}\n`);
  else if (shell.outputFormat === 'json-lines') shell.print(`${JSON.stringify({ type: 'result', ...result })}\n`);
  else showToPeople(shell, result, answer.details);
  return result.exit_code;
}

function showToPeople(shell: Shell, result: Envelope, details: (() => string) | undefined): void {
  const { errors, warnings, summary, success } = result;
  for (const { kind, message, suggestion } of errors) {
    const hint = suggestion ? `       ${colors.dim(suggestion)}\n` : '';
    shell.note(`${colors.red('error:')} ${kind}: ${message}\n${hint}`);
  }
  for (const { kind, message } of warnings) shell.note(`${colors.yellow('warning:')} ${kind}: ${message}\n`);
  if (details !== undefined && !shell.quiet) shell.print(`${details()}\n`);
  // A failure has been explained above; its summary would only say it again.
  if (success || details !== undefined) shell.print(`${summary}\n`);
}

/** The answer to a failure. What is not a `Fault` is a bug of ours or of the machine, and keeps its trace. */
export function failure(cause: unknown): Answer {
  if (cause instanceof Fault) {
    return { exitCode: exitCodeOf(cause), errors: errorsOf(cause), data: null, summary: `failed: ${cause.message}` };
  }
  const { message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause));
  return {
    exitCode: exitCodes.runtime,
    errors: [{ kind: 'InternalError', message, context: { stack }, suggestion: stack }],
    data: null,
    summary: `failed: ${message}`,
  };
}
