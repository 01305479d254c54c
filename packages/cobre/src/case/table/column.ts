import * as z from 'zod';
import type { Generation } from '../generation/generation.js';
import type { EntityId } from '../identity.js';

/**
 * What a Parquet column must hold. The declaration gives the reader its checks, the row its type and the exported JSON
 * Schema its text.
 */
export interface Column<Value = unknown> {
  readonly type: 'id' | 'int' | 'double' | 'date';
  /** The column may be missing, and its values may be null. */
  readonly optional: boolean;
  readonly min?: number;
  /** True when `min` itself is not allowed. */
  readonly aboveMin?: boolean;
  readonly max?: number;
  /** Names the column had in other descriptions of the format. */
  readonly aliases?: readonly string[];
  /** The name current cases have for it, where that differs. */
  readonly renamed?: string;
  /** The generation that has the column, where only one of them does. */
  readonly only?: Generation;
  /** Read, but nothing follows from it; validation warns when it holds a value. */
  readonly noEffect?: string;
  /** The generation in which that is so, where the other one uses the column. */
  readonly noEffectIn?: Generation;
  readonly description?: string;
  /** Only a type: the value a row carries. */
  readonly value?: Value;
}

type Rules = Partial<
  Pick<Column, 'min' | 'aboveMin' | 'max' | 'aliases' | 'renamed' | 'only' | 'noEffect' | 'noEffectIn' | 'description'>
>;

export const idColumn = (rules: Rules = {}): Column<EntityId> => ({ type: 'id', optional: false, ...rules });
export const intColumn = (rules: Rules = {}): Column<number> => ({ type: 'int', optional: false, ...rules });
export const doubleColumn = (rules: Rules = {}): Column<number> => ({ type: 'double', optional: false, ...rules });
/** Values are days since 1970-01-01. */
export const dateColumn = (rules: Rules = {}): Column<number> => ({ type: 'date', optional: false, ...rules });
export const optionalInt = (rules: Rules = {}): Column<number | null> => ({ type: 'int', optional: true, ...rules });
export const optionalDouble = (rules: Rules = {}): Column<number | null> => ({
  type: 'double',
  optional: true,
  ...rules,
});

export const notNegative = { min: 0 };
export const aboveZero = { min: 0, aboveMin: true };
/** Current cases may limit a single block; a row without one holds for the whole stage. */
export const blockIdColumn = optionalInt({ min: 0, only: 'current', description: 'Null: every block' });
export const stageIdColumn = intColumn({ description: 'Stage id' });
/** Which scenario a row given from outside belongs to. */
export const externalKey = { stage_id: stageIdColumn, scenario_id: intColumn(notNegative) };

export type Columns = Readonly<Record<string, Column>>;

export type Row<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer Value> ? Value : never;
};

export interface Table<C extends Columns = Columns> {
  readonly columns: C;
  /** Columns that together may occur only once. */
  readonly key: readonly string[];
  readonly description: string;
}

export function table<C extends Columns>(
  description: string,
  key: readonly (keyof C & string)[],
  columns: C,
): Table<C> {
  return { description, key, columns };
}

/** The columns as cases of a generation write them: by stored name, with the name that rows have for it. */
export function columnsIn(
  declaration: Table,
  generation: Generation,
): ReadonlyMap<string, { name: string; column: Column }> {
  const stored = Object.entries(declaration.columns).filter(([, { only = generation }]) => only === generation);
  return new Map(
    stored.map(([name, column]) => [generation === 'current' ? (column.renamed ?? name) : name, { name, column }]),
  );
}

/** What cases of a generation call a column. */
export function storedName(declaration: Table, name: string, generation: Generation): string {
  return (generation === 'current' && declaration.columns[name]?.renamed) || name;
}

/** A Zod schema of the rows, for export. Reading does not go through it: columns are checked as a whole, which is faster. */
export function rowSchema(declaration: Table, generation: Generation): z.ZodType {
  const shape = [...columnsIn(declaration, generation)].map(
    ([stored, { column }]) => [stored, columnSchema(column)] as const,
  );
  return z.array(z.object(Object.fromEntries(shape))).describe(declaration.description);
}

function columnSchema(column: Column): z.ZodType {
  const base = bounded(column).describe(column.description ?? column.type);
  return column.optional ? base.nullish() : base;
}

function bounded(column: Column): z.ZodType {
  if (column.type === 'id') return z.union([z.int(), z.string()]);
  if (column.type === 'date') return z.string();
  let number: z.ZodNumber = column.type === 'int' ? z.int() : z.number();
  if (column.min !== undefined) number = column.aboveMin ? number.gt(column.min) : number.min(column.min);
  return column.max === undefined ? number : number.max(column.max);
}
