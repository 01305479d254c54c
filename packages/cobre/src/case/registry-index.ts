import type { Member } from '../equipment/members.js';
import { compareDeclared, type EntityId } from './identity.js';

/** Finds entities of one registry by whatever a file calls them, and fixes their canonical order. */
export interface RegistryIndex {
  /** Ids in canonical order; the position is the dense index. */
  readonly ids: readonly EntityId[];
  /** The dense index of an id, or undefined when the registry has no such entity. */
  indexOf(id: EntityId): number | undefined;
  /** True when an integer was understood as the position of an entity with a string id. */
  isPositional(id: EntityId): boolean;
}

/**
 * An id matches by its text, so that 1 and "1" are the same. Tables whose columns can only hold integers may name an
 * entity with a string id by its position in the canonical order.
 */
export function registryIndex(declared: readonly { readonly id: EntityId }[]): RegistryIndex {
  const ids = [...declared].sort(compareDeclared).map(({ id }) => id);
  const byText = new Map<string, number>();
  for (const [index, id] of ids.entries()) if (!byText.has(String(id))) byText.set(String(id), index);
  const positional = (id: EntityId): number | undefined =>
    typeof id === 'number' && typeof ids[id] === 'string' ? id : undefined;
  return {
    ids,
    indexOf: (id) => byText.get(String(id)) ?? positional(id),
    isPositional: (id) => !byText.has(String(id)) && positional(id) !== undefined,
  };
}

export type RegistryName = Member['registry'] | 'genericConstraints';

export type Registries = Readonly<Record<RegistryName, RegistryIndex>>;
