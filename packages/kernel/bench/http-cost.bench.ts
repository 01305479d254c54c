/**
 * What our HTTP front costs over the bare SDK handler: CPU per call and calls per second of an echo tool, in both eras.
 * Ours does everything a shipped server does (guards, normaliser, schema checks, redaction); the baseline does nothing
 * but answer. Rounds alternate and the median counts, so that a busy machine hurts both.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

import type { BenchOptions, BenchRow } from '../../../bench/row.js';
import { EchoHttpProcess, type WireEra } from './echo-http-process.js';

const warmUpCalls = 1000;
const measuredCalls = 2000;
const atOnce = 16;

export async function benchCases({ quick }: BenchOptions): Promise<readonly BenchRow[]> {
  const rounds = quick ? 1 : 3;
  const folder = await mkdtemp(join(tmpdir(), 'quadrivium-bench-http-'));
  try {
    const [ours, sdk] = await Promise.all([bundle('kernel-echo-http', folder), bundle('sdk-echo-http', folder)]);
    const modern = await compare(ours, sdk, 'modern', rounds);
    const legacy = await compare(ours, sdk, 'legacy', rounds);
    return [...rowsOf('2026-07-28', modern), ...rowsOf('2025-06-18', legacy)];
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

interface Sample {
  readonly cpu: number;
  readonly rate: number;
}

async function sample(script: string, era: WireEra): Promise<Sample> {
  const server = new EchoHttpProcess(script, era);
  try {
    await server.start();
    await server.calls(warmUpCalls, atOnce);
    const before = await server.cpu();
    const startedAt = performance.now();
    await server.calls(measuredCalls, atOnce);
    const seconds = (performance.now() - startedAt) / 1000;
    return { cpu: ((await server.cpu()) - before) / measuredCalls, rate: measuredCalls / seconds };
  } finally {
    await server.stop();
  }
}

interface Comparison {
  readonly ours: readonly Sample[];
  readonly baseline: readonly Sample[];
}

async function compare(ours: string, baseline: string, era: WireEra, rounds: number): Promise<Comparison> {
  const samples: { readonly ours: Sample[]; readonly baseline: Sample[] } = { ours: [], baseline: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.ours.push(await sample(ours, era));
    samples.baseline.push(await sample(baseline, era));
  }
  return samples;
}

function rowsOf(revision: string, { ours, baseline }: Comparison): readonly BenchRow[] {
  const median = (samples: readonly Sample[], what: keyof Sample): number =>
    samples.map((each) => each[what]).toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;
  const dominatedBy = "Node's HTTP server";
  const row = (name: string, what: keyof Sample, unit: string, target: string): BenchRow => {
    const pair = { ours: median(ours, what), baseline: median(baseline, what) };
    return { name: `${name}, ${revision}`, ...pair, ratio: pair.ours / pair.baseline, unit, target, dominatedBy };
  };
  return [
    row('CPU per HTTP call over the SDK handler', 'cpu', 'µs', '<= 1.15'),
    row('HTTP calls per second over the SDK handler', 'rate', '1/s', '>= 0.87'),
  ];
}
