/**
 * The LPs of whole cases: 4ree as it is shipped (where it is present), a case of its size, and cases like those used in
 * production, with cascades, inflows with memory, three blocks and production planes, and a national study (or one of its
 * shape). Every engine repeats the backward passes of the same training; CPU per LP, the best of some rounds in turn. Ours
 * has solved for some seconds by then, and its solvers live on, as in a training of minutes: native code is compiled before it
 * begins and not forgotten meanwhile.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BenchCases, BenchRow } from '../../../bench/row.js';
import type { Case } from '../src/case/model.js';
import { loadCase, train } from '../src/index.js';
import type { StageSolver } from '../src/lp/solver.js';
import { loadSolver, type SolverChoice } from '../src/sddp/index.js';
import { type CaseReplayOptions, type CaseTrace, replayCase } from './case-trace.js';
import { type NativeClp, nativeClp } from './native-clp.js';
import type { Replay } from './replay.js';
import { fourReservoirs, productionLike } from './study-cases.js';

const casesFolder = new URL('../../../../shared/cases/', import.meta.url);
const [shared, national] = ['4ree', 'national-60'].map((name) => fileURLToPath(new URL(name, casesFolder))) as [
  string,
  string,
];

export const benchCases: BenchCases = async ({ quick }) => {
  const clp = nativeClp();
  if (clp === undefined) process.stderr.write('No compiler or no CLP here: rows against native CLP are left out.\n');
  const rows: BenchRow[] = [];
  for (const load of subjects(quick)) rows.push(...(await rowsOf(await load(), clp)));
  clp?.dispose();
  return rows;
};

/** CPU time after which our code is compiled as well as it will be. */
const warmAfter = 4e6;
const rounds = 3;

interface Subject {
  readonly name: string;
  readonly study: Case;
  readonly iterations: number;
  /** First iteration that is solved; those before only deliver their cuts. */
  readonly from: number;
  /** Only every so many stages are solved again. */
  readonly every?: number;
  readonly target: string;
}

function subjects(quick: boolean): (() => Promise<Subject>)[] {
  const few = { iterations: 25, from: 1, target: '>= 3 (goal 8)' };
  const own = async () => ({
    name: '4 reservoirs, 126 thermals, 0 to 100 cuts',
    study: await fourReservoirs(),
    ...few,
  });
  const shipped = async () => ({ name: '4ree, 0 to 100 cuts', study: (await loadCase(shared)).case, ...few });
  const many = async () => ({
    ...(await shipped()),
    name: '4ree, 1,000 to 1,024 cuts',
    iterations: 256,
    from: 251,
    target: '>= 8 (goal 20)',
  });
  const production = (hydros: number, iterations: number) => async () => ({
    name: `${hydros} hydros in cascades, lags, 3 blocks, planes`,
    study: await productionLike({ stages: quick ? 12 : 60, hydros, openings: 5, passes: 2 }),
    iterations,
    from: 1,
    target: '>= 1.5 (goal 3)',
  });
  const country = async () => ({
    // As many problems as it takes to see one of ten thousand fall back.
    name: existsSync(national)
      ? 'a national study, a sample of stages of iterations 2 to 4'
      : 'the shape of a national study, a sample of stages of iterations 2 to 4',
    study: existsSync(national)
      ? withPasses((await loadCase(national)).case, 2)
      : await productionLike({ stages: 60, hydros: 151, openings: 20, passes: 2 }),
    iterations: 4,
    from: 2,
    every: 8,
    target: '>= 2 (goal 5)',
  });
  const fourRee = existsSync(shared) ? [shipped, ...(quick ? [] : [many])] : [];
  const family = (quick ? [20] : [20, 40, 80, 120]).map((hydros) => production(hydros, quick ? 20 : 6));
  return [own, ...fourRee, ...family, ...(quick ? [] : [country])];
}

