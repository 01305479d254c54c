import { asWarning, errorRecord } from '../../case/finding.js';
import type { Range } from '../../validation/ranges.js';
import type { FileRule, RuleInput } from '../../validation/rule.js';
import { files } from './schema.js';

const file = files.batteries.path;

/** What is stored, at the start or in the end, fits into the store. */
export function* ranges({ raw }: RuleInput): Iterable<Range> {
  for (const { id, energy, final_target_mwh: target } of raw.batteries?.batteries ?? []) {
    const max = energy.capacity_mwh;
    yield { file, id, name: ['initial_mwh', 'capacity_mwh'], min: energy.initial_mwh ?? 0, max };
    yield { file, id, name: ['final_target_mwh', 'capacity_mwh'], min: target ?? 0, max };
  }
}

/** A target is given where it is asked for. */
export const idleTargets: FileRule = {
  name: 'targets of batteries',
  layer: 2,
  *check({ raw }) {
    for (const { id, end_of_stage: end, ...battery } of raw.batteries?.batteries ?? []) {
      if (end === 'final_target') continue;
      for (const field of ['final_target_mwh', 'final_target_violation_cost'] as const) {
        if (typeof battery[field] !== 'number') continue;
        const expected = 'end_of_stage final_target';
        yield asWarning(
          2,
          errorRecord(
            'SchemaViolation',
            `${file}, battery ${id}: '${field}' has no effect unless end_of_stage is final_target.`,
            { file, entity_id: id, field, expected, actual: end ?? 'free' },
            'Set end_of_stage to final_target, or remove the target.',
          ),
        );
      }
    }
  },
};
