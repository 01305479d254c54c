import type { Icon, InputRequiredResult, PromptMessage } from '@modelcontextprotocol/server';

import type { Completer } from './completion.js';
import type { CallContext } from './operation-context.js';
import type { Checked, SchemaSource } from './schema-source.js';

export interface PromptDefinition<Arguments extends SchemaSource = SchemaSource> {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /**
   * An object schema. On the wire every argument is a string; arguments that the schema calls arrays are accepted as
   * JSON text, as a comma or newline list, or as a literal array.
   */
  readonly arguments: Arguments;
  readonly aliases?: readonly string[];
  readonly icons?: readonly Icon[];
  /** Completions by argument; arguments with an `enum` complete themselves. */
  readonly complete?: Readonly<Record<string, Completer>>;

  run(args: Checked<Arguments>, context: CallContext): PromptOutcome | Promise<PromptOutcome>;
}

/** One user message, a sequence of them, or a question back to the person. */
export type PromptOutcome = string | readonly PromptMessage[] | InputRequiredResult;

export function definePrompt<const Arguments extends SchemaSource>(
  definition: PromptDefinition<Arguments>,
): PromptDefinition<Arguments> {
  return definition;
}
