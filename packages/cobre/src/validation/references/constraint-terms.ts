import { type LinearTerm, namesOf, readExpression } from '../../case/expression/linear-form.js';
import type { EntityId } from '../../case/identity.js';
import type { RawCase } from '../../case/registry.js';

export interface OwnedTerm {
  readonly constraint: EntityId;
  readonly term: LinearTerm;
}

/** The terms of all user constraints that can be read. */
export function* constraintTerms(raw: RawCase): Iterable<OwnedTerm> {
  const names = namesOf(raw);
  for (const { id, expression } of raw.genericConstraints?.constraints ?? []) {
    const read = readExpression(expression, names);
    if (read.ok) for (const term of read.form.terms) yield { constraint: id, term };
  }
}
