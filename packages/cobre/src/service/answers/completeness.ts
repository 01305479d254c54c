import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { resultKinds } from '../../query/result-kinds.js';
import { type PartState, partState, type RunPart } from '../../results/index.js';
import type { Files } from '../files/files.js';
import { outputNotFound } from '../files/place.js';
import { isUnderWay } from '../runs/lock/under-way.js';
import { integer, orNull, record } from '../seed-schema.js';

/** What an answer says about results that are not all there. */
export const incomplete = record({
  scenarios_completed: orNull(integer()),
  scenarios: orNull(integer()),
  note: z.string(),
});

export type Incomplete = Readonly<z.output<typeof incomplete>>;

/** An answer about a simulation that is whole has no such field. */
export interface MayBeIncomplete {
  readonly incomplete?: Incomplete | undefined;
}

export const incompleteField = incomplete
  .optional()
  .describe('Only where the simulation was stopped or did not finish: how many scenarios the answer rests on');

/** The question every reader of a run asks, through the files of whoever reads. */
export function runPart(files: Files, outputDirectory: string, part: RunPart): Promise<PartState> {
  return partState(async (path) => {
    const whole = join(outputDirectory, path);
    return (await files.exists(whole)) ? files.readFile(whole) : null;
  }, part);
}

export async function mayBeIncomplete(files: Files, outputDirectory: string): Promise<MayBeIncomplete> {
  const state = await runPart(files, outputDirectory, 'simulation');
  if (state.finished) return {};
  const completed = state.completed ?? (await partitions(files, outputDirectory));
  const note = noteOf(completed, state, await isUnderWay(files, outputDirectory));
  return { incomplete: { scenarios_completed: completed, scenarios: state.scenarios, note } };
}

/** There is no such table: because there is no simulation at all, or because one ended before its results were whole. */
export async function noSuchResults(files: Files, outputDirectory: string, expected: string): Promise<Fault> {
  const state = await runPart(files, outputDirectory, 'simulation');
  if (state.finished || state.scenarios === null) return outputNotFound(outputDirectory, expected);
  const reached = `${state.completed ?? 0} of ${state.scenarios} scenarios`;
  const how = (await isUnderWay(files, outputDirectory)) ? 'is still running' : 'did not finish';
  return new Fault('OutputNotFound', `The simulation in '${outputDirectory}' ${how}: ${reached}`, {
    context: {
      path: outputDirectory,
      expected_content: expected,
      scenarios_completed: state.completed ?? 0,
      scenarios: state.scenarios,
    },
    suggestion: 'Wait until the run is over; if its process has ended, run the simulation again.',
  });
}

function noteOf(completed: number | null, { scenarios }: PartState, running: boolean): string {
  const of = scenarios === null ? 'an unknown number of' : String(scenarios);
  return `The simulation ${running ? 'is still running' : 'did not finish'}: ${completed ?? 'an unknown number'} of ${of} scenarios.`;
}

/** Runs of earlier versions that ended suddenly left folders and no word of how many there should be. */
async function partitions(files: Files, outputDirectory: string): Promise<number | null> {
  const entries = await files.entries(join(outputDirectory, resultKinds.costs.folder)).catch(() => []);
  const found = entries.filter(({ name }) => name.startsWith('scenario_id='));
  return found.length > 0 ? found.length : null;
}
