#!/usr/bin/env node
/** `career`: the same services from a terminal. Every tool is a command; `career <command> --help` explains it. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createRuntime, Fault, localIdentity, openSandbox, render } from '@quadrivium/kernel';
import { exitCodes, packageVersion } from '@quadrivium/kernel/shell';
import { CommanderError } from 'commander';
import type { CareerApp } from '../app/career-app.js';
import { openChecked } from '../app/open-checked.js';
import { strategyNames } from '../app/strategies.js';
import { explained } from '../cli/explain.js';
import { careerProgram, type GlobalOptions } from '../cli/program.js';
import { isMatchAnswer, renderMatch } from '../cli/render-match.js';
import type { CallTool } from '../cli/tool-command.js';
import { careerAudit } from '../operations/audit.js';
import { careerOperations } from '../operations/index.js';
import { careerServer } from '../operations/server.js';
import { type VectorBackend, vectorBackends } from '../store/vector-store.js';

const cancel = new AbortController();
process.once('SIGINT', () => cancel.abort());
// Whoever reads only the first lines is content with them.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const err = (text: string) => process.stderr.write(text);

/** Looking must not make an empty database that looks like an answer. */
function requireDatabase(db: string): void {
  if (db === ':memory:' || existsSync(db)) return;
  throw new Fault('BAD_CONFIGURATION', `There is no database ${db}.`, {
    context: { db },
    suggestion: 'Add something first (add_atom, ingest_resume, add_opportunity), or say where it is with --db.',
  });
}

async function withApp(options: GlobalOptions, work: (app: CareerApp) => Promise<void>): Promise<void> {
  const { db, redis, defaultStrategy, cooldownDays, vectorBackend } = options;
  const settings = { db, defaultStrategy, cooldownDays, vectorBackend: vectorBackend as VectorBackend };
  const app = await openChecked({ ...settings, ...(redis ? { redis } : {}), auditCheck: 'warn' }, (message) =>
    err(`warning: ${message}\n`),
  );
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

const call: CallTool = async (operation, args) => {
  const options = program.opts<GlobalOptions>();
  if (operation.effect === 'read') requireDatabase(options.db);
  await withApp(options, async (app) => {
    const files = await openSandbox([process.cwd(), homedir()], { base: process.cwd() });
    const runtime = createRuntime(careerServer(app), { audit: careerAudit(app), files });
    const data = await runtime.call(operation, args, {
      front: 'cli',
      identity: { ...localIdentity, subject: process.env.USER ?? 'local' },
      signal: cancel.signal,
      progress: { report: ({ message }) => process.stderr.isTTY && err(`\r${message ?? ''}\u001b[K`) },
    });
    const text = options.json ? JSON.stringify(data, null, 2) : isMatchAnswer(data) ? renderMatch(data) : render(data);
    process.stdout.write(`${text}\n`);
  });
  if (cancel.signal.aborted) process.exitCode = exitCodes.interrupted;
};

const program = careerProgram(
  careerOperations,
  {
    version: packageVersion(import.meta.url),
    database: join(process.cwd(), 'career.db'),
    strategies: strategyNames,
    vectorBackends,
    err,
  },
  call,
);

try {
  await program.parseAsync();
} catch (error) {
  const asked = error instanceof CommanderError && error.exitCode === 0;
  const json = process.argv.includes('--json');
  const names = careerOperations.map(({ name }) => name);
  const { text, code } = asked ? { text: '', code: exitCodes.ok } : explained(error, json, names);
  err(text);
  process.exitCode = code;
}
