import type * as z from 'zod';

/** What a schema promises about a value: its named fields, however deep, and nothing about further ones. */
type Promised<T> = T extends readonly (infer Item)[]
  ? readonly Promised<Item>[]
  : T extends object
    ? { readonly [Name in keyof T as string extends Name ? never : Name]: Promised<T[Name]> }
    : T;

/**
 * An answer as callers read it (`app/views.ts`) with the schema that is listed and checked at the door. Objects are open:
 * the control plane may say more than it promises, and the newer side of a connection must not break the older. That
 * the view keeps what the schema promises is checked when this compiles.
 */
export const answer =
  <View>() =>
  <Schema extends z.ZodType>(schema: Schema & (View extends Promised<z.output<Schema>> ? unknown : never)) =>
    schema as unknown as z.ZodType<View, View>;
