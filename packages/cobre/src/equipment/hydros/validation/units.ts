import { asError, errorRecord, type Finding } from '../../../case/finding.js';
import type { EntityId } from '../../../case/identity.js';
import type { RawCase } from '../../../case/registry.js';
import type { Registries } from '../../../case/registry-index.js';
import type { Rule } from '../../../validation/rule.js';
import { files, type HydroEntry } from '../schema.js';

const file = files.hydros.path;

/** Ids of unit groups are unique in a plant, and together its units are not larger than the plant. */
export const unitGroups: Rule = {
  name: 'unit groups',
  layer: 5,
  *check({ raw, registries }) {
    yield* unknownGroups(raw, registries);
    for (const { id, unit_groups: groups = [], generation } of raw.hydros.hydros) {
      const twice = groups.find((group, k) => groups.findIndex((other) => other.id === group.id) < k);
      if (twice) {
        const message = `${file}, hydro ${id}: unit group ${twice.id} occurs more than once.`;
        const context = { file, entity_id: id, registry: 'unit_groups' };
        yield asError(5, errorRecord('DuplicateId', message, context, 'Give the groups different ids.'));
      }
      for (const group of groups) yield* upsideDown(id, group);
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

/** Limits are given for groups that exist. */
function* unknownGroups(raw: RawCase, { hydros }: Registries): Iterable<Finding> {
  const told = new Set<string>();
  for (const { hydro_id: id, hydro_unit_group_id: group } of raw.unitGroupBounds ?? []) {
    const plant = raw.hydros.hydros.find((hydro) => hydros.indexOf(hydro.id) === hydros.indexOf(id));
    const known = (plant?.unit_groups ?? []).map((unit) => unit.id);
    if (plant === undefined || known.includes(group) || told.has(`${id} ${group}`)) continue;
    told.add(`${id} ${group}`);
    const table = files.unitGroupBounds.path;
    const context = {
      file: table,
      entity_id: id,
      field: 'hydro_unit_group_id',
      referenced_value: group,
      referenced_registry: 'unit_groups',
    };
    const message = `${table}: hydro ${id} has no unit group ${group}.`;
    yield asError(5, errorRecord('MissingReference', message, context, `Use one of: ${known.join(', ')}.`));
  }
}

type Group = NonNullable<HydroEntry['unit_groups']>[number];

function* upsideDown(id: EntityId, group: Group): Iterable<Finding> {
  for (const what of ['turbined_m3s', 'generation_mw'] as const) {
    const [min, max] = [group[`min_${what}`], group[`max_${what}`]];
    if (min <= max) continue;
    const limits = {
      field_min: `unit_groups.min_${what}`,
      value_min: min,
      field_max: `unit_groups.max_${what}`,
      value_max: max,
    };
    const message = `${file}, hydro ${id}: min_${what} ${min} of unit group ${group.id} exceeds max_${what} ${max}.`;
    const context = { file, entity_id: id, ...limits };
    yield asError(5, errorRecord('CapacityViolation', message, context, `Lower min_${what} or raise max_${what}.`));
  }
}
