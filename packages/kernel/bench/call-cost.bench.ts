/**
 * What our kernel costs over the bare SDK: CPU per call of an echo tool on stdio, and start-up to the first reply of
 * bundled servers. Rounds alternate between the contestants and the best one of each counts: it is the least disturbed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

import type { BenchOptions, BenchRow } from '../../../bench/row.js';
import { EchoProcess } from './echo-process.js';

const warmUpCalls = 4000;
const measuredCalls = 12_000;
const atOnce = 16;

export async function benchCases({ quick }: BenchOptions): Promise<readonly BenchRow[]> {
  const [callRounds, startRounds] = quick ? [2, 5] : [5, 15];
  const folder = await mkdtemp(join(tmpdir(), 'quadrivium-bench-'));
  try {
    const [ours, sdk] = await Promise.all([bundle('kernel-echo', folder), bundle('sdk-echo', folder)]);
    const entries = await alternate(
      callRounds,
      () => cpuPerCall(ours),
      () => cpuPerCall(sdk),
    );
    const connect = await alternate(
      callRounds,
      () => cpuPerCall(ours),
      () => cpuPerCall(sdk, { SDK_ENTRY: 'connect' }),
    );
    const start = await alternate(
      startRounds,
      () => firstReply(ours),
      () => firstReply(sdk),
    );
    return [
      row('CPU per stdio call, over the SDK entry that serves both eras', entries, 'µs', '<= 1.15', perCall),
      row('CPU per stdio call, over a hand-connected SDK server', connect, 'µs', '<= 1.15', perCall),
      row('start to first reply, bundled', start, 'ms', '<= 1.1', 'starting Node and reading the bundle'),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundle(name: string, folder: string): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    conditions: ['quadrivium-source'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return outfile;
}

async function cpuPerCall(script: string, environment: Readonly<Record<string, string>> = {}): Promise<number> {
  const server = new EchoProcess(script, environment);
  try {
    await server.initialize();
    await server.calls(warmUpCalls, atOnce);
    const before = await server.cpu();
    await server.calls(measuredCalls, atOnce);
    return ((await server.cpu()) - before) / measuredCalls;
  } finally {
    await server.stop();
  }
}

async function firstReply(script: string): Promise<number> {
  const startedAt = performance.now();
  const server = new EchoProcess(script);
  try {
    await server.initialize();
    return performance.now() - startedAt;
  } finally {
    await server.stop();
  }
}

interface Pair {
  readonly ours: number;
  readonly baseline: number;
}

async function alternate(rounds: number, ours: () => Promise<number>, baseline: () => Promise<number>): Promise<Pair> {
  const samples: { readonly ours: number[]; readonly baseline: number[] } = { ours: [], baseline: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.ours.push(await ours());
    samples.baseline.push(await baseline());
  }
  return { ours: Math.min(...samples.ours), baseline: Math.min(...samples.baseline) };
}

const perCall = "garbage, and the SDK's abort signal per request";

function row(name: string, { ours, baseline }: Pair, unit: string, target: string, dominatedBy: string): BenchRow {
  return { name, ours, baseline, ratio: ours / baseline, unit, target, dominatedBy };
}
