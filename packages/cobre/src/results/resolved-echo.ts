/** `generic_constraints/resolved_echo.parquet`: what every user constraint came to, term by term, in the numbers of each stage. */
import { integerIdOf } from '../case/identity.js';
import type { Case, GenericBound, GenericConstraint, GenericTerm, Stage } from '../case/model.js';
import { entitiesOf, genericVariable, members } from '../equipment/members.js';
import type { SideTable } from '../simulation/side-table.js';
import { coefficientOf } from '../stage/generic-terms.js';

export const resolvedEcho: SideTable = {
  path: 'generic_constraints/resolved_echo.parquet',
  columns: [
    'stage_id:int32',
    'block_id?:int32',
    'constraint_id:int32',
    'constraint_name:string',
    'term_index?:int32',
    'variable_kind?:string',
    'variable?:string',
    'coefficient?:double',
    'bound_lower?:double',
    'bound_upper?:double',
    'derived_shape:string',
    'slack_penalty?:double',
  ],
  rows(study) {
    if (study.settings.generation !== 'current') return [];
    return study.horizon.stages.flatMap((stage) =>
      study.genericConstraints.flatMap((constraint) =>
        (constraint.boundsAt[stage.index] ?? []).flatMap((bound) =>
          blocksOf(constraint, bound, stage).flatMap((block) => echo(study, constraint, bound, stage, block)),
        ),
      ),
    );
  },
};

function blocksOf({ perBlock }: GenericConstraint, { blockIndex }: GenericBound, { blocks }: Stage): (number | null)[] {
  if (blockIndex !== null || !perBlock) return [blockIndex];
  return blocks.map((_, block) => block);
}

function echo(
  study: Case,
  constraint: GenericConstraint,
  { lower, upper }: GenericBound,
  stage: Stage,
  block: number | null,
) {
  const { slack, terms } = constraint;
  const row = {
    stage_id: stage.id,
    block_id: block,
    constraint_id: integerIdOf(constraint),
    constraint_name: constraint.name,
    bound_lower: lower > -Infinity ? lower : null,
    bound_upper: upper < Infinity ? upper : null,
    derived_shape: shapeOf(lower, upper),
    slack_penalty: slack.enabled ? slack.penalty : null,
  };
  return terms.map((term, term_index) => ({
    ...row,
    term_index,
    variable_kind: term.variable,
    variable: nameOf(study, term),
    coefficient: coefficientOf(term, stage.index, block),
  }));
}

function shapeOf(lower: number, upper: number): string {
  if (lower === upper) return 'equality';
  if (lower > -Infinity && upper < Infinity) return 'range';
  if (lower > -Infinity) return 'lower';
  return upper < Infinity ? 'upper' : 'free';
}

/** As an expression would name it. */
function nameOf({ system }: Case, { variable, entityIndex, blockIndex, busIndex }: GenericTerm): string {
  const registry = genericVariable(variable)?.registry;
  const member = members.find((candidate) => candidate.registry === registry)!;
  const entity = entitiesOf(system, member)[entityIndex]!;
  const block = blockIndex === null ? '' : `, ${blockIndex}`;
  const bus = busIndex === null ? '' : `, bus=${system.buses[busIndex]?.id}`;
  return `${variable}(${entity.id}${block}${bus})`;
}
