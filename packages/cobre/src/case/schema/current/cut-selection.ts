import * as z from 'zod';
import type { ConfigFile } from '../config.js';
import { count, nonNegative, positive, withoutEffect } from '../primitives.js';

const checked = { check_frequency: count.nullish(), tie_tolerance: nonNegative.nullish() };

const method = z.discriminatedUnion('method', [
  z.object({ method: z.literal('level1'), ...checked }),
  z.object({ method: z.literal('lml1'), ...checked }),
  z.object({
    method: z.literal('domination'),
    check_frequency: count.nullish(),
    domination_tolerance: nonNegative,
  }),
  z.object({
    method: z.literal('dynamic'),
    seed_window: z
      .int()
      .min(0)
      .nullish()
      .describe('Iterations whose cuts are kept whatever candidate_recency says; 5 when absent'),
    candidate_recency: count
      .nullish()
      .describe('Age in iterations from which a cut is no candidate for any problem; all are when absent'),
    max_added_per_round: count
      .nullish()
      .meta(withoutEffect('the solver adds violated cuts one by one until none is violated')),
    start_iteration: count.nullish().describe('First iteration in which candidate_recency counts; 2 when absent'),
    violation_tolerance: positive
      .nullish()
      .meta(
        withoutEffect(
          'a cut is violated when the certificate of the solution says so, at a billionth of the future cost',
        ),
      ),
  }),
]);

export const cutSelection = z.object({
  row_activity_tolerance: nonNegative
    .nullish()
    .meta(withoutEffect('a cut is active when it binds in the optimal basis, which needs no tolerance')),
  max_active_per_stage: count.nullish(),
  selection: method.nullish().describe('Off when absent'),
});

type Given = z.output<typeof cutSelection>;

export function readCutSelection(given: Given | null | undefined): ConfigFile['training']['cut_selection'] {
  if (!given) return given;
  const { selection, max_active_per_stage } = given;
  if (!selection) return { enabled: false, max_active_per_stage };
  if (selection.method === 'dynamic') return { enabled: true, max_active_per_stage, ...selection };
  const { method: name, check_frequency } = selection;
  const shared = { enabled: true, by_visited_states: true, method: name, max_active_per_stage, check_frequency };
  if (selection.method === 'domination') return { ...shared, domination_epsilon: selection.domination_tolerance };
  return { ...shared, tie_tolerance: selection.tie_tolerance };
}
