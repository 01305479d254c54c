import type { NamedThing } from '../../domain/parsed-item.js';

/** Something that words `at` up to `end` of a text name. */
export interface Found {
  readonly at: number;
  readonly end: number;
  readonly thing: NamedThing;
}
