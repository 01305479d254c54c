/**
 * The command line as people type it. Each command leaves one line for each operation it calls, done or refused. Whoever adds
 * a command that is derived from an operation is looked at without a line here; any other has to be told below.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operationCommand } from '@quadrivium/kernel';
import { type Command, runProgram } from '@quadrivium/kernel/shell';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { expect, test } from 'vitest';
import { cobreProgram } from '../../src/cli/program.js';
import { operations } from '../../src/operations/list.js';
import { temporaryDirectory } from '../cli/program.js';

/** What those call that are written by hand, where there is nothing: what they would call next, they do not. */
const written: Readonly<Record<string, readonly string[]>> = {
  validate: ['cobre/validate'],
  run: ['cobre/run-here'],
  summary: ['cobre/query-convergence', 'cobre/simulated-costs'],
  report: ['cobre/run-metadata'],
  query: ['cobre/query-results'],
  compare: ['cobre/compare-policies'],
  export: ['cobre/export-results'],
  migrate: ['cobre/migrate-case'],
  // See `program.ts`: what comes with the program, and pictures of what the person can read anyway.
  init: [],
  plot: [],
  'schema export': [],
  version: [],
  // They speak with a NATS server; a worker's calls are those of the run it works for.
  worker: [],
  workers: [],
};

const program = cobreProgram(async () => {});
const commands = program.commands.filter(({ takeOver }) => takeOver === undefined);

const ofOperation = new Map(
  operations
    .filter(({ cli }) => cli !== false)
    .map((operation) => [operationCommand(operation, async () => undefined).name, operation.name]),
);

/** Words for what is needed; no such thing exists, so that nothing is changed. */
function typed({ name, arguments: words = {}, options = {} }: Command, folder: string): string[] {
  const nothing = join(folder, 'nothing-here');
  const needed = Object.values(words).flatMap(({ count, choices }) => {
    if (count === 'some') return [nothing, nothing];
    return count === 'one' ? [choices?.[0] ?? nothing] : [];
  });
  const demanded = Object.values(options).flatMap((flag) =>
    flag.demanded ? [`--${flag.name}`, flag.choices?.[0] ?? nothing] : [],
  );
  // It would write beside whoever types it.
  const elsewhere = 'outputDir' in options && name === 'schema export' ? ['--output-dir', nothing] : [];
  return [...name.split(' '), ...needed, ...demanded, ...elsewhere];
}

test.each(commands.map((command) => [command.name, command] as const))('%s', async (name, command) => {
  const derived = ofOperation.get(name);
  const expected = written[name] ?? (derived === undefined ? undefined : [derived]);
  expect(expected, 'a command that belongs to no operation says above what it calls').toBeDefined();
  const folder = temporaryDirectory();
  const auditLog = join(folder, 'calls.jsonl');
  const terminal = memoryTerminal({ env: { COBRE_AUDIT_LOG: auditLog } });
  if (!command.service) await runProgram(program, typed(command, folder), terminal);
  const kept = (await readFile(auditLog, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const called = kept.map((line) => (JSON.parse(line) as { target: string }).target);
  expect(called.sort(), terminal.stderr).toEqual(expected);
});
