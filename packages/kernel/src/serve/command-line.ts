import { readSettings, type Typed } from '../shell/settings.js';
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
  const { env, prefix } = line;
  const typed = await typedIn(line);
  const file = (typed.config as string | undefined) ?? env[variableOf('config', prefix)];
  const values = await readSettings({
    flags: allFlags(line.extra),
    typed,
    env,
    file,
    variableOf: ({ name }) => variableOf(name, prefix),
  });
  const parts = Object.entries(values);
  return {
    common: Object.fromEntries(parts.filter(([key]) => key in flags)) as Given,
    extra: Object.fromEntries(parts.filter(([key]) => !(key in flags))),
  };
}

/** The parser is loaded only when there is something to parse; a bare start should be quick. */
async function typedIn(line: CommandLine): Promise<Readonly<Record<string, Typed>>> {
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
