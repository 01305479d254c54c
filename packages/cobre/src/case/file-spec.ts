import type * as z from 'zod';
import type { Generation } from './generation/generation.js';
import type { Columns, Row, Table } from './table/column.js';

/** One file of a case directory. */
export type CaseFileSpec = JsonFileSpec | TableFileSpec;

export interface JsonFileSpec<
  Schema extends z.ZodType = z.ZodType,
  Required extends boolean = boolean,
  // biome-ignore lint/suspicious/noExplicitAny: whatever the edition of the file makes of it.
  Content = any,
> {
  readonly format: 'json';
  readonly path: string;
  readonly required: Required;
  /** As release 0.5.1 writes it. */
  readonly schema: Schema;
  /** As current cases write it; the same when absent, and no such file when null. */
  readonly current?: Edition<Content> | null | undefined;
  /** True when release 0.5.1 did not have the file. */
  readonly onlyCurrent?: boolean;
}

/**
 * How current cases write a file, and what it says in the words the rest of the program uses. This is the one place where
 * the two generations meet: behind it there is one model.
 */
export interface Edition<Content> {
  readonly schema: z.ZodType;
  // biome-ignore lint/suspicious/noExplicitAny: the output of the schema, which only the edition knows.
  read(document: any): Content;
}

export const edition = <S extends z.ZodType, Content>(
  schema: S,
  read: (document: z.output<S>) => Content,
): Edition<Content> => ({ schema, read });

/** A file whose current form says the same with some keys more. */
export const sameWords = <S extends z.ZodType>(schema: S): Edition<z.output<S>> => ({ schema, read: (d) => d });

export interface TableFileSpec<C extends Columns = Columns> {
  readonly format: 'parquet';
  readonly path: string;
  readonly required: false;
  readonly table: Table<C>;
  /** Names the file had in other descriptions of the format. */
  readonly aliases: readonly string[];
  /** True when release 0.5.1 did not have the file. */
  readonly onlyCurrent?: boolean;
}

export const required = <S extends z.ZodType, Content = z.output<S>>(
  path: string,
  schema: S,
  current?: Edition<Content>,
): JsonFileSpec<S, true, Content> => ({ format: 'json', path, required: true, schema, current });

export const optional = <S extends z.ZodType, Content = z.output<S>>(
  path: string,
  schema: S,
  current?: Edition<Content> | null,
): JsonFileSpec<S, false, Content> => ({ format: 'json', path, required: false, schema, current });

/** The same file, of current cases only. */
export const sinceCurrent = <Spec extends CaseFileSpec>(spec: Spec): Spec => ({ ...spec, onlyCurrent: true });

/** Whether cases of a generation have the file at all. */
export function existsIn(spec: CaseFileSpec, generation: Generation): boolean {
  if (generation === 'cobre-0.5') return !spec.onlyCurrent;
  return spec.format === 'parquet' || spec.current !== null;
}

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
  Spec extends JsonFileSpec<z.ZodType, boolean, infer Said>
    ? Said
    : Spec extends TableFileSpec<infer C>
      ? readonly Row<C>[]
      : never;

/** What files say, under their keys; null where an optional file is absent. */
export type ContentsOf<Files> = {
  readonly [K in keyof Files]: Files[K] extends { readonly required: true }
    ? Content<Files[K]>
    : Content<Files[K]> | null;
};
