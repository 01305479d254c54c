import * as z from 'zod';
import type { ConfigFile } from '../config.js';
import { count, nonNegative, positive, setting, withoutEffect } from '../primitives.js';
import { checkFrequency, maxActivePerStage } from '../shared-settings.js';

const checked = {
  check_frequency: checkFrequency,
  tie_tolerance: setting(nonNegative, '$ from the highest cut of a state that still count as the highest', 1e-10),
};

const method = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('level1').describe('Keeps all the highest cuts of every visited state'),
    ...checked,
  }),
  z.object({
    method: z.literal('lml1').describe('Keeps the oldest of the highest cuts of every visited state'),
    ...checked,
  }),
  z.object({
    method: z.literal('domination').describe('Keeps what is near the highest cut of some visited state'),
    check_frequency: checkFrequency,
    domination_tolerance: nonNegative.describe('$ from the highest cut that are near'),
  }),
  z.object({
    method: z
      .literal('dynamic')
      .describe(
        'Every problem starts with few cuts and adds those its solution violates; results are exact without candidate_recency',
      ),
    seed_window: setting(z.int().min(0), 'Iterations whose cuts are kept whatever candidate_recency says', 5),
    candidate_recency: setting(
      count,
      'Age in iterations from which a cut is no candidate for any problem; all are when left out',
    ),
    max_added_per_round: setting(count, 'Violated cuts that are added at once').meta(
      withoutEffect('the solver adds violated cuts one by one until none is violated'),
    ),
    start_iteration: setting(count, 'First iteration in which candidate_recency counts', 2),
    violation_tolerance: setting(positive, 'When a cut is violated').meta(
      withoutEffect(
        'a cut is violated when the certificate of the solution says so, at a billionth of the future cost',
      ),
    ),
  }),
]);

export const cutSelection = z.object({
  row_activity_tolerance: setting(nonNegative, 'How near to binding an active cut is', 0).meta(
    withoutEffect('a cut is active when it binds in the optimal basis, which needs no tolerance'),
  ),
  max_active_per_stage: maxActivePerStage,
  selection: setting(method, 'By which rule; no cut is left out without one'),
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
