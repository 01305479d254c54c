#!/usr/bin/env node
/** `portarium`: the control plane from a terminal. */
import { runPortarium } from '../cli/main.js';
import { openPlane } from './open-plane.js';

const servers: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  mcp: async () => (await import('./mcp-main.js')).mcpMain,
  gateway: async () => (await import('./gateway-main.js')).gatewayMain,
};

const [, , first = '', ...words] = process.argv;
const server = Object.hasOwn(servers, first) ? servers[first] : undefined;
if (server !== undefined) {
  // These have the flags of every MCP server, which the kernel reads from the words after the name.
  process.argv.splice(2, 1);
  await (await server())();
} else {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const io = {
    out: (text: string | Uint8Array) => void process.stdout.write(text),
    err: (text: string) => void process.stderr.write(text),
  };
  process.exitCode = await runPortarium([first, ...words], openPlane, io, stop.signal);
}
