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

/** What is known with what is told instead of it or beside it. */
type Together<Known, Told> = Told & { readonly [Name in Exclude<keyof Known, keyof Told>]: Known[Name] };

/**
 * An answer out of what is known and what is told beside it: the fields its schema names, in their order, without those
 * that nobody knows. The two are not joined first, which costs ten times as much as the answer.
 */
export function answerOf<Schema extends z.ZodObject, Known extends object, const Told extends object>(
  schema: Schema,
  known: Known,
  told: Told & (Together<Known, Told> extends Said<z.output<Schema>> ? unknown : never),
): Said<z.output<Schema>> {
  const answer: Record<string, unknown> = {};
  for (const name of namesIn(schema)) {
    const value = ((name in told ? told : known) as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined) answer[name] = value;
  }
  return answer as never;
}

const names = new WeakMap<z.ZodObject, readonly string[]>();

/** Each schema is asked once: it is the same for every answer. */
function namesIn(schema: z.ZodObject): readonly string[] {
  const found = names.get(schema) ?? Object.keys(schema.shape);
  names.set(schema, found);
  return found;
}
