import highsLoader from 'highs';
import type { BenchCases, BenchRow } from '../../../bench/row.js';
import { type HighsRuntime, loadHighs } from '../src/lp/highs/highs-runtime.js';
import { HighsSolver } from '../src/lp/highs/highs-solver.js';
import { CertifiedSolver } from '../src/lp/simplex/certified-solver.js';
import type { StageProblem } from '../src/lp/solver.js';
import { heldBytes } from './held-bytes.js';
import { lpText } from './lp-text.js';
import { type NativeClp, nativeClp } from './native-clp.js';
import { cpuMicroseconds, type Replay, type ReplayOptions, replay } from './replay.js';
import { type FamilySize, stageFamily } from './stage-family.js';
import { record, type Trace } from './trace.js';

const small = { thermals: 126, buses: 5, blocks: 1, stages: 12, openings: 20, trials: 4 };
const large = { thermals: 126, buses: 5, blocks: 3, stages: 12, openings: 20, trials: 4 };

function sizesOf(quick: boolean): FamilySize[] {
  const r4 = { ...small, name: 'r4', reservoirs: 4, iterations: quick ? 75 : 250 };
  const r40 = { ...large, name: 'r40', reservoirs: 40, iterations: quick ? 1 : 5 };
  if (quick) return [r4, r40];
  const larger = [80, 100, 160].map((reservoirs) => ({
    ...large,
    name: `r${reservoirs}`,
    reservoirs,
    iterations: reservoirs > 100 ? 1 : 2,
  }));
  return [r4, r40, ...larger];
}

/**
 * The same LPs solved by the default engine, by the HiGHS member, by `highs.solve(text)` and, where a compiler and CLP are
 * present, by a native loop on CLP. Microseconds of CPU per LP, engines taking turns, the best round counts; openings come
 * in nearest-neighbour order as in training, for CLP also in the order of the file, of which the better one counts.
 */
export const benchCases: BenchCases = async ({ quick }) => {
  const runtime = await loadHighs();
  const clp = nativeClp();
  if (clp === undefined) process.stderr.write('No compiler or no CLP here: rows against native CLP are left out.\n');
  try {
    const rows: BenchRow[] = [];
    for (const size of sizesOf(quick)) {
      const trace = recordTrace(runtime, size);
      rows.push(...(size.reservoirs === 4 ? await smallRows(runtime, clp, trace) : largeRows(runtime, clp, trace)));
    }
    return rows;
  } finally {
    clp?.dispose();
  }
};

function recordTrace(runtime: HighsRuntime, size: FamilySize): Trace {
  const family = stageFamily(size);
  const solvers = family.problems.map((problem) => new CertifiedSolver(runtime, problem));
  const trace = record(family, solvers);
  for (const solver of solvers) solver.dispose();
  return trace;
}

async function smallRows(runtime: HighsRuntime, clp: NativeClp | undefined, trace: Trace): Promise<BenchRow[]> {
  const { iterations, trials } = trace.family.size;
  const early = measure(runtime, clp, trace, { to: 25 }, 2);
  const late = measure(runtime, clp, trace, { from: iterations - 4 }, 1);
  const cuts = iterations * trials;
  const text = await textMicroseconds(trace, 50);
  return [
    ...against('4 reservoirs, 0 to 100 cuts', early, '>= 3 (goal 8)', '>= 8 (goal 15)'),
    row('4 reservoirs, 100 cuts, against highs.solve(text)', early.ours.microseconds, text, '>= 150'),
    ...against(`4 reservoirs, ${cuts} cuts`, late, '>= 8 (goal 20)', '>= 10'),
    {
      ...row(
        `growth from 100 to ${cuts} cuts (ratio of ours)`,
        late.ours.microseconds,
        early.ours.microseconds,
        '<= 4',
      ),
      ratio: late.ours.microseconds / early.ours.microseconds,
    },
    ...health('4 reservoirs', [early, late]),
    memoryRow(runtime, trace, cuts),
  ];
}

function largeRows(runtime: HighsRuntime, clp: NativeClp | undefined, trace: Trace): BenchRow[] {
  const name = `${trace.family.size.reservoirs} reservoirs x ${trace.family.size.blocks} blocks`;
  const engines = measure(runtime, clp, trace, {}, 1);
  const target = trace.family.size.reservoirs <= 40 ? '>= 1.2 (goal 3)' : '>= 0.7 (goal 2)';
  return [...against(name, engines, target, '>= 1.5'), ...health(name, [engines])];
}

interface Engines {
  readonly ours: Replay;
  readonly highs: Replay;
  readonly clp: Replay | undefined;
}

