import { parseExpression } from '../../case/expression.js';
import { asError, errorRecord } from '../../case/finding.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { RegistryName } from '../../case/registry-index.js';
import { genericVariable, members } from '../../equipment/members.js';
import type { Rule } from '../rule.js';
import type { Reference } from './reference.js';

function* termsOf(raw: RawCase) {
  for (const { id, expression } of raw.genericConstraints?.constraints ?? []) {
    const parsed = parseExpression(expression);
    if (parsed.ok) for (const term of parsed.terms) yield { constraint: id, term };
  }
}

/** Entities that user constraints mention. */
export const expressionReferences: readonly Reference[] = members.map(({ registry }) => ({
  file: 'genericConstraints',
  field: `expression(${registry})`,
  target: registry as RegistryName,
  *uses(raw) {
    for (const { constraint, term } of termsOf(raw)) {
      if (genericVariable(term.variable)?.registry === registry) yield { owner: constraint, value: term.entityId };
    }
  },
}));

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
    const bounded = (raw.genericBounds ?? []).map((row) => [
      registries.genericConstraints.indexOf(row.constraint_id),
      row.stage_id,
    ]);
    for (const { constraint, term } of termsOf(raw)) {
      const index = registries.genericConstraints.indexOf(constraint);
      const stages = bounded.flatMap(([owner, stage]) => (owner === index && stage !== undefined ? [stage] : []));
      const short = stages.find((stage) => (term.blockId ?? -1) >= (blocks.get(stage) ?? Number.POSITIVE_INFINITY));
      if (short === undefined) continue;
      const source = caseFiles.genericConstraints.path;
      const max = (blocks.get(short) ?? 1) - 1;
      const context = { file: source, entity_id: constraint, field: 'expression', value: term.blockId, min: 0, max };
      const message = `${source}: constraint ${constraint} names block ${term.blockId}, but stage ${short} has blocks 0 to ${max}.`;
      yield asError(3, errorRecord('OutOfRange', message, context, 'Name an existing block, or none.'));
    }
  },
};
