#!/usr/bin/env node
import { runLedgerCommand } from '../commands/index.js';

const { stdin, stdout, stderr } = process;
process.exitCode = await runLedgerCommand(process.argv.slice(2), { stdin, stdout, stderr, now: () => new Date() });
