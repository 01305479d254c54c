import type { Case } from '../case/model.js';

/** `'name:type'`, with `?` behind the name for a column that may be null; dates are days since 1970-01-01. */
export type SideColumn = `${string}:${'int32' | 'double' | 'date' | 'string'}`;

/** A table that follows from a case alone and is written before its training begins. */
export interface SideTable {
  /** Below the output directory. */
  readonly path: string;
  readonly columns: readonly SideColumn[];
  /** No file is written when there are none. */
  rows(study: Case): readonly Readonly<Record<string, number | string | null>>[];
}
