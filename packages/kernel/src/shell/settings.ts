import { Fault } from '../fault.js';
import type { Flag, Flags } from './flag.js';
import { readSettingsFile } from './settings-file.js';

/** What was typed for one flag: nothing, a text, or several. */
export type Typed = string | readonly string[] | undefined;

export interface SettingsSources {
  readonly flags: Flags;
  /** By the key of the flag. */
  readonly typed: Readonly<Record<string, Typed>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  variableOf(flag: Flag<unknown>): string | undefined;
  /** A JSON or TOML file with settings by flag name. */
  readonly file?: string | undefined;
  readonly usageKind?: string;
}

/** Settings by precedence: flag, then variable, then file, then what the flag says itself. */
export async function readSettings(sources: SettingsSources): Promise<Record<string, unknown>> {
  const { flags, typed, file, usageKind = 'BadUsage' } = sources;
  const names = Object.values(flags).map(({ name }) => name);
  const written = file === undefined ? {} : await readSettingsFile(file, names);
  const values: Record<string, unknown> = {};
  for (const [key, flag] of Object.entries(flags)) {
    const found = firstGiven(flag, typed[key], sources, written);
    if (found !== undefined) values[key] = parsed(flag, found, usageKind);
    else if (flag.initial !== undefined) values[key] = flag.initial;
    else if (flag.demanded) throw missing(flag, usageKind);
  }
  return values;
}

interface Found {
  readonly text: string | readonly string[];
  readonly where: string;
  readonly fromEnvironment: boolean;
}

function firstGiven(
  flag: Flag<unknown>,
  typed: Typed,
  { env, variableOf }: SettingsSources,
  written: Readonly<Record<string, string>>,
): Found | undefined {
  if (typed !== undefined) return { text: typed, where: `--${flag.name}`, fromEnvironment: false };
  const variable = variableOf(flag);
  const around = variable === undefined ? undefined : env[variable];
  if (around !== undefined) return { text: around, where: variable ?? '', fromEnvironment: true };
  const text = written[flag.name];
  return text === undefined
    ? undefined
    : { text, where: `"${flag.name}" in the configuration file`, fromEnvironment: false };
}

function parsed(flag: Flag<unknown>, { text, where, fromEnvironment }: Found, usageKind: string): unknown {
  try {
    return typeof text === 'string' ? flag.parse(text, fromEnvironment) : flag.parseEach?.(text);
  } catch (error) {
    if (error instanceof Fault) throw error;
    const shown = String(text).slice(0, 100);
    throw new Fault(usageKind, `${where} ${(error as Error).message}, not "${shown}".`, {
      context: { name: where, value: shown },
      suggestion: 'Run with --help to see all options.',
    });
  }
}

function missing({ name, placeholder, description, choices }: Flag<unknown>, usageKind: string): Fault {
  const shown = `--${name}${placeholder === undefined ? '' : ` <${placeholder}>`}`;
  return new Fault(usageKind, `${shown} is needed${description === '' ? '' : `: ${description}`}.`, {
    context: { name: `--${name}` },
    suggestion:
      choices === undefined
        ? 'Run with --help to see all options.'
        : `Add ${choices.map((choice) => `--${name} ${choice}`).join(' or ')}.`,
  });
}
