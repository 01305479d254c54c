import { join } from 'node:path';
import { isObject } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { rowsOf } from '../../parquet/table.js';
import { gapOf, halfWidth95 } from '../../sddp/index.js';

import type { Files } from '../files/files.js';
import { outputCorrupted, outputNotFound, outputPlace } from '../files/place.js';
import { isUnderWay } from '../runs/lock/under-way.js';
import { integer, record } from '../seed-schema.js';
import { statedInputs } from './stated-inputs.js';

/** The gap is as `gapOf` defines it, a fraction. */
const convergenceIteration = record({
  iteration: integer(),
  lower_bound: z.number(),
  upper_bound: z.number(),
  upper_bound_std: z.number(),
  ci_95: z.number(),
  gap: z.number(),
  wall_time_ms: integer(),
  iteration_time_ms: integer(),
});

export const convergenceHistory = record({
  iterations: z.array(convergenceIteration),
  total_iterations: integer(),
  termination_reason: z.string(),
});

export type ConvergenceIteration = Readonly<z.output<typeof convergenceIteration>>;
export type ConvergenceHistory = Readonly<z.output<typeof convergenceHistory>>;

const expected = 'training/convergence.parquet';

/** The iterations of a run, all or those from `first` to `last`. */
export async function queryConvergence(
  files: Files,
  outputDirectory: string,
  [first, last]: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): Promise<ConvergenceHistory> {
  await outputPlace(files, outputDirectory, expected);
  const iterations = iterationsOf(await readRows(files, outputDirectory));
  return {
    iterations: iterations.filter(({ iteration }) => first <= iteration && iteration <= last),
    total_iterations: iterations.length,
    termination_reason: await terminationReason(files, outputDirectory),
  };
}

/** The table lies in `training/`; other descriptions of the format put it at the top. */
export async function convergenceFile(files: Files, outputDirectory: string): Promise<string> {
  for (const name of [expected, 'convergence.parquet']) {
    const path = join(outputDirectory, name);
    await files.resolveNew(path);
    if (await files.exists(path)) return path;
  }
  throw outputNotFound(outputDirectory, expected);
}

async function readRows(files: Files, outputDirectory: string): Promise<Record<string, unknown>[]> {
  const path = await convergenceFile(files, outputDirectory);
  try {
    const rows = rowsOf(await files.readFile(path));
    const missing = ['iteration', 'lower_bound'].find((name) => rows.length > 0 && !(name in rows[0]!));
    if (missing !== undefined) throw new Error(`it has no column ${missing}`);
    return rows;
  } catch (cause) {
    throw outputCorrupted(expected, cause);
  }
}

function iterationsOf(rows: readonly Record<string, unknown>[]): ConvergenceIteration[] {
  let elapsed = 0;
  return rows.map((row) => {
    const number = (...names: readonly string[]) => Number(names.map((name) => row[name]).find((v) => v != null) ?? 0);
    const [lower, upper] = [number('lower_bound'), number('upper_bound_mean', 'upper_bound')];
    const [std, passes] = [number('upper_bound_std'), number('forward_passes')];
    const duration = number('time_total_ms', 'iteration_time_ms');
    elapsed += duration;
    return plausible({
      iteration: number('iteration'),
      lower_bound: lower,
      upper_bound: upper,
      upper_bound_std: std,
      ci_95: row.ci_95 == null ? halfWidth95(std, passes) : number('ci_95'),
      gap: gapOf(lower, upper),
      wall_time_ms: Math.round(row.wall_time_ms == null ? elapsed : number('wall_time_ms')),
      iteration_time_ms: Math.round(duration),
    });
  });
}

/** A damaged page may hold any bits, such as those of no number at all. */
function plausible(iteration: ConvergenceIteration): ConvergenceIteration {
  const { iteration: number, wall_time_ms, iteration_time_ms } = iteration;
  if (
    Object.values(iteration).every(Number.isFinite) &&
    [number, wall_time_ms, iteration_time_ms].every(Number.isSafeInteger)
  )
    return iteration;
  throw outputCorrupted(expected, new Error(`the numbers of iteration ${number} cannot be those of a training`));
}

/** Names other programs use for the same reasons. */
const otherNames = new Map([
  ['simulation_based', 'simulation'],
  ['graceful_shutdown', 'shutdown'],
]);

/** The risk measure that the metadata of a training names; null where it names none. */
export async function statedRiskMeasure(files: Files, outputDirectory: string): Promise<string | null> {
  return statedInputs(await trainingMetadata(files, outputDirectory))?.risk_measure ?? null;
}

async function terminationReason(files: Files, outputDirectory: string): Promise<string> {
  const metadata = await trainingMetadata(files, outputDirectory);
  // A history in its place is written with every checkpoint; what follows it is written when a training is over.
  if (metadata === null) {
    if (await isUnderWay(files, outputDirectory)) return 'running';
    return (await files.exists(join(outputDirectory, expected))) ? 'interrupted' : 'unknown';
  }
  const convergence = isObject(metadata) && isObject(metadata.convergence) ? metadata.convergence : {};
  const reason = String(convergence.termination_reason ?? 'unknown');
  return otherNames.get(reason) ?? reason;
}

/** Null when there is none. */
async function trainingMetadata(files: Files, outputDirectory: string): Promise<unknown> {
  const path = join(outputDirectory, 'training', 'metadata.json');
  if (!(await files.exists(path))) return null;
  try {
    return JSON.parse((await files.readFile(path)).toString('utf8'));
  } catch (cause) {
    throw outputCorrupted('training/metadata.json', cause);
  }
}
