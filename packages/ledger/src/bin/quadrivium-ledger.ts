#!/usr/bin/env node
import { runLedgerCommand } from '../commands/index.js';

process.exitCode = await runLedgerCommand();
