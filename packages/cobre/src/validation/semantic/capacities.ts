import { asError, errorRecord, type Finding } from '../../case/finding.js';
import { members } from '../../equipment/members.js';
import type { Range } from '../ranges.js';
import type { Rule } from '../rule.js';

/** Every minimum is at most its maximum, in the registries and after every stage override. */
export const capacities: Rule = {
  name: 'capacities',
  layer: 5,
  *check(input) {
    for (const range of members.flatMap((member) => [...(member.ranges?.(input) ?? [])])) {
      const { min, max } = range;
      if (max !== null && max !== undefined && min > max) yield violation(range, max);
    }
  },
};

function violation({ file, id, name, min, stage }: Range, max: number): Finding {
  const at = stage === undefined ? '' : ` in stage ${stage}`;
  return asError(
    5,
    errorRecord(
      'CapacityViolation',
      `${file}: ${name[0]} ${min} of ${id} exceeds ${name[1]} ${max}${at}.`,
      { file, entity_id: id, field_min: name[0], value_min: min, field_max: name[1], value_max: max },
      `Lower ${name[0]} or raise ${name[1]}.`,
    ),
  );
}
