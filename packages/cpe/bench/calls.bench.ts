import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { BenchOptions, BenchRow } from '../../../bench/row.js';
import { Config } from '../src/config/schema.js';
import { openHost } from '../src/host/open-host.js';

/** A server without any library; only the CPU of this process is counted, so it hardly matters. */
const SERVER = fileURLToPath(new URL('../test/fixtures/toolbox-server.mjs', import.meta.url));
const CALLS = 2_000;
const AT_ONCE = [1, 16];

interface Contestant {
  call(): Promise<unknown>;
  close(): Promise<void>;
}

const command = { command: process.execPath, args: [SERVER, 'read_file'] };

/** All that a call of a model passes: arguments checked against the schema, content taken apart, long results cut. */
async function ours(): Promise<Contestant> {
  const config = Config.parse({ mcpServers: { box: { type: 'stdio', protocol: 'legacy', ...command } } });
  const host = await openHost({ config, skipped: new Map() });
  const [tool] = host.tools();
  if (tool === undefined) throw new Error('The server offers its tool.');
  return { call: () => host.call(tool, { path: 'a' }), close: () => host.close() };
}

async function bareSdk(): Promise<Contestant> {
  const client = new Client({ name: 'bare', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(new StdioClientTransport(command));
  return {
    call: () => client.callTool({ name: 'read_file', arguments: { path: 'a' } }),
    close: () => client.close(),
  };
}

/** Microseconds of CPU per call, with so many calls under way at once. */
async function cpuPerCall({ call }: Contestant, atOnce: number, calls: number): Promise<number> {
  const before = process.cpuUsage();
  let left = calls;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** Rounds alternate, so that both meet the same machine; the best of each is taken, because noise only ever adds. */
async function compare(atOnce: number, rounds: number): Promise<BenchRow> {
  const contestants = [await ours(), await bareSdk()];
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const each of contestants) await cpuPerCall(each, atOnce, CALLS / 4);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, each] of contestants.entries())
      best[index] = Math.min(best[index] ?? 0, await cpuPerCall(each, atOnce, CALLS));
  }
  await Promise.all(contestants.map((each) => each.close()));
  const [own = 0, baseline = 0] = best;
  return {
    name: `host: CPU per tool call over the bare SDK client, ${atOnce} at a time`,
    ours: own,
    baseline,
    ratio: own / baseline,
    unit: 'µs',
    target: '<= 1.3',
    dominatedBy: 'reading and writing JSON lines',
  };
}

export async function benchCases({ quick }: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const atOnce of AT_ONCE) rows.push(await compare(atOnce, quick ? 2 : 5));
  return rows;
}
