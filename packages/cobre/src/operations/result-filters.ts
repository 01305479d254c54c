import * as z from 'zod';
import type { ResultFilters } from '../service/answers/query-results.js';
import { integer } from '../service/seed-schema.js';
import { pairOf, range } from './shared-fields.js';

const entityId = z.union([z.string(), integer()]);

/** Columns to include; all unless given. */
export const columns = z.array(z.string());

/** Filters both result tools have. */
export const commonFilters = {
  entity_id: z
    .union([z.string(), integer(), z.array(entityId).min(1).max(1000)])
    .optional()
    .describe('Single entity ID or array of entity IDs; integers, ids as the case writes them, or names'),
  stage_range: range('Inclusive [min_stage, max_stage] range').optional(),
  scenario_range: range('Inclusive [min_scenario, max_scenario] range').optional(),
};

export interface GivenFilters {
  readonly entity_id?: ResultFilters['entity_id'] | undefined;
  readonly stage_range?: readonly number[] | undefined;
  readonly scenario_range?: readonly number[] | undefined;
  readonly columns?: readonly string[] | undefined;
}

export function filtersFrom(given: GivenFilters = {}): ResultFilters {
  const stages = pairOf(given.stage_range);
  const scenarios = pairOf(given.scenario_range);
  return {
    ...(given.entity_id === undefined ? {} : { entity_id: given.entity_id }),
    ...(stages ? { stage_range: stages } : {}),
    ...(scenarios ? { scenario_range: scenarios } : {}),
    ...(given.columns ? { columns: given.columns } : {}),
  };
}
