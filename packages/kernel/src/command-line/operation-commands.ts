/**
 * Operations as commands: `match_opportunity` becomes `career match-opportunity`. Names, help, defaults and checks come from
 * the operation itself, so the command line and the server can never disagree. How a call is made (through the gate of a
 * runtime in this process, or over HTTP) is the program's business.
 */
import { Fault } from '../fault.js';
import { jsonForm } from '../registry/json-form.js';
import type { CliBinding, Operation } from '../registry/operation.js';
import {
  type Answer,
  type Argument,
  argument,
  type Command,
  dashed,
  required as demanded,
  exitCodes,
  type Flag,
  type Flags,
  type Io,
  onSwitch,
  render,
  withDefault,
} from '../shell/index.js';
import { type Field, fieldFlag, fieldsOf, fieldValue, requiredFields } from './field-flag.js';
import { fileText, objectIn } from './word-value.js';

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
  let known: Inputs | undefined;
  // A program has dozens of operations and runs one of them: its schema is read when somebody asks for it.
  const inputs = (): Inputs => {
    known ??= inputsOf(operation, binding);
    return known;
  };
  return {
    name: binding.verb,
    description: operation.description,
    title: operation.title,
    get arguments() {
      const { words, required } = inputs();
      return Object.fromEntries(
        inOrder(words, binding).map(([name, field]) => [name, wordFor(field, required, name, binding)]),
      );
    },
    get options() {
      const found = inputs();
      return { ...optionsOf(found, binding), ...optionsForWords(found, binding), ...switchesOf(binding) };
    },
    async run(io: Io, given: Readonly<Record<string, unknown>>): Promise<Answer> {
      const said = await argumentsFrom(given, inputs(), binding);
      const args = binding.prepare?.(said) ?? said;
      const data = (await call(operation, args, io, given)) ?? args;
      return answerOf(data, binding);
    },
  };
}

type NamedField = readonly [string, Field];

/** What a command takes, of the input of its operation. */
type Inputs = ReturnType<typeof inputsOf>;

function inputsOf({ input }: Operation, binding: CliBinding<unknown>) {
  const schema = jsonForm(input, 'input');
  const fields = fieldsOf(schema).filter(([name]) => !binding.given?.includes(name));
  const required = requiredFields(schema);
  const isWord = ([name, { type }]: NamedField): boolean =>
    binding.arguments?.includes(name) ?? (required.includes(name) && type === 'string');
  const options = fields.filter((field) => !isWord(field) && binding.switches?.[field[0]] === undefined);
  return { words: fields.filter(isWord), options, required };
}
function inOrder(words: readonly NamedField[], { arguments: order }: CliBinding<unknown>) {
  if (order === undefined) return words;
  return order.flatMap((name) => words.filter(([word]) => word === name));
}

/** An object, or anything at all: it takes all the words that are left. */
const takesRest = ({ type, anyOf, enum: choices }: Field): boolean =>
  type === 'object' || (type === undefined && anyOf === undefined && choices === undefined);

const isList = ({ type }: Field): boolean => type === 'array';

function wordFor(
  field: Field,
  required: readonly string[],
  name: string,
  { files = [], names = {} }: CliBinding<unknown>,
): Argument<unknown> {
  const { description = '' } = field;
  // Its items may also be given with the option of its name.
  if (isList(field)) return { ...argument(description, {}), count: 'any' };
  const [some, none] =
    takesRest(field) && !files.includes(name) ? (['some', 'any'] as const) : (['one', 'optional'] as const);
  const file = files.includes(name) ? { placeholder: 'file' } : {};
  const shown = names[name] === undefined ? file : { placeholder: names[name] };
  return { ...argument(description, shown), count: required.includes(name) ? some : none };
}

function optionsOf({ options, required }: Inputs, { names = {}, defaults = {} }: CliBinding<unknown>): Flags {
  return Object.fromEntries(
    options.map(([name, field]): [string, Flag<unknown>] => {
      const flag = fieldFlag(names[name] ?? name, field);
      if (name in defaults) return [name, withDefault(flag, defaults[name])];
      return [name, required.includes(name) ? demanded(flag) : flag];
    }),
  );
}

/**
 * Words that need not be given can be given as options too: `ingest-resume cv.pdf` or `--input-path cv.pdf`, `verify-atoms a b`
 * or `--atom-ids a,b`.
 */
function optionsForWords({ words, required }: Inputs, { names = {}, files = [] }: CliBinding<unknown>): Flags {
  const spare = words.filter(
    ([name, field]) => isList(field) || (field.type === 'string' && !required.includes(name) && !files.includes(name)),
  );
  return Object.fromEntries(spare.map(([name, field]) => [asOption(name), fieldFlag(names[name] ?? name, field)]));
}

const asOption = (name: string): string => `--${name}`;

const switchesOf = ({ switches = {} }: CliBinding<unknown>): Flags =>
  Object.fromEntries(
    Object.entries(switches).map(([name, description]) => [name, onSwitch(dashed(name), description)]),
  );

async function argumentsFrom(
  given: Readonly<Record<string, unknown>>,
  { words, options }: Inputs,
  binding: CliBinding<unknown>,
): Promise<Readonly<Record<string, unknown>>> {
  const typed = words.map(async ([name, field]) => {
    const said = given[name] ?? given[asOption(name)];
    const value = isList(field) ? listIn(name, field, given) : wordValue(name, field, said, binding);
    return [name, await value] as const;
  });
  const chosen = [...options.map(([name]) => name), ...Object.keys(binding.switches ?? {})];
  const all = [...(await Promise.all(typed)), ...chosen.map((name) => [name, given[name]] as const)];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

function listIn(name: string, field: Field, given: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  const words = (given[name] ?? []) as readonly string[];
  const items = words.flatMap((word) => typedValue(name, field, word));
  const chosen = given[asOption(name)] as readonly unknown[] | undefined;
  return items.length === 0 ? chosen : [...items, ...(chosen ?? [])];
}

function wordValue(name: string, field: Field, value: unknown, { files }: CliBinding<unknown>): unknown {
  if (Array.isArray(value)) return objectIn(value);
  if (typeof value !== 'string') return value;
  return files?.includes(name) ? fileText(value) : typedValue(name, field, value);
}

/** Options are read where their names are known; a word that cannot be read is told here. */
function typedValue(name: string, field: Field, text: string): unknown {
  try {
    return fieldValue(name, field, text);
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('BadUsage', `<${dashed(name)}> ${(error as Error).message}, not "${text}".`, {
      context: { argument: name },
      cause: error,
    });
  }
}

const warning = (message: string) => ({ kind: 'Warning', message, context: {}, suggestion: null });

function answerOf(data: unknown, { show, refuses, warns }: CliBinding<unknown>): Answer {
  const refusal = refuses?.(data);
  const exitCode = refusal ? { exitCode: refusal === true ? exitCodes.refused : refusal } : {};
  const told = warns ? { warnings: warns(data).map(warning) } : {};
  if (show === undefined) return { data, ...exitCode, ...told };
  return {
    data,
    ...exitCode,
    ...told,
    details() {
      const shown = show(data);
      return typeof shown === 'string' ? shown : render(shown);
    },
  };
}
