/**
 * Whole trainings: our default against our HiGHS member (CPU per LP, the same number of iterations), two threads against
 * one (wall time, to be trusted only on an idle machine; both in a process that has trained before and in a new one), and
 * what `highs.solve(text)` would take for the same LPs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import highsLoader from 'highs';
import type { BenchCases, BenchRow } from '../../../bench/row.js';
import type { Case } from '../src/case/model.js';
import { loadCase, type Trained, train } from '../src/index.js';
import type { StageProblem } from '../src/lp/solver.js';
import { heldBytes } from './held-bytes.js';
import { lpText } from './lp-text.js';
import { cpuMicroseconds } from './replay.js';
import { fourReservoirs, productionLike } from './study-cases.js';

const shared = fileURLToPath(new URL('../../../../shared/cases/4ree', import.meta.url));
const program = fileURLToPath(new URL('../bundle/cobre.js', import.meta.url));

export const benchCases: BenchCases = async ({ quick }) => {
  const small: [string, Case][] = [['4 reservoirs, 126 thermals', await fourReservoirs()]];
  if (existsSync(shared)) small.push(['4ree', (await loadCase(shared)).case]);
  const rows: BenchRow[] = [];
  // Ours first, all of it: code that has met two kinds of solver is compiled for both and runs slower, which no user sees.
  const own = new Map<string, Own>();
  for (const [name, study] of small) own.set(name, await ownOf(study, quick));
  for (const [name, study] of small) rows.push(...(await smallRows(name, study, own.get(name)!, quick)));
  if (existsSync(shared)) rows.push(firstTraining(quick));
  for (const hydros of quick ? [20] : [20, 40, 80, 120]) rows.push(...(await productionRows(hydros, quick)));
  return rows;
};

/** HiGHS pays for every cut in every LP, so its share of a long training is measured on a short one, as ours is. */
const short = 24;

interface Own {
  readonly iterations: number;
  readonly brief: Measured;
  readonly long: Measured;
  readonly two: Measured;
}

async function ownOf(study: Case, quick: boolean): Promise<Own> {
  const iterations = 256;
  await measured(study, short, {});
  const brief = await best(study);
  await measured(study, short, { threads: 2, awaitThreads: true });
  const [long, two] = await inTurns(study, iterations, quick ? 1 : 3);
  const { megabytes } = await measured(study, iterations, {}, true);
  return { iterations, brief, long: { ...long, megabytes }, two };
}

/** One thread and two in turn; the fastest of each counts. */
async function inTurns(study: Case, iterations: number, rounds: number): Promise<[Measured, Measured]> {
  const [ones, twos]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ones.push(await measured(study, iterations, {}));
    twos.push(await measured(study, iterations, { threads: 2 }));
  }
  const fastest = (all: readonly Measured[]) => all.reduce((a, b) => (b.wallMs < a.wallMs ? b : a));
  return [fastest(ones), fastest(twos)];
}

/** The same as a whole command in a new process, which has to read the case, start its thread and compile its code. */
function firstTraining(quick: boolean): BenchRow {
  const output = mkdtempSync(join(tmpdir(), 'cobre-bench-'));
  const run = (threads: number) => {
    const began = performance.now();
    const options = ['--phases', 'training', '--threads', String(threads), '--output', output, '--quiet'];
    execFileSync(process.execPath, [program, 'run', shared, ...options], { stdio: 'ignore' });
    return performance.now() - began;
  };
  const rounds = Array.from({ length: quick ? 1 : 3 }, () => [run(1), run(2)] as const);
  rmSync(output, { recursive: true });
  const [one, two] = [0, 1].map((k) => Math.min(...rounds.map((round) => round[k]!))) as [number, number];
  return {
    name: '4ree, `cobre run` of the training in a new process, 2 threads against 1, wall',
    ours: two,
    baseline: one,
    ratio: one / two,
    unit: 'ms',
    dominatedBy: 'reading the case, and compiling the same code in both threads',
  };
}

/** Of three, because a collection of garbage or a neighbour on the machine weighs on a training this short. */
async function best(study: Case): Promise<Measured> {
  const all = [await measured(study, short, {}), await measured(study, short, {}), await measured(study, short, {})];
  return all.reduce((a, b) => (b.microseconds < a.microseconds ? b : a));
}

async function smallRows(
  name: string,
  study: Case,
  { iterations, brief: ours, long, two }: Own,
  quick: boolean,
): Promise<BenchRow[]> {
  const highs = await measured(study, short, { solver: 'highs' });
  const text = await textMicroseconds(long.trained, quick ? 20 : 60);
  return [
    perLp(`${name}, training of ${short} iterations, against our HiGHS member`, ours, highs.microseconds, '>= 8'),
    perLp(`${name}, training of ${iterations} iterations, against highs.solve(text)`, long, text, '>= 30 (goal 100)'),
    {
      ...perLp(`${name}, last cuts against first (ratio of ours)`, long, ours.microseconds, '<= 4'),
      ratio: long.microseconds / ours.microseconds,
    },
    speedUp(`${name}, training by 2 threads against 1, wall`, two, long),
    fallbacks(name, long),
    speed(name, long),
  ];
}

