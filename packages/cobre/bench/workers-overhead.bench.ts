/**
 * What it costs to go through NATS. Wall time is to be trusted only on an idle machine; the CPU of run and worker together, over
 * that of a run on one thread, hardly depends on who else is there. Both are taken in turns, and the better of each counts.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchCases, BenchRow } from '../../../bench/row.js';
import { startWorkers } from './bound-workers.js';
import { type MeasuredRun, measuredRun } from './measured-run.js';
import { writeProductionLike } from './study-cases.js';
import { rowOf, told, withServer, withWorkers } from './workers-rows.js';

const national = fileURLToPath(new URL('../../../../shared/cases/national-60', import.meta.url));
const rounds = 2;

export const benchCases: BenchCases = ({ quick }) => withServer((url) => overhead(url, quick));

async function overhead(url: string, quick: boolean): Promise<BenchRow[]> {
  if (existsSync(national) && !quick) return overheadOf('national-60', national, 1, url);
  const directory = mkdtempSync(join(tmpdir(), 'cobre-bench-'));
  writeProductionLike(directory, { stages: 12, hydros: quick ? 20 : 60, openings: 10, passes: 4 });
  try {
    return await overheadOf('hydros in cascades, 12 stages', directory, 4, url);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function overheadOf(name: string, directory: string, iterations: number, url: string): Promise<BenchRow[]> {
  const [alone, one]: [MeasuredRun[], MeasuredRun[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    alone.push(told(`${name} alone`, await measuredRun(directory, iterations, { url, workers: [] })));
    await withWorkers(startWorkers(url, 1), async (workers) => {
      one.push(told(`${name} by one worker`, await measuredRun(directory, iterations, { url, workers })));
    });
  }
  const least = (runs: readonly MeasuredRun[], key: keyof MeasuredRun) => Math.min(...runs.map((run) => run[key]));
  const row = (what: string, key: keyof MeasuredRun) =>
    rowOf(
      `${name}: ${what} through NATS, one worker, over on one thread`,
      least(one, key),
      least(alone, key),
      '<= 1.05',
    );
  return [row('CPU', 'cpu'), row('time', 'wall')];
}
