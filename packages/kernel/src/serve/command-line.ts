import { Fault } from '../fault.js';
import { flags, type Given, variableOf } from './flags.js';

export interface CommandLine {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly prefix: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Settings by precedence: flag, then variable. Defaults are the server's business. */
export async function readCommandLine(line: CommandLine): Promise<Given> {
  const typed = await typedIn(line);
  const given: Record<string, unknown> = {};
  for (const [key, flag] of Object.entries(flags)) {
    const variable = variableOf(flag.name, line.prefix);
    const fromFlag = typed[key];
    const text = fromFlag ?? line.env[variable];
    if (text === undefined) continue;
    try {
      given[key] = flag.parse(text, fromFlag === undefined);
    } catch (error) {
      throw badValue(fromFlag === undefined ? variable : `--${flag.name}`, text, (error as Error).message);
    }
  }
  return given as Given;
}

/** The parser is loaded only when there is something to parse; a bare start should be quick. */
async function typedIn(line: CommandLine): Promise<Readonly<Record<string, string | undefined>>> {
  if (line.argv.length === 0) return {};
  const { parseArguments } = await import('./arguments.js');
  return parseArguments(line);
}

/** Variables that start like ours and mean nothing: most likely a typing error. */
export function strangeVariables({ env, prefix }: Pick<CommandLine, 'env' | 'prefix'>): readonly string[] {
  const known = new Set(Object.values(flags).map((flag) => variableOf(flag.name, prefix)));
  return Object.keys(env).filter((name) => name.startsWith(`${prefix}_`) && !known.has(name));
}

function badValue(name: string, text: string, problem: string): Fault<'BadUsage'> {
  return new Fault('BadUsage', `${name} ${problem}, not "${text.slice(0, 100)}".`, {
    context: { name, value: text.slice(0, 100) },
    suggestion: 'Run with --help to see all options.',
  });
}