async function productionRows(hydros: number, quick: boolean): Promise<BenchRow[]> {
  const size = { stages: quick ? 12 : 60, hydros, openings: 5, passes: 2 };
  const study = await productionLike(size);
  const name = `${hydros} hydros in cascades, ${size.stages} stages, lags, 3 blocks, planes`;
  const iterations = hydros <= 40 ? 10 : 2;
  const { megabytes } = await measured(study, iterations, {}, true);
  // Each after a short training of its own kind, in which its code is compiled.
  await measured(study, 2, {});
  const ours = { ...(await measured(study, iterations, {})), megabytes };
  await measured(study, 2, { solver: 'highs' });
  const highs = await measured(study, iterations, { solver: 'highs' });
  await measured(study, 1, { threads: 2, awaitThreads: true });
  const two = await measured(study, iterations, { threads: 2 });
  return [
    // Above 350 rows the default is HiGHS itself, and the ratio only shows how exact this is.
    perLp(`${name}, against our HiGHS member`, ours, highs.microseconds, hydros <= 40 ? '>= 1' : undefined),
    { ...speedUp(`${name}, 2 threads against 1, wall`, two, ours), target: undefined },
    fallbacks(name, ours),
    speed(name, ours),
  ];
}

interface Measured {
  readonly trained: Trained;
  readonly lps: number;
  /** CPU per LP. */
  readonly microseconds: number;
  readonly wallMs: number;
  readonly fallbacks: number;
  readonly megabytes: number;
}

/** Memory is only asked for where a row shows it: collecting all garbage throws compiled code away as well. */
async function measured(
  study: Case,
  limit: number,
  options: Parameters<typeof train>[1],
  memory = false,
): Promise<Measured> {
  const stoppingRules = [{ type: 'iteration_limit', limit } as const];
  const training = { ...study.settings.training, stoppingRules, stoppingMode: 'any' as const };
  const before = memory ? heldBytes() : 0;
  let [cpu, wall] = [0, 0];
  const trained = await train(
    { ...study, settings: { ...study.settings, training } },
    {
      ...options,
      // Loading and preparing are over here.
      begin: async () => {
        [cpu, wall] = [cpuMicroseconds(), performance.now()];
      },
    },
  );
  const { iterations } = trained;
  const lps = iterations.reduce((sum, { lpSolves }) => sum + lpSolves, 0);
  const missed = iterations.flatMap(({ phases }) => phases).reduce((sum, phase) => sum + phase.fallbacks, 0);
  return {
    trained,
    lps,
    microseconds: (cpuMicroseconds() - cpu) / lps,
    wallMs: performance.now() - wall,
    fallbacks: missed / lps,
    megabytes: memory ? Math.max(0, heldBytes() - before) / 2 ** 20 : 0,
  };
}

function perLp(name: string, { microseconds }: Measured, baseline: number, target: string | undefined): BenchRow {
  return { name, ours: microseconds, baseline, ratio: baseline / microseconds, unit: 'us/LP', target };
}

function speedUp(name: string, two: Measured, one: Measured): BenchRow {
  const ratio = one.wallMs / two.wallMs;
  const dominatedBy = 'waiting for the slower trial of a stage, and the parts that one thread does alone';
  return { name, ours: two.wallMs, baseline: one.wallMs, ratio, unit: 'ms', target: '>= 1.3 (goal 1.8)', dominatedBy };
}

function fallbacks(name: string, { fallbacks: share }: Measured): BenchRow {
  const limit = 1e-3;
  return {
    name: `${name}, share of fallbacks`,
    ours: share,
    baseline: limit,
    ratio: share / limit,
    unit: 'of LPs',
    target: '<= 1',
  };
}

/** Not a comparison: how fast it goes and what it holds, for whoever knows the machine. */
function speed(name: string, { microseconds, megabytes, lps }: Measured): BenchRow {
  return {
    name: `${name}, LPs per second of CPU (${lps} LPs, ${megabytes.toFixed(0)} MB more held)`,
    ours: 1e6 / microseconds,
    baseline: 1e6 / microseconds,
    ratio: 1,
    unit: 'LPs/s',
  };
}

/** The naive way on the LPs of the trained policy: the stage as text with all its cuts, at the initial state. */
async function textMicroseconds({ problem, policy }: Trained, lps: number): Promise<number> {
  const highs = await (highsLoader as unknown as () => Promise<{ solve(text: string): { Status: string } }>)();
  const stages = problem.stages.slice(0, -1);
  const start = cpuMicroseconds();
  for (let k = 0; k < lps; k++) {
    const at = k % stages.length;
    const { model, openings } = stages[at]!;
    const stage: StageProblem = {
      model: model.lp,
      future: { thetaColumn: model.thetaColumn, stateColumn: model.stateColumn, cuts: policy.stages[at]!.pool },
    };
    const shift = new Float64Array(model.lp.rowCount);
    for (const { target, source, coefficient } of model.terms.rowByState) {
      shift[target]! += coefficient * problem.initialState[source]!;
    }
    for (const { target, source, coefficient } of model.terms.rowByNoise) {
      shift[target]! += coefficient * openings[source]!;
    }
    const { Status } = highs.solve(lpText(stage, shift));
    if (Status !== 'Optimal') throw new Error(`highs.solve(text) says ${Status}.`);
  }
  return (cpuMicroseconds() - start) / lps;
}
