#!/usr/bin/env node
/** `portarium`: the control plane from a terminal. */
import { processTerminal } from '@quadrivium/kernel/shell';
import { runPortarium } from '../cli/main.js';
import type { OpenPlane } from '../cli/plane-settings.js';

/** Loaded by the commands that open a database; help and commands over HTTP go without. */
const openPlane: OpenPlane = async (...given) => (await import('./open-plane.js')).openPlane(...given);

process.exitCode = await runPortarium(process.argv.slice(2), openPlane, processTerminal(), {
  mcp: async () => (await import('./mcp-main.js')).mcpMain(),
  gateway: async () => (await import('./gateway-main.js')).gatewayMain(),
});
