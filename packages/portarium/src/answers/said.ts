import * as z from 'zod';

/**
 * What a schema promises about a value: its named fields, however deep. The objects of an answer are open, because the
 * control plane may say more than it promises, and the newer side of a connection must not break the older.
 */
export type Said<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Said<Item>[]
    : T extends object
      ? [Named<T>] extends [never]
        ? Readonly<Record<string, Said<T[keyof T]>>>
        : { readonly [Name in keyof T as string extends Name ? never : Name]: Said<T[Name]> }
      : T;

type Named<T> = keyof { [Name in keyof T as string extends Name ? never : Name]: never };

/** A value whose whole type stands elsewhere; the schema promises a part of it, which is checked when this compiles. */
export const typed =
  <Value>() =>
  <Schema extends z.ZodType>(schema: Schema & (Value extends Said<z.output<Schema>> ? unknown : never)) =>
    schema as unknown as z.ZodType<Value, Value>;

export const time = z.string().describe('UTC, ISO 8601');
export const json = z.record(z.string(), z.unknown());

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ items: z.array(item), nextCursor: z.string().optional() });

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

export interface PageRequest {
  /** 1 to 200; 50 when omitted. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** An answer out of what is known: the fields it names, in its order, without those that nobody knows. */
export function answerOf<Schema extends z.ZodObject>(
  { shape }: Schema,
  known: Said<z.output<Schema>>,
): Said<z.output<Schema>> {
  const all = known as Readonly<Record<string, unknown>>;
  const names = Object.keys(shape).filter((name) => all[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, all[name]])) as never;
}
