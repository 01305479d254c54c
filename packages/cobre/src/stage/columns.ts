import type { Case, Stage } from '../case/model.js';
import { type ColumnsOf, entitiesOf, members } from '../equipment/members.js';

/**
 * The column of every quantity of a stage, −1 where the stage has none. Per block, entity-major: `entity · blocks + block`.
 * Plain typed arrays, so that workers receive it as it is.
 */
export type StageColumns = ColumnsOf & {
  /** Slacks of the generic rows of the stage, in row order: missing (added to the left side) and surplus. */
  readonly genericMissing: number[];
  readonly genericSurplus: number[];
};

export function emptyColumns({ system }: Case, stage: Stage): StageColumns {
  const columns: Record<string, Int32Array | number[]> = { genericMissing: [], genericSurplus: [] };
  for (const member of members) {
    const { length } = entitiesOf(system, member);
    for (const [name, shape] of Object.entries(member.columns)) {
      const size = shape === 'block' ? length * stage.blocks.length : length;
      columns[name] = new Int32Array(size).fill(shape === 'count' ? 0 : -1);
    }
  }
  return columns as unknown as StageColumns;
}
