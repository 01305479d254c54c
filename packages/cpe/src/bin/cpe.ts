#!/usr/bin/env node
/** `cpe`: use MCP servers by hand, by script, or by a model. */
import { processTerminal } from '@quadrivium/kernel/shell';
import { processWorld } from '../commands/cli-world.js';
import { runCli } from '../commands/run-cli.js';

/** Asked once, calls are cancelled and servers closed; asked again, cpe goes at once and its guards end the servers. */
const terminal = processTerminal(['SIGINT', 'SIGTERM', 'SIGHUP']);

process.exitCode = await runCli(process.argv.slice(2), processWorld(terminal));
