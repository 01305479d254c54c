/**
 * The MCP server as a program, for `cobre-mcp` and `cobre serve`.
 *
 * Asked to stop, it first lets a run under way end at its next boundary, so that the caller still gets the partial result;
 * only then are connections closed.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DefinitionSource, type RunningServer, serve, serveMain } from '@quadrivium/kernel';
import { cobreServer } from '../server.js';
import { type CobreServices, cobreServices } from '../service/services.js';

let services: CobreServices | undefined;

const source: DefinitionSource = {
  name: 'cobre',
  version: '2.0.0',
  title: 'Hydrothermal planning',
  define(settings) {
    services = cobreServices({ threads: settings.threads ?? availableParallelism() });
    return cobreServer(services);
  },
};

/** Long enough for an answer that is ready to leave. */
const farewellMs = 100;

/** Stops the run under way, waited for or not, and sees that everything about it is written. */
async function endRuns(graceMs: number): Promise<void> {
  const ended = services?.runner.stopAll().then(() => services?.tasks.settled());
  await Promise.race([ended, sleep(graceMs, undefined, { ref: false })]);
}

async function shutDown(running: RunningServer): Promise<void> {
  const { graceMs } = running.settings;
  await endRuns(graceMs);
  await running.runtime.settled(graceMs);
  await sleep(farewellMs);
  await running.close();
}

/** Serves as the words after the program say, until the client leaves or a signal comes. */
export async function serveCobre(): Promise<void> {
  const started = serve(source, process.argv.slice(2), process.env, { signals: false });
  // Help, keys and mistakes are answered in the one way all servers answer them.
  const running = await started.catch(() => null);
  if (running === null) return serveMain(source);
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(signal === 'SIGINT' ? 130 : 143);
      asked = true;
      void shutDown(running);
    });
  }
  await running.closed;
  await endRuns(running.settings.graceMs);
  process.exit(0);
}
