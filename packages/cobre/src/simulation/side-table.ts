import type { Case } from '../case/model.js';
import type { TableCell, TableColumn } from '../parquet/write.js';

/** A table that follows from a case alone and is written before its training begins. */
export interface SideTable {
  /** Below the output directory. */
  readonly path: string;
  readonly columns: readonly TableColumn[];
  /** No file is written when there are none. */
  rows(study: Case): readonly Readonly<Record<string, TableCell>>[];
}
