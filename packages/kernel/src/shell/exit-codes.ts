/** What the exit code of every program of the house means. `docs/reference/exit-codes.md` is made from this. */
import { own } from '../essentials/own.js';

export const exitCodes = {
  ok: 0,
  usage: 1,
  configuration: 2,
  refused: 3,
  failed: 4,
  reported: 5,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitName = keyof typeof exitCodes;

interface Meaning {
  readonly short: string;
  readonly long: string;
}

export const exitMeanings: Readonly<Record<ExitName, Meaning>> = {
  ok: { short: 'done', long: 'Did what was asked; what was examined is in order.' },
  usage: {
    short: 'wrong use',
    long: 'The caller’s mistake: an unknown option or command, a wrong argument, a file or name that does not exist.',
  },
  configuration: {
    short: 'wrong settings',
    long: 'Settings or surroundings are wrong: a configuration file, a port or folder in use, an unhealthy installation.',
  },
  refused: {
    short: 'not accepted',
    long: 'What was brought is not accepted: a case that is not valid, evidence that is broken, credentials that are missing or not enough.',
  },
  failed: {
    short: 'failed',
    long: 'It was tried and failed: no solution, nobody there, too late, or a bug of ours, which shows its trace.',
  },
  reported: {
    short: 'failed inside',
    long: 'What was used reports a failure of its own: a tool that was called (cpe), a checkpoint that cannot be used (cobre).',
  },
  interrupted: {
    short: 'interrupted',
    long: 'Stopped by SIGINT, or by Ctrl-C; what was reached is kept where that is possible.',
  },
  terminated: {
    short: 'terminated',
    long: 'Stopped by SIGTERM; `cpe` also by SIGHUP, which ends the others as the system does it.',
  },
};

/** Kinds of faults that mean the same in every package. */
const kinds: Readonly<Record<string, ExitName>> = {
  BadConfiguration: 'configuration',
  BAD_CONFIGURATION: 'configuration',
  Unauthenticated: 'refused',
  Forbidden: 'refused',
  WriteDisabled: 'refused',
  SeparationOfDuties: 'refused',
  Unavailable: 'failed',
  DependencyFailed: 'failed',
  RateLimited: 'failed',
  Internal: 'failed',
  InternalError: 'failed',
  InvalidOutput: 'failed',
  DeadlineExceeded: 'failed',
  ServerStopping: 'failed',
};

/** A fault that says nothing else is the caller's mistake. */
export function exitCodeOf({ kind }: { readonly kind: string }): number {
  return exitCodes[own(kinds, kind) ?? 'usage'];
}

/** For the end of the help. */
export function exitCodesLine(): string {
  const entries = Object.entries(exitMeanings) as [ExitName, Meaning][];
  return `Exit codes: ${entries.map(([name, { short }]) => `${exitCodes[name]} ${short}`).join(', ')}.`;
}

/** The page of the reference. */
export function exitCodesPage(): string {
  const entries = Object.entries(exitMeanings) as [ExitName, Meaning][];
  const rows = entries.map(([name, { long }]) => `| ${exitCodes[name]} | ${name} | ${long} |`);
  return [
    '# Exit codes',
    '',
    'One table for all programs: `cobre`, `portarium`, `career`, `cpe`, `quadrivium`, `quadrivium-ledger` and the servers',
    '(`cobre-mcp`, `portarium-mcp`, `career-mcp`).',
    '',
    '| code | name | meaning |',
    '|---|---|---|',
    ...rows,
    '',
    '`cobre` keeps the codes of its specification where that names them: a case that is not there ends like one that is not valid',
    '(3, or 2 when only config.json is wrong), results that are not there with 4, a NEWAVE deck that cannot be read with 1,',
    'and a run that was asked to stop with 130, by SIGTERM, too.',
    '',
    'A service that is asked to stop (`quadrivium up`, `portarium serve`, `cpe serve`, the MCP servers), and what follows until',
    'somebody has seen enough (`portarium events tail`, `portarium run watch`), ends with 0. A second signal ends any program',
    'at once, with 130 or 143. A reader that goes away, of stdout or of stderr, changes neither the work nor its code.',
    '',
  ].join('\n');
}
