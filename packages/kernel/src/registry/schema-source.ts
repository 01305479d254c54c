import type * as z from 'zod';

/** A JSON Schema (2020-12) written by hand, because a seed fixes it to the letter. It is listed unchanged. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a definition may give as its schema: zod where we are free, literal JSON Schema where a seed decides. */
export type SchemaSource = z.ZodType | JsonSchema;

/** What a handler receives once the schema has been checked (defaults filled in, by zod). */
export type Checked<Source> = Source extends z.ZodType ? z.output<Source> : Readonly<Record<string, unknown>>;

/** What a caller sends to be checked. */
export type Sent<Source> = Source extends z.ZodType ? z.input<Source> : Readonly<Record<string, unknown>>;

/** What a handler may return before the output check; the gate changes nothing of it. */
export type Produced<Source> = Source extends z.ZodType ? Unchanging<z.input<Source>> : unknown;

type Unchanging<Value> = Value extends object ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> } : Value;
