import {
  type ExpressionProblem,
  type Names,
  namesOf,
  problemOf,
  readExpression,
} from '../../case/expression/linear-form.js';
import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { FileRule } from '../rule.js';

/** Expressions of user constraints follow their grammar. Names that stand for nothing are found with the other references. */
export const expressions: FileRule = {
  name: 'expressions',
  layer: 2,
  *check({ raw }) {
    for (const { owner, id, text, problem } of expressionProblems(raw, namesOf(raw))) {
      if (problem.kind === 'text') yield unreadable({ owner, id, text }, problem, raw.generation === 'current');
    }
  },
};

interface OwnedProblem {
  readonly owner: string;
  /** The constraint, unless it is an expression with a name. */
  readonly id: EntityId | null;
  readonly text: string;
  readonly problem: ExpressionProblem;
}

/** What is wrong with the expressions of a case: those that have names first, then those of constraints. */
export function* expressionProblems(raw: Partial<RawCase>, names: Names): Iterable<OwnedProblem> {
  const { expressions: named = [], constraints = [] } = raw.genericConstraints ?? {};
  for (const { name, expression } of named ?? []) {
    const problem = problemOf(name, names);
    if (problem !== null) yield { owner: `expression '${name}'`, id: null, text: expression, problem };
  }
  for (const { id, expression } of constraints) {
    const read = readExpression(expression, names);
    if (!read.ok) yield { owner: `constraint ${id}`, id, text: expression, problem: read.problem };
  }
}

function unreadable(
  { owner, id, text }: Omit<OwnedProblem, 'problem'>,
  { position, detail }: Extract<ExpressionProblem, { kind: 'text' }>,
  current: boolean,
): Finding {
  const file = caseFiles.genericConstraints.path;
  const shown = text.length > 200 ? `${text.slice(0, 197)}...` : text;
  const more = current
    ? ', with parameters (@name), groups in parentheses and a relation (<=, >=, ==) where you need them'
    : '';
  return asError(
    2,
    errorRecord(
      'ParseError',
      `${file}, ${owner}: expression '${shown}': ${detail}.`,
      { file, line: null, entity_id: id, detail: `${owner}, position ${position}: ${detail}` },
      `Write a sum of terms like 2.5 * thermal_generation(5) - hydro_generation(3)${more}.`,
    ),
  );
}
