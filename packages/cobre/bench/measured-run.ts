import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BoundWorker, cpuOfProcess, program } from './bound-workers.js';

export interface MeasuredRun {
  /** Seconds from the start of the training to the end of its last iteration. */
  readonly wall: number;
  /** Seconds of CPU meanwhile, of the run and of the workers. */
  readonly cpu: number;
}

/** `cobre run` of a case for so many iterations, on one thread or by the workers; loading the case is not part of it. */
export async function measuredRun(
  directory: string,
  iterations: number,
  { url, workers }: { readonly url: string; readonly workers: readonly BoundWorker[] },
): Promise<MeasuredRun> {
  const output = mkdtempSync(join(tmpdir(), 'cobre-bench-'));
  const limit = `training.stopping_rules=[{"type":"iteration_limit","limit":${iterations}}]`;
  const where = workers.length === 0 ? ['--threads', '1'] : ['--nats', url, '--workers', `at-least=${workers.length}`];
  const words = ['run', directory, '--phases', 'training', '--output', output, '--set', limit, ...where];
  const child = spawn(process.execPath, [program, ...words, '--output-format', 'json-lines'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    return await measured(child, iterations, workers);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

async function measured(
  child: ChildProcess,
  iterations: number,
  workers: readonly BoundWorker[],
): Promise<MeasuredRun> {
  const reading = () => ({
    wall: performance.now() / 1000,
    cpu: workers.reduce((sum, worker) => sum + worker.cpu(), cpuOfProcess(child.pid!)),
  });
  let [before, after] = [reading(), reading()];
  for await (const line of createInterface({ input: child.stdout! })) {
    const { type, iteration } = JSON.parse(line) as { readonly type: string; readonly iteration?: number };
    if (type === 'started') before = reading();
    if (type === 'progress' && iteration === iterations) after = reading();
  }
  return { wall: after.wall - before.wall, cpu: after.cpu - before.cpu };
}
