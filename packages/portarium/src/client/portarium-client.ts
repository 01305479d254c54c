import type { Checked, Operation, SchemaSource } from '@quadrivium/kernel';

/** What a client needs to know of an operation. */
export type Callable<Input extends SchemaSource = SchemaSource, Output extends SchemaSource = SchemaSource> = Pick<
  Operation<Input, Output>,
  'name' | 'input' | 'output' | 'rest'
>;

/** What an operation may be asked with; a field that is undefined counts as left out. */
export type Arguments<Input extends SchemaSource> = Input extends { readonly _zod: { readonly input: infer Words } }
  ? { readonly [Name in keyof Words]: Unchanged<Words[Name]> | undefined }
  : Readonly<Record<string, unknown>>;

/** A list is only read. */
type Unchanged<Word> = Word extends readonly (infer Each)[] ? readonly Each[] : Word;

/**
 * The control plane, wherever it is: every operation is called the same way. A client speaks for one caller: it brings
 * the credentials itself, so that no argument can name another.
 */
export interface PortariumClient {
  call<Input extends SchemaSource, Output extends SchemaSource>(
    operation: Callable<Input, Output>,
    args: Arguments<Input>,
    signal?: AbortSignal,
  ): Promise<Checked<Output>>;
  /** For operations whose answer is produced while it is sent. */
  stream(operation: Callable, args: object, signal?: AbortSignal): AsyncIterable<string>;
}

/** The arguments as they would arrive over a socket: without what is undefined. */
export const plain = (args: object): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(args));
