import { integerIdOf } from '../case/identity.js';
import type { Entity, System } from '../case/model.js';
import {
  blockColumn,
  type CellValue,
  operativeState,
  type ResultColumn,
  type ResultTable,
  stageColumn,
  whole,
} from './result-table.js';
import type { SolvedStage } from './solved-stage.js';

/** Where a row stands: the block, its hours, and the place of its columns (`entity · blocks + block`). */
export interface TableCell {
  readonly block: number;
  readonly hours: number;
  readonly cell: number;
}

interface EntityTableParts<Item extends Entity> {
  readonly folder: string;
  /** The column that names the entity, and what an entity is. */
  readonly id: readonly [column: string, description: string];
  readonly columns: readonly ResultColumn[];
  of(system: System): readonly Item[];
  /** The values of the columns. */
  row(solved: SolvedStage, entity: Item, at: TableCell): CellValue[];
}

/** The table of a kind of equipment: a row for each block and entity, which begins with stage, block and id. */
export function entityTable<Item extends Entity>({
  folder,
  id,
  columns,
  of,
  row,
}: EntityTableParts<Item>): ResultTable {
  return {
    folder,
    columns: [stageColumn, blockColumn, whole(...id), ...columns],
    rows(solved, add) {
      for (let block = 0; block < solved.blocks; block++) {
        const hours = solved.hours(block);
        for (const entity of of(solved.study.system)) {
          const cell = entity.index * solved.blocks + block;
          add(solved.stage.id, block, integerIdOf(entity), ...row(solved, entity, { block, hours, cell }));
        }
      }
    },
  };
}

/** The code of something that is there or not. */
export function existenceCode(exists: boolean): number {
  return exists ? operativeState.operating : operativeState.deactivated;
}
