/** A connection inside a transaction, in the little SQL that both databases understand. Parameters are `?`. */
export interface Sql {
  /** `of` says which document is asked for, where it is one. */
  all(sql: string, values: readonly SqlValue[], of?: Place): Promise<SqlRow[]>;
  /** `row` says which row is written, where it is a whole one: several of a table may then be written at once. */
  run(sql: string, values: readonly SqlValue[], row?: WholeRow): Promise<void>;
}

export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** One row of a table, by what it is found by. */
export interface Place {
  readonly table: string;
  readonly key: string;
}

/** What an `INSERT` writes, beside its text: the columns its values stand for, and what follows them. */
export interface WholeRow extends Place {
  readonly columns: readonly string[];
  readonly onConflict: string;
}
