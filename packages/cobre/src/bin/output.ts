import { Fault } from '@quadrivium/kernel/fault';
import { type Envelope, envelope, errorsOf, exitCodeOf } from './envelope.js';

export type OutputFormat = 'human' | 'json' | 'json-lines';

export const outputFormats: readonly OutputFormat[] = ['human', 'json', 'json-lines'];

/** Prints the answer of a command in the wanted form and returns its exit code. */
export function answer(format: OutputFormat, result: Envelope): number {
  if (format === 'json') process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else if (format === 'json-lines') process.stdout.write(`${JSON.stringify({ type: 'result', ...result })}\n`);
  else printForPeople(result);
  return result.exit_code;
}

function printForPeople({ errors, warnings, summary }: Envelope): void {
  for (const { kind, message, suggestion } of errors) {
    process.stderr.write(`error: ${kind}: ${message}\n${suggestion ? `       ${suggestion}\n` : ''}`);
  }
  for (const { kind, message } of warnings) process.stderr.write(`warning: ${kind}: ${message}\n`);
  process.stdout.write(`${summary}\n`);
}

/** The answer to a failure; what is not a `Fault` is a bug of ours and rises. */
export function failure(command: string, cause: unknown): Envelope {
  if (!(cause instanceof Fault)) throw cause;
  return envelope({
    command,
    exit_code: exitCodeOf(cause),
    errors: errorsOf(cause),
    warnings: [],
    data: null,
    summary: `${command} failed: ${cause.message}`,
  });
}
