import type { EntityId } from '../identity.js';
import type { RegistryIndex } from '../registry-index.js';

/** Rows of an override table, found by entity and stage. */
export interface Overrides<Row> {
  at(entityIndex: number, stageId: number): Row | undefined;
}

export function overridesBy<Row extends { readonly stage_id: number }>(
  rows: readonly Row[] | null | undefined,
  registry: RegistryIndex,
  entityOf: (row: Row) => EntityId,
): Overrides<Row> {
  const byEntity = new Map<number, Map<number, Row>>();
  for (const row of rows ?? []) {
    const index = registry.indexOf(entityOf(row));
    if (index === undefined) continue;
    const stages = byEntity.get(index) ?? new Map<number, Row>();
    byEntity.set(index, stages.set(row.stage_id, row));
  }
  return { at: (entityIndex, stageId) => byEntity.get(entityIndex)?.get(stageId) };
}

/** Rows of a table by the entity they belong to; unknown entities are left out. */
export function rowsByEntity<Row>(
  rows: readonly Row[] | null | undefined,
  registry: RegistryIndex,
  entityOf: (row: Row) => EntityId,
): ReadonlyMap<number, readonly Row[]> {
  const byEntity = new Map<number, Row[]>();
  for (const row of rows ?? []) {
    const index = registry.indexOf(entityOf(row));
    if (index === undefined) continue;
    const own = byEntity.get(index);
    if (own) own.push(row);
    else byEntity.set(index, [row]);
  }
  return byEntity;
}

/** Block factors of one stage, 1 where the case gives none. */
export function factorsOf<Entry extends { readonly block_id: number }>(
  entries: readonly Entry[] | undefined,
  blockCount: number,
  factorOf: (entry: Entry) => number,
): readonly number[] {
  const factors = new Array<number>(blockCount).fill(1);
  for (const entry of entries ?? []) if (entry.block_id < blockCount) factors[entry.block_id] = factorOf(entry);
  return factors;
}