function withPasses(study: Case, forwardPasses: number): Case {
  const training = { ...study.settings.training, forwardPasses };
  return { ...study, settings: { ...study.settings, training } };
}

async function rowsOf(
  { name, study, iterations, target, ...part }: Subject,
  clp: NativeClp | undefined,
): Promise<BenchRow[]> {
  const training = {
    ...study.settings.training,
    stoppingRules: [{ type: 'iteration_limit', limit: iterations } as const],
  };
  const trace = await train({ ...study, settings: { ...study.settings, training } });
  const living = await warmUp(trace, part);
  const ours: Replay[] = [];
  const native: Replay[] = [];
  const highs: Replay[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await replayBy('simplex', trace, part));
    if (clp !== undefined) native.push(clp.replayCase(trace, part));
    if (round === 0) highs.push(await replayBy('highs', trace, part));
  }
  for (const solver of living) solver.dispose();
  const rows = [against(name, 'our HiGHS member', ours, highs, undefined)];
  if (native.length > 0) rows.unshift(against(name, 'native CLP', ours, native, target));
  return [...rows, agreement(name, ours[0]!, [...native, ...highs]), fallbacks(name, trace, ours)];
}

/** Returns the solvers it began with, alive. */
async function warmUp(trace: CaseTrace, part: CaseReplayOptions): Promise<StageSolver[]> {
  const living: StageSolver[] = [];
  let { microseconds, lps } = await replayBy('simplex', trace, { ...part, living });
  for (let spent = microseconds * lps; spent < warmAfter; spent += microseconds * lps) {
    ({ microseconds, lps } = await replayBy('simplex', trace, part));
  }
  return living;
}

async function replayBy(solver: SolverChoice, trace: CaseTrace, part: CaseReplayOptions): Promise<Replay> {
  return replayCase(solver, trace, await loadSolver(solver), part);
}

function against(
  name: string,
  whom: string,
  ours: readonly Replay[],
  theirs: readonly Replay[],
  target?: string,
): BenchRow {
  const [own, baseline] = [least(ours), least(theirs)];
  const dominatedBy = `${own.pivots.toFixed(1)} pivots per LP, ${theirs[0]!.pivots.toFixed(1)} of theirs; ours warm`;
  return {
    name: `${name}, against ${whom}`,
    ours: own.microseconds,
    baseline: baseline.microseconds,
    ratio: baseline.microseconds / own.microseconds,
    unit: 'us/LP',
    target,
    dominatedBy,
  };
}

/** Engines that do not agree would not be comparable. */
function agreement(name: string, ours: Replay, others: readonly Replay[]): BenchRow {
  const distance = Math.max(...others.map(({ objectiveSum }) => Math.abs(ours.objectiveSum / objectiveSum - 1)));
  const limit = 1e-7;
  return {
    name: `${name}, objectives off the others`,
    ours: distance,
    baseline: limit,
    ratio: distance / limit,
    unit: 'relative',
    target: '<= 1',
  };
}

/** The safety net may be used by one LP in ten thousand. */
function fallbacks(name: string, { iterations }: CaseTrace, ours: readonly Replay[]): BenchRow {
  const trained = iterations.flatMap(({ phases }) => phases);
  const lps = trained.reduce((sum, { lpSolves }) => sum + lpSolves, 0) + ours[0]!.lps;
  const found = trained.reduce((sum, phase) => sum + phase.fallbacks, 0) + ours[0]!.fallbacks * ours[0]!.lps;
  const share = (10_000 * found) / lps;
  return {
    name: `${name}, fallbacks to HiGHS`,
    ours: share,
    baseline: 1,
    ratio: share,
    unit: 'per 10,000 LPs',
    target: '<= 1',
    dominatedBy: `${Math.round(found)} of ${lps} LPs, training and replay`,
  };
}

function least(replays: readonly Replay[]): Replay {
  return replays.reduce((a, b) => (b.microseconds < a.microseconds ? b : a));
}
