import type { z } from 'zod';
import type { Columns, Row, Table } from './table/column.js';

/** One file of a case directory. */
export type CaseFileSpec = JsonFileSpec | TableFileSpec;

export interface JsonFileSpec<Schema extends z.ZodType = z.ZodType, Required extends boolean = boolean> {
  readonly format: 'json';
  readonly path: string;
  readonly required: Required;
  readonly schema: Schema;
}

export interface TableFileSpec<C extends Columns = Columns> {
  readonly format: 'parquet';
  readonly path: string;
  readonly required: false;
  readonly table: Table<C>;
  /** Names the file had in other descriptions of the format. */
  readonly aliases: readonly string[];
}

export const required = <S extends z.ZodType>(path: string, schema: S): JsonFileSpec<S, true> => ({
  format: 'json',
  path,
  required: true,
  schema,
});

export const optional = <S extends z.ZodType>(path: string, schema: S): JsonFileSpec<S, false> => ({
  format: 'json',
  path,
  required: false,
  schema,
});

export const parquet = <C extends Columns>(
  path: string,
  table: Table<C>,
  aliases: readonly string[] = [],
): TableFileSpec<C> => ({
  format: 'parquet',
  path,
  required: false,
  table,
  aliases,
});

type Content<Spec> =
  Spec extends JsonFileSpec<infer Schema>
    ? z.output<Schema>
    : Spec extends TableFileSpec<infer C>
      ? readonly Row<C>[]
      : never;

/** What files say, under their keys; null where an optional file is absent. */
export type ContentsOf<Files> = {
  readonly [K in keyof Files]: Files[K] extends { readonly required: true }
    ? Content<Files[K]>
    : Content<Files[K]> | null;
};
