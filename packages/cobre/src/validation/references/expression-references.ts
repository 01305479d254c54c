import { namesOf } from '../../case/expression/linear-form.js';
import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { RegistryName } from '../../case/registry-index.js';
import { genericVariable, members } from '../../equipment/members.js';
import { expressionProblems } from '../file-rules/expressions.js';
import type { Rule } from '../rule.js';
import { constraintTerms } from './constraint-terms.js';
import type { Reference } from './reference.js';

/** Entities that user constraints mention. */
export const expressionReferences: readonly Reference[] = members.map(({ registry }) => ({
  file: 'genericConstraints',
  field: `expression(${registry})`,
  target: registry as RegistryName,
  *uses(raw) {
    for (const { constraint, term } of constraintTerms(raw)) {
      const { variable, entityId, busId, between } = term.variable;
      if (genericVariable(variable)?.registry === registry && entityId !== null)
        yield { owner: constraint, value: entityId };
      if (registry !== 'buses') continue;
      for (const value of [busId, ...(between ?? [])]) if (value !== null) yield { owner: constraint, value };
    }
  },
}));

/** Plants that computed parameters are about. */
export const parameterReferences: Reference = {
  file: 'genericParameters',
  field: 'computed_spec.hydro_id',
  target: 'hydros',
  *uses(raw) {
    for (const entry of raw.genericParameters?.scalar_parameters ?? []) {
      if (entry.kind === 'computed') yield { owner: entry.id, value: entry.computed_spec.hydro_id };
    }
  },
};

/** Every `@name` and every bound by reference stands for something. */
export const nameReferences: Rule = {
  name: 'names in user constraints',
  layer: 3,
  *check({ raw }) {
    const names = namesOf(raw);
    for (const { owner, id, problem } of expressionProblems(raw, names)) {
      if (problem.kind === 'unknown name') yield unknownName(raw, owner, 'expression', problem.name, id);
    }
    for (const constraint of raw.genericConstraints?.constraints ?? []) {
      for (const field of ['bound_lower_ref', 'bound_upper_ref'] as const) {
        const name = constraint[field];
        if (!name || names.parameters.has(name)) continue;
        yield unknownName(raw, `constraint ${constraint.id}`, field, name, constraint.id);
      }
    }
  },
};

function unknownName(raw: RawCase, owner: string, field: string, name: string, id: EntityId | null): Finding {
  const file = caseFiles.genericConstraints.path;
  const parameters = (raw.genericParameters?.scalar_parameters ?? []).map((entry) => entry.name);
  const expressions =
    field === 'expression' ? (raw.genericConstraints?.expressions ?? []).map((entry) => entry.name) : [];
  const known = [...parameters, ...expressions].slice(0, 8).join(', ');
  const context = {
    file,
    entity_id: id,
    field,
    referenced_value: name,
    referenced_registry: 'generic_parameters.json',
  };
  return asError(
    3,
    errorRecord(
      'MissingReference',
      `${file}, ${owner}: '${name}' is the name of no parameter${field === 'expression' ? ' and of no expression' : ''}.`,
      context,
      `Declare it in ${caseFiles.genericParameters.path}${known === '' ? '' : `, or use one of: ${known}`}.`,
    ),
  );
}

/** Blocks that user constraints mention, in the expression or in the bounds, exist in every stage concerned. */
export const blockReferences: Rule = {
  name: 'blocks of user constraints',
  layer: 3,
  *check({ raw, registries }) {
    const blocks = new Map(raw.stages.stages.map((stage) => [stage.id, stage.blocks.length]));
    const file = caseFiles.genericBounds.path;
    for (const { constraint_id: id, stage_id: stage, block_id: block } of raw.genericBounds ?? []) {
      const last = (blocks.get(stage) ?? Number.POSITIVE_INFINITY) - 1;
      if (block === null || (block >= 0 && block <= last)) continue;
      const context = { file, entity_id: id, field: 'block_id', value: block, min: 0, max: last };
      const message = `${file}: constraint ${id} has a bound for block ${block} of stage ${stage}, which has blocks 0 to ${last}.`;
      yield asError(3, errorRecord('OutOfRange', message, context, 'Use an existing block, or null for every block.'));
    }
    const stagesOf = appliesIn(raw, (id) => registries.genericConstraints.indexOf(id));
    for (const { constraint, term } of constraintTerms(raw)) {
      const { blockId } = term.variable;
      const short = stagesOf(constraint).find((stage) => (blockId ?? -1) >= (blocks.get(stage) ?? Infinity));
      if (short === undefined) continue;
      const source = caseFiles.genericConstraints.path;
      const max = (blocks.get(short) ?? 1) - 1;
      const context = { file: source, entity_id: constraint, field: 'expression', value: blockId, min: 0, max };
      const message = `${source}: constraint ${constraint} names block ${blockId}, but stage ${short} has blocks 0 to ${max}.`;
      yield asError(3, errorRecord('OutOfRange', message, context, 'Name an existing block, or none.'));
    }
  },
};

/** The stages in which a constraint holds: those of its rows, or all of them when it brings its bounds along. */
export function appliesIn(
  raw: RawCase,
  indexOf: (id: EntityId) => number | undefined,
): (constraint: EntityId) => readonly number[] {
  const rows = (raw.genericBounds ?? []).map((row) => [indexOf(row.constraint_id), row.stage_id] as const);
  const always = new Set(constraintsWithBounds(raw).map(({ id }) => indexOf(id)));
  return (constraint) => {
    const index = indexOf(constraint);
    if (always.has(index)) return raw.stages.stages.map(({ id }) => id);
    return rows.flatMap(([owner, stage]) => (owner === index ? [stage] : []));
  };
}

/** Constraints that need no row of the table, because a relation or a parameter bounds them. */
export function constraintsWithBounds(raw: RawCase) {
  return (raw.genericConstraints?.constraints ?? []).filter(
    ({ expression, bound_lower_ref: lower, bound_upper_ref: upper }) =>
      Boolean(lower) || Boolean(upper) || (raw.generation === 'current' && /<=|>=|==/.test(expression)),
  );
}
