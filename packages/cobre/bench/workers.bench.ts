/**
 * What it costs to go through NATS, and what several workers gain. Wall time is to be trusted only on an idle machine; the CPU
 * of coordinator and worker together, over that of a training in this process, hardly depends on who else is there. Each
 * worker is bound to one core with one thread; more workers than cores share them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { BenchCases, BenchRow } from '../../../bench/row.js';
import { startNats } from '../../../test/support/nats-server.js';
import type { Case } from '../src/case/model.js';
import { openCrew } from '../src/distribution/index.js';
import { loadCase } from '../src/index.js';
import { trainPolicy } from '../src/sddp/index.js';
import { buildStochasticModel } from '../src/stochastic/index.js';
import { productionLike } from './study-cases.js';

const national = fileURLToPath(new URL('../../../../shared/cases/national-60', import.meta.url));
const program = fileURLToPath(new URL('../bundle/cobre.js', import.meta.url));
/** Of /proc; the same on every Linux that Node runs on. */
const ticksPerSecond = 100;

export const benchCases: BenchCases = async ({ quick }) => {
  const hasNational = existsSync(national) && !quick;
  const study = hasNational
    ? (await loadCase(national)).case
    : await productionLike({ stages: 12, hydros: quick ? 20 : 60, openings: 10, passes: 4 });
  const name = hasNational ? 'national-60' : 'hydros in cascades, 12 stages';
  const limited = withIterations(study, quick ? 2 : 3);
  const server = await startNats();
  const rows: BenchRow[] = [];
  try {
    const alone = await measured(limited, server.url, []);
    const byWorkers = new Map<number, Measured>();
    for (const count of quick ? [1, 2] : [1, 2, 4]) {
      const workers = await startWorkers(server.url, count);
      try {
        byWorkers.set(count, await measured(limited, server.url, workers));
      } finally {
        for (const { child } of workers) child.kill('SIGTERM');
      }
    }
    const one = byWorkers.get(1)!;
    const traffic = `${one.messages} messages, ${Math.round(one.bytes / 1024)} KiB per iteration`;
    rows.push(
      rowOf(`${name}: CPU through NATS, one worker, over in one process (${traffic})`, one.cpu, alone.cpu, '<= 1.05'),
      rowOf(`${name}: time through NATS, one worker, over in one process`, one.wall, alone.wall, '<= 1.05'),
    );
    for (const [count, { wall }] of byWorkers)
      if (count > 1)
        rows.push(
          rowOf(`${name}: time of one worker over ${count} on ${availableParallelism()} cores`, one.wall, wall),
        );
  } finally {
    await server.stop();
  }
  return rows;
};

interface Measured {
  /** Seconds. */
  readonly wall: number;
  readonly cpu: number;
  /** Of one iteration. */
  readonly messages: number;
  readonly bytes: number;
}

interface Bound {
  readonly child: ChildProcess;
}

function rowOf(name: string, ours: number, baseline: number, target?: string): BenchRow {
  return { name, ours, baseline, ratio: ours / baseline, unit: 's', target };
}

function withIterations(study: Case, limit: number): Case {
  const training = { ...study.settings.training, stoppingRules: [{ type: 'iteration_limit' as const, limit }] };
  return { ...study, settings: { ...study.settings, training } };
}

/** The second training of two, so that code is compiled and workers have the study. */
async function measured(study: Case, url: string, workers: readonly Bound[]): Promise<Measured> {
  let last: Measured | undefined;
  for (let round = 0; round < 2; round++) last = await once(study, url, workers);
  return last!;
}

async function once(study: Case, url: string, workers: readonly Bound[]): Promise<Measured> {
  const crew =
    workers.length === 0
      ? undefined
      : await openCrew({ nats: { url, prefix: 'cobre' }, atLeast: workers.length, tell: () => {} });
  const stochastic = buildStochasticModel(study);
  // Workers that make themselves ready are not part of what is measured.
  let [before, began, traffic] = [0, 0, { messages: 0, bytes: 0 }];
  const { iterations } = await trainPolicy(study, stochastic, {
    ...(crew ? { crew } : {}),
    begin: async () => {
      [before, began] = [cpuOf(workers), performance.now()];
      traffic = crew?.traffic ?? traffic;
    },
  });
  const wall = (performance.now() - began) / 1000;
  const cpu = cpuOf(workers) - before;
  const after = crew?.traffic ?? traffic;
  await crew?.close();
  const per = (key: 'messages' | 'bytes') => Math.round((after[key] - traffic[key]) / iterations.length);
  return { wall, cpu, messages: per('messages'), bytes: per('bytes') };
}

/** Seconds of this process and of workers. */
function cpuOf(workers: readonly Bound[]): number {
  const { user, system } = process.cpuUsage();
  return workers.reduce((sum, { child }) => sum + cpuOfProcess(child.pid!), (user + system) / 1e6);
}

function cpuOfProcess(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function startWorkers(url: string, count: number): Promise<Bound[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, k) => {
      const core = String(k % availableParallelism());
      const words = ['-c', core, process.execPath, program, 'worker', '--nats', url, '--threads', '1'];
      const child = spawn('taskset', words, { stdio: ['ignore', 'ignore', 'pipe'] });
      await new Promise((resolve) => child.stderr!.once('data', resolve));
      return { child };
    }),
  );
}
