import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { BenchOptions, BenchRow } from '../../../bench/row.js';
import { connect } from '../src/client/index.js';

/** The server answers with plain JSON and no SDK; only the CPU of this process is counted, so it hardly matters. */
const SERVER = fileURLToPath(new URL('../test/fixtures/misbehaving-server.mjs', import.meta.url));
const CALLS = 3_000;

type Era = 'legacy' | 'modern';

interface Contestant {
  call(text: string): Promise<unknown>;
  close(): Promise<void>;
}

async function ours(era: Era): Promise<Contestant> {
  const connection = await connect({ type: 'stdio', command: process.execPath, args: [SERVER, era] }, { mode: era });
  return { call: (text) => connection.callTool('echo', { text }), close: () => connection.close() };
}

async function bareSdk(era: Era): Promise<Contestant> {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client({ name: 'bare', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER, era] }));
  return { call: (text) => client.callTool({ name: 'echo', arguments: { text } }), close: () => client.close() };
}

/** Microseconds of CPU per call, with so many calls under way at once. */
async function cpuPerCall({ call }: Contestant, concurrency: number, calls: number): Promise<number> {
  const before = process.cpuUsage();
  let left = calls;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await call('hello');
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** Rounds alternate, so that both meet the same machine; the best of each is taken, because noise only ever adds. */
async function compare(era: Era, concurrency: number, rounds: number): Promise<BenchRow> {
  const contestants = [await ours(era), await bareSdk(era)] as const;
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const each of contestants) await cpuPerCall(each, concurrency, CALLS / 4);
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, each] of contestants.entries())
      best[i] = Math.min(best[i] ?? 0, await cpuPerCall(each, concurrency, CALLS));
  }
  await Promise.all(contestants.map((each) => each.close()));
  const [own = 0, baseline = 0] = best;
  const name = `client: CPU per tool call over the bare SDK client, stdio, ${era} era, ${concurrency} at a time`;
  return {
    name,
    ours: own,
    baseline,
    ratio: own / baseline,
    unit: 'µs',
    target: '<= 1.15',
    dominatedBy: 'the SDK client',
  };
}

export async function benchCases({ quick }: BenchOptions): Promise<BenchRow[]> {
  const rounds = quick ? 2 : 5;
  return [await compare('legacy', 1, rounds), await compare('legacy', 16, rounds), await compare('modern', 16, rounds)];
}
