import type { EntityId } from '../../case/identity.js';
import { asError, type Finding, problem } from '../../case/problem.js';
import { type CaseFileKey, caseFiles } from '../../case/registry.js';
import type { Rule } from '../rule.js';

interface Entry {
  readonly stage_id: number;
  readonly block_factors: readonly { readonly block_id: number }[];
}

/** Block factors speak about blocks the stage has, each once. */
export const factorBlocks: Rule = {
  name: 'blocks of factors',
  layer: 5,
  *check({ raw }) {
    const blocks = new Map(raw.stages.stages.map((stage) => [stage.id, stage.blocks.length]));
    yield* strange('loadFactors', raw.loadFactors?.load_factors, blocks, (entry) => entry.bus_id);
    yield* strange('ncsFactors', raw.ncsFactors?.non_controllable_factors, blocks, (entry) => entry.ncs_id);
    yield* strange('exchangeFactors', raw.exchangeFactors?.exchange_factors, blocks, (entry) => entry.line_id);
  },
};

function* strange<E extends Entry>(
  key: CaseFileKey,
  entries: readonly E[] | undefined,
  blocks: ReadonlyMap<number, number>,
  ownerOf: (entry: E) => EntityId,
): Iterable<Finding> {
  const file = caseFiles[key].path;
  for (const entry of entries ?? []) {
    const last = (blocks.get(entry.stage_id) ?? Number.POSITIVE_INFINITY) - 1;
    for (const { block_id: block } of entry.block_factors) {
      if (block <= last) continue;
      const context = { file, entity_id: ownerOf(entry), field: 'block_id', value: block, min: 0, max: last };
      const message = `${file}: ${ownerOf(entry)} has a factor for block ${block} of stage ${entry.stage_id}, which has blocks 0 to ${last}.`;
      yield asError(5, problem('OutOfRange', message, context, 'Remove the factor, or add the block.'));
    }
  }
}
