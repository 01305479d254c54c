import type { Aliases } from './aliases.js';
import type { Schema } from './schema.js';

/** Where a type is written: inside which alias, and whether an object or array lies between. */
export interface Place {
  readonly alias: string | undefined;
  readonly open: boolean;
  readonly depth: number;
  /** References that were replaced by what they name, on the way here. */
  readonly inlined: readonly string[];
}

export interface Writing {
  /** The type of a schema at a place. Objects and lists ask it for what they hold. */
  typeAt(schema: unknown, place: Place): string;
  readonly root: Schema;
  readonly aliases: Aliases;
  readonly uses: ReadonlyMap<string, number>;
  readonly recursive: Map<string, boolean>;
  parts: number;
  /** How many aliases were named so far; tells whether a type has one in it. */
  named: number;
}

/** The place of a property or an item: no longer open, one deeper. */
export function within(place: Place): Place {
  return { ...place, open: false, depth: place.depth + 1 };
}

/** Parentheses wherever an operator of the type could be read as one of its surroundings. */
export function inParentheses(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type;
}