/** Engines take turns, so that a busy machine troubles all of them alike; the best round of each counts. */
function measure(
  runtime: HighsRuntime,
  clp: NativeClp | undefined,
  trace: Trace,
  part: ReplayOptions,
  rounds: number,
): Engines {
  const certified = (problem: StageProblem) => new CertifiedSolver(runtime, problem);
  const highs = (problem: StageProblem) => new HighsSolver(runtime, problem);
  const found: Record<'ours' | 'highs' | 'clp', Replay[]> = { ours: [], highs: [], clp: [] };
  for (let round = 0; round < rounds; round++) {
    found.ours.push(replay('simplex', trace, certified, { ...part, nearest: true }));
    for (const nearest of [false, true]) {
      if (clp !== undefined) found.clp.push(clp.replay(trace, { ...part, nearest }));
    }
    found.highs.push(replay('HiGHS', trace, highs, { ...part, nearest: true }));
    for (let k = 0; k < 3; k++) found.ours.push(replay('simplex', trace, certified, { ...part, nearest: true }));
  }
  return { ours: best(found.ours), highs: best(found.highs), clp: found.clp.length > 0 ? best(found.clp) : undefined };
}

function best(replays: readonly Replay[]): Replay {
  return replays.reduce((a, b) => (b.microseconds < a.microseconds ? b : a));
}

function against(name: string, { ours, highs, clp }: Engines, clpTarget: string, highsTarget: string): BenchRow[] {
  const rows = [row(`${name}, against our HiGHS member`, ours.microseconds, highs.microseconds, highsTarget)];
  if (clp !== undefined)
    rows.unshift(row(`${name}, against native CLP`, ours.microseconds, clp.microseconds, clpTarget));
  return rows;
}

/** Not speeds but conditions: engines agree, and the safety net is hardly used. */
function health(name: string, all: readonly Engines[]): BenchRow[] {
  const distance = Math.max(...all.map(({ ours, highs }) => Math.abs(ours.objectiveSum / highs.objectiveSum - 1)));
  const share = Math.max(...all.map(({ ours }) => ours.fallbacks));
  return [
    {
      name: `${name}, objectives off HiGHS`,
      ours: distance,
      baseline: 1e-7,
      ratio: distance / 1e-7,
      unit: 'relative',
      target: '<= 1',
    },
    {
      name: `${name}, share of fallbacks`,
      ours: share,
      baseline: 1e-3,
      ratio: share / 1e-3,
      unit: 'of LPs',
      target: '<= 1',
    },
  ];
}

function row(name: string, ours: number, baseline: number, target: string): BenchRow {
  return { name, ours, baseline, ratio: baseline / ours, unit: 'us/LP', target };
}

/** The naive way: write the LP as text, let the package parse and solve it. */
async function textMicroseconds(trace: Trace, lps: number): Promise<number> {
  const highs = await (highsLoader as unknown as () => Promise<{ solve(text: string): { Status: string } }>)();
  const { family } = trace;
  for (const problem of family.problems) problem.future!.cuts.clear();
  for (let iteration = 0; iteration < 25; iteration++) {
    trace.cuts[iteration]!.forEach((cuts, t) => {
      for (const cut of cuts) family.problems[t]!.future!.cuts.add(cut[0]!, cut.subarray(1));
    });
  }
  const start = cpuMicroseconds();
  for (let k = 0; k < lps; k++) {
    const t = k % (family.size.stages - 1);
    const state = trace.states[24]![0]![t]!;
    const inflow = family.inflow[t]![k % family.size.openings]!;
    const { Status } = highs.solve(
      lpText(
        family.problems[t]!,
        state.map((v, s) => v + inflow[s]!),
      ),
    );
    if (Status !== 'Optimal') throw new Error(`highs.solve(text) says ${Status}.`);
  }
  return (cpuMicroseconds() - start) / lps;
}

/** What one stage's solver holds with all cuts (the pool itself is shared and not counted). */
function memoryRow(runtime: HighsRuntime, trace: Trace, cuts: number): BenchRow {
  const { problems } = trace.family;
  const before = heldBytes();
  const solvers = problems.map((problem) => new CertifiedSolver(runtime, problem));
  // What pricing needs lies in memory that was there before: a copy of the slopes, levels and heights.
  const pricing = Math.max(
    ...problems.map(({ future }) => 8 * future!.cuts.capacity * (future!.stateColumn.length + 2)),
  );
  solvers.forEach((solver, t) => {
    trace.states[0]![0]![t]!.forEach((v, s) => {
      solver.setRowShift(s, v);
    });
    solver.solve();
  });
  const each = (Math.max(0, heldBytes() - before) / problems.length + pricing) / 2 ** 20;
  for (const solver of solvers) solver.dispose();
  return {
    name: `memory of a stage simplex, ${cuts} cuts`,
    ours: each,
    baseline: 2,
    ratio: each / 2,
    unit: 'MB',
    target: '<= 1',
  };
}
