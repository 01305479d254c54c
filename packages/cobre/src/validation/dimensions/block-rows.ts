import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import { type CaseFileKey, caseFiles } from '../../case/registry.js';
import { storedName } from '../../case/table/column.js';
import type { EntityTable } from '../../equipment/equipment.js';
import { members } from '../../equipment/members.js';
import type { Rule, RuleInput } from '../rule.js';
import { rowsOf } from '../table-rows.js';

/** Rows for a block name one the stage has, and only what may differ from block to block. */
export const blockRows: Rule = {
  name: 'rows of blocks',
  layer: 4,
  *check(input) {
    if (input.raw.generation !== 'current') return;
    for (const { tables } of members) {
      for (const [key, table] of Object.entries(tables)) yield* tableProblems(key as CaseFileKey, table, input);
    }
  },
};

function* tableProblems(key: CaseFileKey, { column, wholeStage = [] }: EntityTable, { raw }: RuleInput) {
  const spec = caseFiles[key];
  if (spec.format !== 'parquet' || !('block_id' in spec.table.columns)) return;
  const blocks = new Map(raw.stages.stages.map((stage) => [stage.id, stage.blocks.length]));
  for (const row of rowsOf(raw, key)) {
    const [stage, block] = [row.stage_id as number, row.block_id as number | null];
    if (block === null) continue;
    const place = { file: spec.path, id: row[column] as EntityId, stage };
    const count = blocks.get(stage);
    if (count !== undefined && block >= count) yield unknownBlock(place, block, count);
    for (const name of wholeStage) {
      if (row[name] !== null) yield notPerBlock(place, storedName(spec.table, name, 'current'), block);
    }
  }
}

interface Place {
  readonly file: string;
  readonly id: EntityId;
  readonly stage: number;
}

function unknownBlock({ file, id, stage }: Place, block: number, count: number): Finding {
  const detail = `row of ${id} for block ${block}, but stage ${stage} has ${count} (counted from 0)`;
  const suggestion = `Use a block_id from 0 to ${count - 1}, or none for the whole stage.`;
  return asError(
    4,
    errorRecord('StageMismatch', `${file} has a ${detail}.`, { file, stage_id: stage, detail }, suggestion),
  );
}

function notPerBlock({ file, id, stage }: Place, field: string, block: number): Finding {
  const context = { file, entity_id: id, field, expected: 'no block_id beside it', actual: block };
  const message = `${file}: '${field}' of ${id} in stage ${stage} holds for the whole stage and cannot be given for block ${block}.`;
  return asError(4, errorRecord('SchemaViolation', message, context, 'Give it in a row without block_id.'));
}
