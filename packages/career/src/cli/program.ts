import type { Operation } from '@quadrivium/kernel';
import { Command, CommanderError, Option } from 'commander';
import { type CallTool, toolCommand } from './tool-command.js';

/** What goes for every command; flags win over variables. */
export interface GlobalOptions {
  readonly db: string;
  readonly redis?: string;
  readonly vectorBackend: string;
  readonly defaultStrategy: string;
  readonly cooldownDays: number;
  readonly json?: boolean;
}

export interface ProgramSettings {
  readonly version: string;
  readonly database: string;
  readonly strategies: readonly string[];
  readonly vectorBackends: readonly string[];
  /** Where help goes that nobody asked for. */
  readonly err: (text: string) => void;
}

/** Commander explains mistakes in its own way and ends the process; here it throws, and `explain.ts` says what to do. */
export function careerProgram(tools: readonly Operation[], settings: ProgramSettings, call: CallTool): Command {
  const program = quiet(new Command('career'))
    .description('Job-search coordination: match, explain, coordinate outreach, audit.')
    .version(settings.version);
  for (const option of globalOptions(settings)) program.addOption(option);
  for (const tool of tools) program.addCommand(quiet(toolCommand(tool, call)));
  program.action(() => {
    if (program.args[0] !== undefined) throw unknownCommand(program);
    settings.err(program.helpInformation());
    throw new CommanderError(1, 'career.nothingAsked', 'No command was given.');
  });
  return program.allowExcessArguments(true);
}

function quiet(command: Command): Command {
  return command.exitOverride().configureOutput({ writeErr: () => {} });
}

function globalOptions({ database, strategies, vectorBackends }: ProgramSettings): Option[] {
  return [
    new Option('--db <path>', 'SQLite file').env('CAREER_DB').default(database, 'career.db in this directory'),
    new Option('--redis <uri>', 'coordinate interactions over this Redis').env('CAREER_REDIS'),
    new Option('--vector-backend <name>', 'where vectors are kept')
      .env('CAREER_VECTOR_BACKEND')
      .choices([...vectorBackends])
      .default('sqlite'),
    new Option('--default-strategy <name>', 'strategy of match-opportunity when none is named')
      .env('CAREER_DEFAULT_STRATEGY')
      .choices([...strategies])
      .default('evidence_v1'),
    new Option('--cooldown-days <days>', 'days after a Send in which nobody writes to the same person again')
      .env('CAREER_COOLDOWN_DAYS')
      .argParser(wholeDays)
      .default(14),
    new Option('--json', 'print JSON instead of tables, and errors as JSON on stderr'),
  ];
}

function wholeDays(text: string): number {
  const days = Number(text);
  if (text.trim() !== '' && Number.isInteger(days) && days >= 0 && days <= 3650) return days;
  throw new CommanderError(1, 'career.badOption', `--cooldown-days takes a whole number up to 3650, not "${text}".`);
}

function unknownCommand(program: Command): CommanderError {
  const asked = program.args[0] ?? '';
  const names = program.commands.map((command) => command.name());
  const near = names.filter((name) => name.split('-').some((part) => part.length > 2 && asked.includes(part)));
  const hint = near.length === 0 ? '' : ` Did you mean ${near.slice(0, 3).join(' or ')}?`;
  return new CommanderError(1, 'career.unknownCommand', `There is no command "${asked}".${hint}`);
}
