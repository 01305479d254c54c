import type { EntityId } from '../case/identity.js';
import type { RegistryIndex } from '../case/registry-index.js';

/** A minimum and a maximum, and where a case states them. */
export interface Range {
  /** Path of the file. */
  readonly file: string;
  readonly id: EntityId;
  readonly name: readonly [min: string, max: string];
  readonly min: number;
  readonly max: number | null | undefined;
  /** Set for a stage override, which may turn a valid range around. */
  readonly stage?: number;
}

/** Finds the entry of a registry that a table means. */
export function finder<Entry extends { readonly id: EntityId }>(registry: RegistryIndex, entries: readonly Entry[]) {
  const byIndex = new Map(entries.map((entry) => [registry.indexOf(entry.id), entry]));
  return (id: EntityId): Entry | undefined => byIndex.get(registry.indexOf(id));
}
