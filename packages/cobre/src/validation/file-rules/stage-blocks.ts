import { asError, errorRecord } from '../../case/finding.js';
import { caseFiles } from '../../case/registry.js';
import type { FileRule } from '../rule.js';

/** Block ids of a stage are 0, 1, 2, ... in any order, each once. */
export const stageBlocks: FileRule = {
  name: 'stage blocks',
  layer: 2,
  *check({ raw }) {
    const file = caseFiles.stages.path;
    for (const stage of raw.stages?.stages ?? []) {
      const ids = stage.blocks.map((block) => block.id).sort((a, b) => a - b);
      const repeated = ids.find((id, i) => id === ids[i - 1]);
      if (repeated !== undefined) {
        const context = { file, entity_id: repeated, registry: `blocks of stage ${stage.id}` };
        const message = `${file}: stage ${stage.id} has block ${repeated} more than once.`;
        yield asError(2, errorRecord('DuplicateId', message, context, 'Number the blocks 0, 1, 2, ...'));
      } else if (ids.some((id, i) => id !== i)) {
        const context = {
          file,
          entity_id: stage.id,
          field: 'blocks',
          expected: 'ids 0, 1, 2, ... without gaps',
          actual: ids,
        };
        const message = `${file}: block ids of stage ${stage.id} are ${ids.join(', ')}, but must count from 0 without gaps.`;
        yield asError(2, errorRecord('SchemaViolation', message, context, 'Number the blocks 0, 1, 2, ...'));
      }
    }
  },
};
