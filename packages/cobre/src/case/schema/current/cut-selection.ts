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
    seed_window: z.int().min(0).nullish().describe('Iterations whose cuts every solve starts with'),
    candidate_recency: count.nullish().describe('Iterations after which a cut is no candidate; all when absent'),
    max_added_per_round: count.nullish(),
    start_iteration: count.nullish(),
    violation_tolerance: positive.nullish(),
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
  const shared = { enabled: true, method: name, max_active_per_stage, check_frequency };
  if (selection.method === 'domination') return { ...shared, domination_epsilon: selection.domination_tolerance };
  return { ...shared, tie_tolerance: selection.tie_tolerance };
}
