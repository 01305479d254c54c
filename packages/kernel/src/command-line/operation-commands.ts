/**
 * Operations as commands: `match_opportunity` becomes `career match-opportunity`. Names, help, defaults and checks come from
 * the operation itself, so the command line and the server can never disagree. How a call is made (through the gate of a
 * runtime in this process, or over HTTP) is the program's business.
 */
import { compileSchema } from '../registry/compiled-schema.js';
import type { CliBinding, Operation } from '../registry/operation.js';
import {
  type Answer,
  type Argument,
  argument,
  type Command,
  dashed,
  type Flags,
  type Io,
  render,
} from '../shell/index.js';
import { type Field, fieldFlag, fieldsOf, fieldValue, requiredFields } from './field-flag.js';

/** Makes the call and gives the answer of the operation. `given` has the options that all commands of the program share. */
export type CallOperation = (
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  io: Io,
  given: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** The commands of all operations that want one, in their order. */
export function operationCommands(operations: readonly Operation[], call: CallOperation): readonly Command[] {
  return operations.filter(({ cli }) => cli !== false).map((operation) => operationCommand(operation, call));
}

export function operationCommand(operation: Operation, call: CallOperation): Command {
  const binding: CliBinding<unknown> = operation.cli || { verb: dashed(operation.name.replace(/^.*\//, '')) };
  const schema = compileSchema(operation.input, 'input').json;
  const fields = fieldsOf(schema);
  const required = requiredFields(schema);
  const isWord = ([name, { type }]: readonly [string, Field]): boolean =>
    binding.arguments?.includes(name) ?? (required.includes(name) && type === 'string');
  const words = fields.filter(isWord);
  const options = fields.filter((field) => !isWord(field));
  return {
    name: binding.verb,
    description: operation.description,
    arguments: Object.fromEntries(
      inOrder(words, binding).map(([name, field]) => [name, wordFor(field, required, name)]),
    ),
    options: Object.fromEntries(options.map(([name, field]) => [name, fieldFlag(name, field)])) satisfies Flags,
    async run(io: Io, given: Readonly<Record<string, unknown>>): Promise<Answer> {
      const args = argumentsFrom(given, words, options);
      const data = await call(operation, args, io, given);
      return answerOf(data, binding);
    },
  };
}

function inOrder(words: readonly (readonly [string, Field])[], { arguments: order }: CliBinding<unknown>) {
  if (order === undefined) return words;
  return order.flatMap((name) => words.filter(([word]) => word === name));
}

function wordFor({ description = '' }: Field, required: readonly string[], name: string): Argument<unknown> {
  return { ...argument(description), count: required.includes(name) ? 'one' : 'optional' };
}

function argumentsFrom(
  given: Readonly<Record<string, unknown>>,
  words: readonly (readonly [string, Field])[],
  options: readonly (readonly [string, Field])[],
): Readonly<Record<string, unknown>> {
  const typed = words.map(([name, field]) => [name, wordValue(name, field, given[name])] as const);
  const chosen = options.map(([name]) => [name, given[name]] as const);
  return Object.fromEntries([...typed, ...chosen].filter(([, value]) => value !== undefined));
}

function wordValue(name: string, field: Field, value: unknown): unknown {
  return typeof value === 'string' ? fieldValue(name, field, value) : value;
}

function answerOf(data: unknown, { show }: CliBinding<unknown>): Answer {
  if (show === undefined) return { data };
  return {
    data,
    details() {
      const shown = show(data);
      return typeof shown === 'string' ? shown : render(shown);
    },
  };
}
