#!/usr/bin/env node
/**
 * `cobre-mcp`: the MCP server.
 *
 * Asked to stop, it first lets a run under way end at its next boundary, so that the caller still gets the partial result;
 * only then are connections closed.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DefinitionSource, type RunningServer, serve, serveMain } from '@quadrivium/kernel';
import { RunDesk } from '../service/run-desk.js';
import { cobreServer } from '../tools/server.js';

let desk: RunDesk | undefined;

const source: DefinitionSource = {
  name: 'cobre',
  version: '2.0.0',
  title: 'Hydrothermal planning',
  define(settings) {
    desk = new RunDesk({ threads: settings.threads ?? availableParallelism() });
    return cobreServer({ desk });
  },
};

/** Long enough for an answer that is ready to leave. */
const farewellMs = 100;

async function shutDown(running: RunningServer): Promise<void> {
  const { graceMs } = running.settings;
  await Promise.race([desk?.stopAll(), sleep(graceMs, undefined, { ref: false })]);
  await running.runtime.settled(graceMs);
  await sleep(farewellMs);
  await running.close();
}

async function main(): Promise<void> {
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
  process.exit(0);
}

await main();
