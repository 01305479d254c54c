/** A connection inside a transaction, in the little SQL that both databases understand. Parameters are `?`. */
export interface Sql {
  all(sql: string, values: readonly SqlValue[]): Promise<SqlRow[]>;
  run(sql: string, values: readonly SqlValue[]): Promise<void>;
}

export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, unknown>>;
