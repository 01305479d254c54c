import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import { type CaseFileKey, caseFiles } from '../../case/registry.js';
import { members } from '../../equipment/members.js';
import type { Rule } from '../rule.js';
import { rowsOf } from '../table-rows.js';

interface Entry extends Readonly<Record<string, unknown>> {
  readonly stage_id: number;
  readonly block_factors: readonly { readonly block_id: number }[];
}

/** Block factors speak about blocks the stage has, each once. */
export const factorBlocks: Rule = {
  name: 'blocks of factors',
  layer: 5,
  *check({ raw }) {
    const blocks = new Map(raw.stages.stages.map((stage) => [stage.id, stage.blocks.length]));
    for (const [file, { column }] of members.flatMap(({ tables }) => Object.entries(tables))) {
      const entries = rowsOf(raw, file as CaseFileKey).filter((row) => 'block_factors' in row);
      yield* strange(file as CaseFileKey, entries as unknown as Entry[], blocks, column);
    }
  },
};

function* strange(
  key: CaseFileKey,
  entries: readonly Entry[],
  blocks: ReadonlyMap<number, number>,
  column: string,
): Iterable<Finding> {
  const file = caseFiles[key].path;
  for (const entry of entries) {
    const owner = entry[column] as EntityId;
    const last = (blocks.get(entry.stage_id) ?? Number.POSITIVE_INFINITY) - 1;
    for (const { block_id: block } of entry.block_factors) {
      if (block <= last) continue;
      const context = { file, entity_id: owner, field: 'block_id', value: block, min: 0, max: last };
      const message = `${file}: ${owner} has a factor for block ${block} of stage ${entry.stage_id}, which has blocks 0 to ${last}.`;
      yield asError(5, errorRecord('OutOfRange', message, context, 'Remove the factor, or add the block.'));
    }
  }
}
