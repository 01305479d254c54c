import { genericVariable } from '../../equipment/members.js';
import { parseExpression } from '../expression.js';
import type { GenericConstraint, GenericTerm } from '../generic-constraint.js';
import { canonical, type ResolveContext } from './context.js';

export function resolveGenericConstraints({ raw, horizon, registries }: ResolveContext): GenericConstraint[] {
  const bounds = raw.genericBounds ?? [];
  return canonical(raw.genericConstraints?.constraints ?? []).map((constraint, index) => {
    const own = bounds.filter((row) => registries.genericConstraints.indexOf(row.constraint_id) === index);
    return {
      id: constraint.id,
      index,
      name: constraint.name,
      description: constraint.description ?? null,
      expression: constraint.expression,
      terms: termsOf(constraint.expression, registries),
      slack: { enabled: constraint.slack.enabled, penalty: constraint.slack.penalty ?? 0 },
      boundsAt: horizon.stages.map((stage) =>
        own
          .filter((row) => row.stage_id === stage.id)
          .map((row) => ({ blockIndex: row.block_id, ...boundsOf(row, constraint.sense) }))
          .sort((a, b) => (a.blockIndex ?? -1) - (b.blockIndex ?? -1)),
      ),
    };
  });
}

type BoundRow = NonNullable<ResolveContext['raw']['genericBounds']>[number];

/** Release 0.5.1 gives one bound and a sense, current cases a bound for each side. */
function boundsOf(row: BoundRow, sense: '>=' | '<=' | '==' | undefined): { lower: number; upper: number } {
  const [lower, upper] = sense === undefined ? [row.bound_lower, row.bound_upper] : [row.bound, row.bound];
  return {
    lower: sense === '<=' ? -Infinity : (lower ?? -Infinity),
    upper: sense === '>=' ? Infinity : (upper ?? Infinity),
  };
}

function termsOf(expression: string, registries: ResolveContext['registries']): GenericTerm[] {
  const parsed = parseExpression(expression);
  if (!parsed.ok) return [];
  return parsed.terms.map(({ coefficient, variable, entityId, blockId }) => ({
    coefficient,
    variable,
    entityIndex: registries[genericVariable(variable)!.registry].indexOf(entityId) ?? -1,
    blockIndex: blockId,
  }));
}
