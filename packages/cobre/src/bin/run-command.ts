import { resolve } from 'node:path';
import { loadCase } from '../validation/load-case.js';
import { envelope, exitCodes } from './envelope.js';
import { humanLine, jsonLine } from './event-lines.js';
import { answer, failure, type OutputFormat } from './output.js';
import { type RunOutcome, runCase } from './run-case.js';

export interface RunCommandOptions {
  readonly output?: string;
  readonly threads?: number;
  readonly outputFormat: OutputFormat;
  readonly quiet?: boolean;
}

/** A first signal stops after the iteration at hand and keeps what was reached; a second one ends the process. */
function stopOnSignals(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', stop).off('SIGTERM', stop);
    },
  };
}

export async function runCommand(directory: string, options: RunCommandOptions): Promise<number> {
  const { outputFormat, quiet } = options;
  const signals = stopOnSignals();
  try {
    const { case: study, warnings } = await loadCase(directory);
    const outcome = await runCase(study, directory, {
      ...(options.output === undefined ? {} : { output: options.output }),
      ...(options.threads === undefined ? {} : { threads: options.threads }),
      signal: signals.signal,
      onEvent(event) {
        if (quiet || outputFormat === 'json') return;
        const line =
          outputFormat === 'human'
            ? humanLine(event)
            : jsonLine(event, study, resolve(directory), new Date().toISOString());
        if (line !== null) process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
      },
    });
    const code = signals.signal.aborted ? exitCodes.interrupted : exitCodes.ok;
    return answer(outputFormat, envelope(partsOf(outcome, code, warnings)));
  } catch (cause) {
    return answer(outputFormat, failure('run', cause));
  } finally {
    signals.release();
  }
}

function partsOf(outcome: RunOutcome, code: number, warnings: Parameters<typeof envelope>[0]['warnings']) {
  const { training, simulation } = outcome;
  const bounds = training
    ? `lower bound ${training.final_lower_bound}, ${training.termination_reason} after ${training.iterations} iterations`
    : 'no training';
  const costs = simulation ? `, mean cost ${simulation.mean_cost} over ${simulation.scenarios} scenarios` : '';
  return {
    command: 'run',
    exit_code: code,
    errors: [],
    warnings,
    data: { output_directory: outcome.output_dir, ...outcome },
    summary: `${outcome.status}: ${bounds}${costs}; results in ${outcome.output_dir}`,
  };
}
