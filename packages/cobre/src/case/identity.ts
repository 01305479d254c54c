/** Files may name an entity by an integer or by a string; results always repeat what the file said. */
export type EntityId = number | string;

export interface Entity {
  /** As written in the case. */
  readonly id: EntityId;
  /** Dense position in the canonical order of its registry, which is what every table and vector is indexed by. */
  readonly index: number;
  readonly name: string;
}

/**
 * The canonical order of a registry: integers by value, then strings by code units. Everything downstream follows it,
 * so that declaring entities in another order changes no bit of any result.
 */
export function compareIds(a: EntityId, b: EntityId): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  if (typeof b === 'number') return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Declared {
  readonly id: EntityId;
  /** Only in current cases. */
  readonly operational_start_date?: unknown;
}

/** The canonical order of entries: by the date current cases give them, then by id. */
export function compareDeclared(a: Declared, b: Declared): number {
  const [first, second] = [dateOf(a), dateOf(b)];
  return first === second ? compareIds(a.id, b.id) : first < second ? -1 : 1;
}

const dateOf = ({ operational_start_date: date }: Declared) => (typeof date === 'string' ? date : '');

/** The id an integer column carries for an entity: its own integer, or the canonical index of a string id. */
export function integerIdOf(entity: Entity): number {
  return typeof entity.id === 'number' ? entity.id : entity.index;
}
