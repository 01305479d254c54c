import type { EntityId } from '../identity.js';

/**
 * Something a migration did beyond writing the same in other words. `meaning`: the value says something else from now on, so
 * results may change. `dropped`: it is gone. `added`: the current format asks for it.
 */
export interface Note {
  readonly effect: 'meaning' | 'dropped' | 'added';
  readonly file: string;
  readonly entity_id: EntityId | null;
  readonly field: string;
  readonly text: string;
}

export class Notes {
  readonly all: Note[] = [];

  add(effect: Note['effect'], [file, id, field]: readonly [string, EntityId | null, string], text: string): void {
    this.all.push({ effect, file, entity_id: id, field, text });
  }
}

export interface MigrationOptions {
  /** Keep what 0.5.1 computed for plants of constant productivity, by a price of 0 for their turbined water. */
  readonly freeTurbinedWater: boolean;
  /** Turn `gnl_config`, which had no effect, into anticipated dispatch. */
  readonly anticipate: boolean;
}
