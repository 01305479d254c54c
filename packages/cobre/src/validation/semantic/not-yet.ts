/**
 * What the current format can say and no equation here answers yet. Reading it without a word would give a study that is
 * not the one in the files, so it is an error; whoever adds the equations removes the line.
 */
import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import { caseFiles } from '../../case/registry.js';
import type { Rule, RuleInput } from '../rule.js';

export const notYet: Rule = {
  name: 'not supported yet',
  layer: 5,
  *check(input) {
    yield* constraints(input);
  },
};

function* constraints({ raw }: RuleInput): Iterable<Finding> {
  const file = caseFiles.genericConstraints.path;
  const { constraints: list = [], expressions = [] } = raw.genericConstraints ?? {};
  if ((expressions?.length ?? 0) > 0) yield unsupported(file, null, 'expressions', 'named expressions');
  for (const { id, bound_lower_ref: lower, bound_upper_ref: upper } of list) {
    if (lower || upper) yield unsupported(file, id, 'bound_lower_ref', 'bounds given by a parameter');
  }
}

function unsupported(file: string, id: EntityId | null, field: string, what: string): Finding {
  const entry = id === null ? '' : `, entry ${id}`;
  const context = { file, entity_id: id, field, expected: 'a feature this version supports', actual: field };
  const message = `${file}${entry}: ${what} ('${field}') is not supported yet.`;
  return asError(
    5,
    errorRecord('SchemaViolation', message, context, `Remove '${field}', or wait for a version with it.`),
  );
}
