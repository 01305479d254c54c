#!/usr/bin/env node
/** `portarium`: the control plane from a terminal. */
import { processTerminal } from '@quadrivium/kernel/shell';
import { runPortarium } from '../cli/main.js';
import { openPlane } from './open-plane.js';

process.exitCode = await runPortarium(process.argv.slice(2), openPlane, processTerminal(), {
  mcp: async () => (await import('./mcp-main.js')).mcpMain(),
  gateway: async () => (await import('./gateway-main.js')).gatewayMain(),
});
