#!/usr/bin/env node
/** `career`: the same operations from a terminal. `career <command> --help` explains one. */
import { createRuntime, localIdentity, openSandbox, wholeFileSystem } from '@quadrivium/kernel';
import { handOver, runProgram } from '@quadrivium/kernel/shell';
import { openChecked } from '../app/open-checked.js';
import { careerProgram } from '../cli/program.js';
import { careerAudit } from '../operations/audit.js';
import { careerServer } from '../operations/server.js';

const program = careerProgram(
  async ({ redis, db, vectorBackend, defaultStrategy, cooldownDays }, io) => {
    const settings = { db, vectorBackend, defaultStrategy, cooldownDays, ...(redis === undefined ? {} : { redis }) };
    const app = await openChecked({ ...settings, auditCheck: 'warn' }, (text) => io.note(`warning: ${text}\n`));
    const files = await openSandbox(wholeFileSystem(), { base: process.cwd() });
    return {
      runtime: createRuntime(careerServer(app), { audit: careerAudit(app), files, allowWrite: true }),
      close: () => app.close(),
    };
  },
  { ...localIdentity, subject: process.env.USER ?? 'local' },
);

const serve = handOver(
  'serve',
  'Serve MCP over stdio or HTTP, as career-mcp does; career serve --help says more',
  async () => (await import('./serve-career.js')).serveCareer(),
);

process.exitCode = await runProgram({ ...program, commands: [...program.commands, serve] });
