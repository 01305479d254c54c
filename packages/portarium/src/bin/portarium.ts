/** `portarium`: the control plane from a terminal. */
import { Fault } from '@quadrivium/kernel';
import { CommanderError } from 'commander';
import { exitCodeOf, explanation } from '../cli/exit-code.js';
import { portariumProgram } from '../cli/program.js';
import { openPlane } from './open-plane.js';

const servers: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  mcp: async () => (await import('./mcp-main.js')).mcpMain,
  gateway: async () => (await import('./gateway-main.js')).gatewayMain,
};

const [, , first = ''] = process.argv;
const server = servers[first];
if (server === undefined) await command();
else {
  // These have the flags of every MCP server, which the kernel reads from the words after the name.
  process.argv.splice(2, 1);
  await (await server())();
}

async function command(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const program = portariumProgram(openPlane, stop.signal);
  try {
    await program.exitOverride().parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 1;
    else if (!stop.signal.aborted || error instanceof Fault) {
      process.stderr.write(explanation(error, program.opts().json ?? false));
      process.exitCode = exitCodeOf(error);
    }
  }
}
