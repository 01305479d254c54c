import { operationCommands } from '@quadrivium/kernel';
import { handOver, type Program, runProgram, type Terminal } from '@quadrivium/kernel/shell';
import { operations } from '../operations/list.js';
import { version } from '../version.js';
import { callForPeople, globalFlags } from './calls.js';
import { compareCommand } from './compare.js';
import { cobreExitCode } from './exit-codes.js';
import { exportCommand } from './export.js';
import { initCommand } from './init.js';
import { migrateCommand } from './migrate.js';
import { plotCommand } from './plot.js';
import { queryCommand } from './query.js';
import { reportCommand } from './report.js';
import { runCommand } from './run.js';
import { schemaCommand } from './schema.js';
import { summaryCommand } from './summary.js';
import { validateCommand } from './validate.js';
import { versionCommand } from './version.js';
import { workerCommand } from './worker.js';
import { workersCommand } from './workers.js';

/**
 * In the order of a day's work. These do more than one call, or show more than its answer; they stand for the operations of
 * their name. What others may ask for as well is asked for through the gate. init, schema and version show what comes with
 * the program, and plot makes pictures of results that the person can read anyway, in files that only they name: no other
 * front has them, and nothing of them is to be granted.
 */
const written = [
  initCommand,
  validateCommand,
  runCommand,
  workerCommand,
  workersCommand,
  summaryCommand,
  reportCommand,
  plotCommand,
  queryCommand,
  compareCommand,
  exportCommand,
  migrateCommand,
  schemaCommand,
  versionCommand,
];

/** One command line from words to exit code; nothing is thrown. */
export function runCobre(words: readonly string[], serve: () => Promise<void>, terminal?: Terminal): Promise<number> {
  return runProgram(cobreProgram(serve), words, terminal);
}

export function cobreProgram(serve: () => Promise<void>): Program {
  const derived = operationCommands(operations, callForPeople).filter(
    ({ name }) => !written.some((command) => command.name === name),
  );
  return {
    name: 'cobre',
    version,
    description: 'Plan a hydrothermal power system: validate a case, train a policy, simulate it, look at the results.',
    options: globalFlags,
    groups: {
      schema: 'JSON Schemas of the files of a case',
      policy: 'Trained policies as files',
      deck: 'Official NEWAVE decks',
      import: 'Cases from what other programs read',
    },
    commands: [
      ...written,
      ...derived,
      handOver('serve', 'Serve MCP over stdio or HTTP, as cobre-mcp does; cobre serve --help says more', serve),
    ],
    usageKind: 'InvalidArguments',
    showsKinds: true,
    exitCodeOf: cobreExitCode,
  };
}
