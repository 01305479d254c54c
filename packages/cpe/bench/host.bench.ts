import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { BenchOptions, BenchRow } from '../../../bench/row.js';
import { Config } from '../src/config/schema.js';
import { openHost } from '../src/host/open-host.js';

/** A server without any library, so that its own start-up is as small as a server's can be. */
const SERVER = fileURLToPath(new URL('../test/fixtures/toolbox-server.mjs', import.meta.url));
const SERVERS = 10;

const config = Config.parse({
  mcpServers: Object.fromEntries(
    Array.from({ length: SERVERS }, (_, index) => [
      `s${index}`,
      { type: 'stdio', command: process.execPath, args: [SERVER, 'count'] },
    ]),
  ),
});
const loaded = { config, skipped: new Map<string, string>() };

async function inParallel(): Promise<void> {
  const host = await openHost(loaded);
  await host.close();
}

/** As the original does it: one server after another. */
async function inSequence(): Promise<void> {
  const hosts = [];
  for (const name of Object.keys(config.mcpServers)) hosts.push(await openHost(loaded, { only: [name] }));
  await Promise.all(hosts.map((host) => host.close()));
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Rounds alternate, so that both meet the same machine; the best of each is taken, because noise only ever adds. */
export async function benchCases({ quick }: BenchOptions): Promise<BenchRow[]> {
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  await inParallel();
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    for (const [index, work] of [inParallel, inSequence].entries())
      best[index] = Math.min(best[index] ?? 0, await timeOf(work));
  }
  const [ours = 0, baseline = 0] = best;
  const name = `host: connect to ${SERVERS} servers in parallel, against one after another`;
  const dominatedBy = 'the start of the server processes';
  return [{ name, ours, baseline, ratio: ours / baseline, unit: 'ms', target: '<= 0.8', dominatedBy }];
}
