import type { EntityId } from '../identity.js';
import type { RawCase } from '../registry.js';
import type { RegistryIndex } from '../registry-index.js';

/** Limits of an entity in a stage, for the whole of it and block by block. */
export interface BlockBounds<Row> {
  /** What holds for the whole stage. */
  at(entityIndex: number, stageId: number): Partial<Row>;
  /** What holds in a block: its own rows, and where they are silent those of the stage. */
  inBlock(entityIndex: number, stageId: number, block: number): Partial<Row>;
}

interface BoundRow {
  readonly stage_id: number;
  readonly block_id: number | null;
}

/**
 * Rows of a table of limits. In current cases a row may be for one block, and several rows may each give some columns. In
 * release 0.5.1 a row holds for the whole stage and the last one counts.
 */
export function blockBounds<Row extends BoundRow>(
  { generation }: RawCase,
  rows: readonly Row[] | null,
  registry: RegistryIndex,
  entityOf: (row: Row) => EntityId,
): BlockBounds<Row> {
  const merged = new Map<string, Partial<Row>>();
  const keyOf = (entity: number, stage: number, block: number | null) => `${entity} ${stage} ${block ?? ''}`;
  for (const row of rows ?? []) {
    const index = registry.indexOf(entityOf(row));
    if (index === undefined) continue;
    const single = generation === 'current';
    const key = keyOf(index, row.stage_id, single ? row.block_id : null);
    merged.set(key, single ? ({ ...merged.get(key), ...withoutNulls(row) } as Partial<Row>) : row);
  }
  const at = (entity: number, stage: number, block: number | null = null) =>
    merged.get(keyOf(entity, stage, block)) ?? {};
  return {
    at: (entity, stage) => at(entity, stage),
    inBlock: (entity, stage, block) => ({ ...at(entity, stage), ...at(entity, stage, block) }),
  };
}

/** The columns of a row that say something. */
export function withoutNulls<Row extends object>(row: Row): { [K in keyof Row]?: NonNullable<Row[K]> } {
  const given = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as { [K in keyof Row]?: NonNullable<Row[K]> };
}
