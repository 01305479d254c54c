/** `career`: the same services from a terminal. Every tool is a command; `career <command> --help` explains it. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  Fault,
  localIdentity,
  openSandbox,
  silentLogger,
  type ToolContext,
  type ToolDefinition,
  ToolReply,
} from '@quadrivium/kernel';
import { Command } from 'commander';
import * as z from 'zod';
import type { CareerApp } from '../app/career-app.js';
import { openChecked } from '../app/open-checked.js';
import { render } from '../cli/render.js';
import { toolCommand } from '../cli/tool-command.js';
import { careerServer } from '../tools/server.js';

interface GlobalOptions {
  readonly db: string;
  readonly redis?: string;
  readonly json?: boolean;
}

const cancel = new AbortController();
process.once('SIGINT', () => cancel.abort());

async function contextFor(): Promise<ToolContext> {
  const report = ({ message }: { message?: string }) =>
    process.stderr.isTTY && process.stderr.write(`\r${message ?? ''}\u001b[K`);
  return {
    signal: cancel.signal,
    identity: { ...localIdentity, subject: process.env.USER ?? 'local' },
    files: await openSandbox([process.cwd(), homedir()], { base: process.cwd() }),
    log: silentLogger,
    progress: { report },
  } as unknown as ToolContext;
}

async function call(
  app: CareerApp,
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
  json: boolean,
): Promise<void> {
  const input = (tool.input as z.ZodType).parse(args);
  const current = careerServer(app).tools?.find((one) => one.name === tool.name) ?? tool;
  const outcome = await current.run(input as never, await contextFor());
  const data = outcome instanceof ToolReply ? outcome.data : outcome;
  process.stdout.write(`${json ? JSON.stringify(data, null, 2) : render(data)}\n`);
}

async function withApp(options: GlobalOptions, work: (app: CareerApp) => Promise<void>): Promise<void> {
  const warn = (message: string) => process.stderr.write(`warning: ${message}\n`);
  const app = await openChecked(
    { db: options.db, ...(options.redis ? { redis: options.redis } : {}), auditCheck: 'warn' },
    warn,
  );
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

/** 2 for what the caller can correct, 1 for a bug of ours. */
function explain(error: unknown): number {
  if (error instanceof Fault) {
    process.stderr.write(`error: ${error.message}${error.suggestion ? `\n${error.suggestion}` : ''}\n`);
    return 2;
  }
  if (error instanceof z.ZodError) {
    process.stderr.write(
      `error: ${error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`).join('\n       ')}\n`,
    );
    return 2;
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}

const program = new Command('career')
  .description('Job-search coordination: match, explain, coordinate outreach, audit.')
  .option('--db <path>', 'SQLite file', process.env.CAREER_DB ?? join(process.cwd(), 'career.db'))
  .option('--redis <uri>', 'coordinate interactions over this Redis')
  .option('--json', 'print JSON instead of tables');

/** Only names and schemas are read from these; the stores behind them are opened when a command runs. */
for (const tool of careerServer({} as CareerApp).tools ?? []) {
  const { name } = tool;
  program.addCommand(
    toolCommand(tool, (chosen, args) => {
      const options = program.opts<GlobalOptions>();
      return withApp(options, (app) => call(app, { ...chosen, name }, args, options.json ?? false));
    }),
  );
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explain(error);
}
