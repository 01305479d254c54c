import { genericVariable } from '../../equipment/members.js';
import { type LinearForm, type LinearTerm, namesOf, readExpression } from '../expression/linear-form.js';
import { dependsOnBlock } from '../expression/variable.js';
import type { GenericBound, GenericConstraint, GenericTerm } from '../generic-constraint.js';
import type { Stage } from '../horizon.js';
import type { System } from '../system.js';
import { canonical, type ResolveContext } from './context.js';
import { type ParameterValues, parameterValues } from './generic-parameters.js';

type Written = NonNullable<ResolveContext['raw']['genericConstraints']>['constraints'][number];
type BoundRow = NonNullable<ResolveContext['raw']['genericBounds']>[number];

export function resolveGenericConstraints(context: ResolveContext, system: System): GenericConstraint[] {
  const { raw, horizon, registries } = context;
  const values = parameterValues(context, system);
  const names = namesOf(raw);
  return canonical(raw.genericConstraints?.constraints ?? []).map((constraint, index) => {
    const own = (raw.genericBounds ?? []).filter(
      (row) => registries.genericConstraints.indexOf(row.constraint_id) === index,
    );
    const read = readExpression(constraint.expression, names);
    const form: LinearForm = read.ok ? read.form : { terms: [], relation: null, bound: [] };
    const terms = form.terms.flatMap((term) => resolvedTerms(term, context, system, values));
    return {
      id: constraint.id,
      index,
      name: constraint.name,
      description: constraint.description ?? null,
      expression: constraint.expression,
      terms,
      slack: { enabled: constraint.slack.enabled, penalty: constraint.slack.penalty ?? 0 },
      perBlock:
        terms.some((term) => term.blockIndex === null && dependsOnBlock(term.variable)) ||
        form.terms.some(({ parameters }) => values.varies(parameters)),
      boundsAt: horizon.stages.map((stage) =>
        boundsIn({ constraint, form, values, rows: own.filter((row) => row.stage_id === stage.id) }, stage),
      ),
    };
  });
}

interface BoundSources {
  readonly constraint: Written;
  readonly form: LinearForm;
  readonly values: ParameterValues;
  readonly rows: readonly BoundRow[];
}

/** From the table, from the relation, or from parameters; what a parameter or a relation gives holds in every stage. */
function boundsIn({ constraint, form, values, rows }: BoundSources, stage: Stage): GenericBound[] {
  const { bound_lower_ref: lowerName, bound_upper_ref: upperName } = constraint;
  const sorted = [...rows].sort((a, b) => (a.block_id ?? -1) - (b.block_id ?? -1));
  const places = sorted.length > 0 ? sorted : [null];
  const lower = scalarOf(lowerName, form, ['>=', '==']);
  const upper = scalarOf(upperName, form, ['<=', '==']);
  if (rows.length === 0 && lower === null && upper === null) return [];
  const varying = [...(lower ?? []), ...(upper ?? [])].some(({ parameters }) => values.varies(parameters));
  return places.flatMap((row): GenericBound[] => {
    const given = row === null ? unlimited : boundsOf(row, constraint.sense);
    const one = (blockIndex: number | null): GenericBound => ({
      blockIndex,
      lower: lower === null ? given.lower : values.sum(lower, stage.index, blockIndex ?? 0),
      upper: upper === null ? given.upper : values.sum(upper, stage.index, blockIndex ?? 0),
    });
    const block = row?.block_id ?? null;
    return block === null && varying ? stage.blocks.map((_, k) => one(k)) : [one(block)];
  });
}

const unlimited = { lower: -Infinity, upper: Infinity };

function scalarOf(
  name: string | null | undefined,
  { relation, bound }: LinearForm,
  relations: readonly string[],
): LinearForm['bound'] | null {
  if (name) return [{ coefficient: 1, parameters: [name] }];
  return relation !== null && relations.includes(relation) ? bound : null;
}

/** Release 0.5.1 gives one bound and a sense, current cases a bound for each side. */
function boundsOf(row: BoundRow, sense: '>=' | '<=' | '==' | undefined): { lower: number; upper: number } {
  const [lower, upper] = sense === undefined ? [row.bound_lower, row.bound_upper] : [row.bound, row.bound];
  return {
    lower: sense === '<=' ? -Infinity : (lower ?? -Infinity),
    upper: sense === '>=' ? Infinity : (upper ?? Infinity),
  };
}

function resolvedTerms(
  { coefficient, parameters, variable: use }: LinearTerm,
  { registries }: ResolveContext,
  system: System,
  values: ParameterValues,
): GenericTerm[] {
  const { variable, entityId, blockId, busId, between } = use;
  const common = {
    variable,
    factors: values.product(parameters),
    blockIndex: blockId,
    busIndex: busId === null ? null : (registries.buses.indexOf(busId) ?? -1),
  };
  if (between === null) {
    const entityIndex = registries[genericVariable(variable)!.registry].indexOf(entityId!) ?? -1;
    return [{ ...common, coefficient, entityIndex }];
  }
  const [from, to] = between.map((id) => registries.buses.indexOf(id));
  return system.lines.flatMap(({ index, sourceBusIndex: source, targetBusIndex: target }) => {
    if (source === from && target === to) return [{ ...common, coefficient, entityIndex: index }];
    return source === to && target === from ? [{ ...common, coefficient: -coefficient, entityIndex: index }] : [];
  });
}
