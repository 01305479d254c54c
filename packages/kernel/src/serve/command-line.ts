import { Fault } from '../fault.js';
import type { Flag } from './flag.js';
import { allFlags, type ExtraFlags, flags, type Given, variableOf } from './flags.js';

export interface CommandLine {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly prefix: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly extra?: ExtraFlags;
}

/** What was given: settings every server has, and those of this one. */
export interface GivenSettings {
  readonly common: Given;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Settings by precedence: flag, then variable, then file. Defaults are the server's business. */
export async function readCommandLine(line: CommandLine): Promise<GivenSettings> {
  const typed = await typedIn(line);
  const file = await fromFile(line, typed.config ?? line.env[variableOf('config', line.prefix)]);
  const common: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  for (const [key, flag] of Object.entries(allFlags(line.extra))) {
    const found = firstGiven(flag, typed[key], line, file);
    if (found === undefined) continue;
    const into = key in flags ? common : extra;
    try {
      into[key] = flag.parse(found.text, found.fromEnvironment);
    } catch (error) {
      throw badValue(found.where, found.text, (error as Error).message);
    }
  }
  return { common: common as Given, extra };
}

interface Found {
  readonly text: string;
  readonly where: string;
  readonly fromEnvironment: boolean;
}

function firstGiven(
  flag: Flag<unknown>,
  typed: string | undefined,
  { env, prefix }: CommandLine,
  file: Readonly<Record<string, string>>,
): Found | undefined {
  const variable = variableOf(flag.name, prefix);
  if (typed !== undefined) return { text: typed, where: `--${flag.name}`, fromEnvironment: false };
  const around = env[variable];
  if (around !== undefined) return { text: around, where: variable, fromEnvironment: true };
  const written = file[flag.name];
  return written === undefined
    ? undefined
    : { text: written, where: `"${flag.name}" in the configuration file`, fromEnvironment: false };
}

async function fromFile({ extra }: CommandLine, path: string | undefined): Promise<Readonly<Record<string, string>>> {
  if (path === undefined) return {};
  const { readSettingsFile } = await import('./settings-file.js');
  return readSettingsFile(
    path,
    Object.values(allFlags(extra)).map((flag) => flag.name),
  );
}

/** The parser is loaded only when there is something to parse; a bare start should be quick. */
async function typedIn(line: CommandLine): Promise<Readonly<Record<string, string | undefined>>> {
  if (line.argv.length === 0) return {};
  const { parseArguments } = await import('./arguments.js');
  return parseArguments(line);
}

/** Variables that start like ours and mean nothing: most likely a typing error. */
export function strangeVariables({
  env,
  prefix,
  extra,
}: Pick<CommandLine, 'env' | 'prefix' | 'extra'>): readonly string[] {
  const known = new Set(Object.values(allFlags(extra)).map((flag) => variableOf(flag.name, prefix)));
  return Object.keys(env).filter((name) => name.startsWith(`${prefix}_`) && !known.has(name));
}

function badValue(name: string, text: string, problem: string): Fault<'BadUsage'> {
  return new Fault('BadUsage', `${name} ${problem}, not "${text.slice(0, 100)}".`, {
    context: { name, value: text.slice(0, 100) },
    suggestion: 'Run with --help to see all options.',
  });
}
