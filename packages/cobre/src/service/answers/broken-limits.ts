import * as z from 'zod';
import type { QueryEngine } from '../../query/query-engine.js';
import { limitCosts } from '../../simulation/index.js';
import type { Files } from '../files/files.js';
import { record } from '../seed-schema.js';
import { asked } from './statistics.js';

/** What it cost on the mean of all scenarios, discounted, to break a limit that the case asks for. */
export const brokenLimit = record({ column: z.string(), description: z.string(), mean: z.number() });
export type BrokenLimit = Readonly<z.output<typeof brokenLimit>>;

/** Money nobody pays: below this share of a dollar it is what solvers leave. */
const least = 0.005;

/** Dearest first; empty where no limit was broken, and where the results of another program have no columns for it. */
export async function brokenLimits(
  files: Files,
  engine: QueryEngine,
  outputDirectory: string,
  signal?: AbortSignal,
): Promise<BrokenLimit[]> {
  const subject = { outputDirectory, entityType: 'costs', ...(signal ? { signal } : {}) } as const;
  let told: typeof limitCosts = [];
  const [[, ...means] = []] = await asked(files, engine, subject, (query) => {
    told = limitCosts.filter(({ name }) => query.names.includes(name));
    return query.scenarioMeans(
      told.map(({ name }) => name),
      'discount_factor',
    );
  });
  return told
    .map(({ name, description }, at) => ({ column: name, description, mean: Number(means[at] ?? 0) }))
    .filter(({ mean }) => mean >= least)
    .sort((a, b) => b.mean - a.mean);
}
