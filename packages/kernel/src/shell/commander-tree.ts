/** From commands to the commander that parses, explains and completes them. */
import { Command as Commander, Argument as CommanderArgument, type CommanderError, Option } from 'commander';
import type { Argument, Command } from './command.js';
import { exitCodesLine } from './exit-codes.js';
import type { Flag, Flags } from './flag.js';
import type { Program } from './program.js';
import type { Typed } from './settings.js';
import type { Terminal } from './terminal.js';

/** Called with the words of a command and what was typed for its flags, by key. */
export type Chosen = (
  command: Command,
  path: string,
  words: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, Typed>>,
) => Promise<void>;

export function commanderTree(
  program: Program,
  commands: readonly Command[],
  shared: Flags,
  terminal: Pick<Terminal, 'out' | 'err'>,
  argv: readonly string[],
  chosen: Chosen,
): Commander {
  const firstWords = new Set(commands.map(({ name }) => firstWord(name)));
  // Only help, completion and mistakes look at the inputs of commands that are not run.
  const isLookedAt = ({ name }: Command): boolean =>
    !firstWords.has(argv[0] ?? '') || ['', argv[0]].includes(firstWord(name));
  const root = new Commander(program.name).description(program.description).version(program.version);
  for (const flag of Object.values(shared)) root.addOption(optionFor(flag));
  for (const command of commands) {
    const target = addCommand(root, command, program);
    if (isLookedAt(command)) addInputs(target, root, command, program, shared, chosen);
  }
  root.addHelpText('after', `\n${program.help === undefined ? '' : `${program.help}\n\n`}${exitCodesLine()}`);
  for (const each of everyCommand(root)) {
    each
      .exitOverride((mistake) => {
        throw new Unparsed(mistake, pathOf(each));
      })
      .showSuggestionAfterError()
      .configureHelp({ showGlobalOptions: each !== root })
      // Mistakes are told in our own words; help goes where commander wants it.
      .configureOutput({
        writeOut: (text) => void terminal.out(text),
        writeErr: (text) => terminal.err(text),
        outputError: () => {},
      });
  }
  return root;
}

/** Where commander stopped reading the words: at a mistake, or because it has shown what was asked for. */
export class Unparsed extends Error {
  override readonly cause: CommanderError;
  /** The command, from the program's name on, whose words could not be read. */
  readonly path: string;

  constructor(cause: CommanderError, path: string) {
    super(cause.message);
    this.cause = cause;
    this.path = path;
  }
}

function pathOf(command: Commander): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

export function everyCommand(command: Commander): Commander[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

const wordsOf = (name: string): string[] => name.split(' ').filter((word) => word !== '');
const firstWord = (name: string): string => wordsOf(name)[0] ?? '';

function addCommand(root: Commander, command: Command, program: Program): Commander {
  const target = wordsOf(command.name).reduce((parent, name) => childOf(parent, name, program.groups), root);
  if (target !== root) target.description(command.description).aliases([...(command.aliases ?? [])]);
  if (command.title !== undefined) target.summary(command.title);
  if (command.help !== undefined) target.addHelpText('after', `\n${command.help}`);
  return target;
}

function addInputs(
  target: Commander,
  root: Commander,
  command: Command,
  program: Program,
  shared: Flags,
  chosen: Chosen,
): void {
  const { arguments: taken = {}, options = {} } = command;
  const words = Object.entries(taken);
  for (const [name, argument] of words) target.addArgument(argumentFor(name, argument));
  for (const flag of Object.values(options)) target.addOption(optionFor(flag));
  target.action(async (...given: unknown[]) => {
    const values = Object.fromEntries(words.map(([name], at) => [name, given[at]]));
    const typed = { ...typedFor(shared, root), ...typedFor(options, target) };
    await chosen(command, wordsOf(command.name).join(' ') || program.name, values, typed);
  });
}

function childOf(parent: Commander, name: string, groups: Program['groups'] = {}): Commander {
  const known = parent.commands.find((each) => each.name() === name);
  if (known !== undefined) return known;
  const child = parent.command(name);
  return groups[name] === undefined ? child : child.description(groups[name]);
}

function argumentFor(name: string, { description, count, choices, placeholder = dashed(name) }: Argument<unknown>) {
  const word = count === 'some' || count === 'any' ? `${placeholder}...` : placeholder;
  const shown = count === 'one' || count === 'some' ? `<${word}>` : `[${word}]`;
  const argument = new CommanderArgument(shown, description);
  return choices === undefined ? argument : argument.choices(choices);
}

export function optionFor(flag: Flag<unknown>, variable = flag.variable): Option {
  const { name, placeholder, short, standard, description, parseEach, valueOptional, turnsOff, oneByOne } = flag;
  const word = parseEach === undefined || oneByOne ? placeholder : `${placeholder}...`;
  const value = placeholder === undefined ? '' : valueOptional ? ` [${word}]` : ` <${word}>`;
  const names = `${short === undefined ? '' : `-${short}, `}--${turnsOff ? 'no-' : ''}${name}${value}`;
  const shown = standard === undefined || standard === '' ? '' : ` (default: ${standard})`;
  const option = new Option(names, `${description}${shown}${variable === undefined ? '' : ` [${variable}]`}`);
  return oneByOne ? option.argParser<string[]>((text, before = []) => [...before, text]) : option;
}

/** Raw texts by key of the flag; a switch without a value means yes. */
export function typedFor(flags: Flags, commander: Commander): Record<string, Typed> {
  return Object.fromEntries(Object.entries(flags).map(([key, { name }]) => [key, typedAt(camel(name), commander)]));
}

/** An option that the program has too, commander gives to the program, wherever it stood. */
function typedAt(attribute: string, commander: Commander): Typed {
  if (commander.getOptionValueSource(attribute) !== 'cli')
    return commander.parent === null ? undefined : typedAt(attribute, commander.parent);
  const value = commander.getOptionValue(attribute) as unknown;
  return Array.isArray(value) ? value.map(String) : String(value);
}

/** `k_lex` or `kLex` of a program is `k-lex` at a terminal. */
export function dashed(name: string): string {
  return name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function camel(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
