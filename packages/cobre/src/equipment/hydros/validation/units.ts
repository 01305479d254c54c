import { asError, errorRecord } from '../../../case/finding.js';
import type { Rule } from '../../../validation/rule.js';
import { files } from '../schema.js';

const file = files.hydros.path;

/** Ids of unit groups are unique in a plant, and together its units are not larger than the plant. */
export const unitGroups: Rule = {
  name: 'unit groups',
  layer: 5,
  *check({ raw }) {
    for (const { id, unit_groups: groups = [], generation } of raw.hydros.hydros) {
      const twice = groups.find((group, k) => groups.findIndex((other) => other.id === group.id) < k);
      if (twice) {
        const message = `${file}, hydro ${id}: unit group ${twice.id} occurs more than once.`;
        const context = { file, entity_id: id, registry: 'unit_groups' };
        yield asError(5, errorRecord('DuplicateId', message, context, 'Give the groups different ids.'));
      }
      for (const field of ['max_turbined_m3s', 'max_generation_mw'] as const) {
        const sum = groups.reduce((total, group) => total + group[field], 0);
        if (sum <= generation[field] * (1 + 1e-9)) continue;
        const context = {
          file,
          entity_id: id,
          field_min: `unit_groups.${field}`,
          value_min: sum,
          field_max: `generation.${field}`,
          value_max: generation[field],
        };
        const message = `${file}, hydro ${id}: ${field} of its unit groups sums to ${sum}, more than ${generation[field]} of the plant.`;
        yield asError(5, errorRecord('CapacityViolation', message, context, `Raise ${field} of the plant.`));
      }
    }
  },
};
