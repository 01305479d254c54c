#!/usr/bin/env node
/** `quadrivium`: everything in one process, what is wrong with it, and how to connect a host to it. */
import { exitCodes, type Program, packageVersion, runProgram } from '@quadrivium/kernel/shell';
import { connectCommand } from './connect-command.js';
import { doctorCommand } from './doctor-command.js';
import { upCommand } from './up-command.js';

const program: Program = {
  name: 'quadrivium',
  version: packageVersion(import.meta.url),
  description: 'cobre, portarium and career with their MCP servers and the console, in one process.',
  commands: [upCommand, doctorCommand, connectCommand],
  exitCodeOf: ({ kind }) => (/^(?:Port|Folder|HostFile)/.test(kind) ? exitCodes.configuration : undefined),
};

process.exitCode = await runProgram(program);
