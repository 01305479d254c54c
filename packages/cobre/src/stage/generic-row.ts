/** One row of a user constraint: which constraint, and for which block (null: the stage as a whole). */
export interface GenericRow {
  readonly constraintIndex: number;
  readonly blockIndex: number | null;
  readonly row: number;
  /** Hours the slack is paid for. */
  readonly hours: number;
}
