#!/usr/bin/env node
/** `career`: the same services from a terminal. Every tool is a command; `career <command> --help` explains it. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  Fault,
  localIdentity,
  type OperationContext,
  openSandbox,
  render,
  silentLogger,
  ToolReply,
} from '@quadrivium/kernel';
import { CommanderError } from 'commander';
import type { CareerApp } from '../app/career-app.js';
import { openChecked } from '../app/open-checked.js';
import { strategyNames } from '../app/strategies.js';
import { exitCodes, explained } from '../cli/explain.js';
import { careerProgram, type GlobalOptions } from '../cli/program.js';
import { isMatchAnswer, renderMatch } from '../cli/render-match.js';
import type { CallTool } from '../cli/tool-command.js';
import { version } from '../cli/version.js';
import { type VectorBackend, vectorBackends } from '../store/vector-store.js';
import { careerServer } from '../tools/server.js';

const cancel = new AbortController();
process.once('SIGINT', () => cancel.abort());
// Whoever reads only the first lines is content with them.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const err = (text: string) => process.stderr.write(text);

async function contextFor(): Promise<OperationContext> {
  const report = ({ message }: { message?: string }) => process.stderr.isTTY && err(`\r${message ?? ''}\u001b[K`);
  return {
    signal: cancel.signal,
    identity: { ...localIdentity, subject: process.env.USER ?? 'local' },
    files: await openSandbox([process.cwd(), homedir()], { base: process.cwd() }),
    log: silentLogger,
    progress: { report },
  } as unknown as OperationContext;
}

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

/** Only names and schemas are read from these; the stores behind them are opened when a command runs. */
const tools = careerServer({} as CareerApp).operations ?? [];

const call: CallTool = async ({ name, effect }, args) => {
  const options = program.opts<GlobalOptions>();
  if (effect === 'read') requireDatabase(options.db);
  await withApp(options, async (app) => {
    const tool = careerServer(app).operations?.find((one) => one.name === name);
    const outcome = await tool?.run(args as never, await contextFor());
    const data = outcome instanceof ToolReply ? outcome.data : outcome;
    const text = options.json ? JSON.stringify(data, null, 2) : isMatchAnswer(data) ? renderMatch(data) : render(data);
    process.stdout.write(`${text}\n`);
  });
  if (cancel.signal.aborted) process.exitCode = exitCodes.interrupted;
};

const program = careerProgram(
  tools,
  { version, database: join(process.cwd(), 'career.db'), strategies: strategyNames, vectorBackends, err },
  call,
);

try {
  await program.parseAsync();
} catch (error) {
  const asked = error instanceof CommanderError && error.exitCode === 0;
  const json = process.argv.includes('--json');
  const names = tools.map((tool) => tool.name);
  const { text, code } = asked ? { text: '', code: exitCodes.ok } : explained(error, json, names);
  err(text);
  process.exitCode = code;
}
