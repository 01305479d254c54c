/** The native baseline: compiles its programs where g++ and the CLP headers are present, and runs them on traces. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaseReplayOptions, CaseTrace } from './case-trace.js';
import { callsOf } from './clp-calls.js';
import type { Replay, ReplayOptions } from './replay.js';
import { nearestNeighbours, type Trace } from './trace.js';

export interface NativeClp {
  /** Stage problems made by a formula. */
  replay(trace: Trace, options?: ReplayOptions): Replay;
  /** A training of a whole case. */
  replayCase(trace: CaseTrace, options?: CaseReplayOptions): Replay;
  dispose(): void;
}

/** Undefined where there is no compiler or no CLP; the bench then says so. */
export function nativeClp(): NativeClp | undefined {
  if (!existsSync('/usr/include/coin/ClpSimplex.hpp')) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'clp-'));
  try {
    const [byFormula, byCalls] = [compile('clp-replay', folder), compile('clp-calls', folder)];
    return {
      replay(trace, options = {}) {
        const { nearest = false, from = 0, to = trace.family.size.iterations } = options;
        return run(byFormula, folder, encode(trace, nearest), [String(from), String(to)]);
      },
      replayCase: (trace, options) => run(byCalls, folder, callsOf(trace, options), []),
      dispose: () => rmSync(folder, { recursive: true, force: true }),
    };
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

function compile(name: string, folder: string): string {
  const program = join(folder, name);
  const source = new URL(`./${name}.cpp`, import.meta.url).pathname;
  execFileSync('g++', ['-O3', '-std=c++17', source, '-o', program, '-lClp', '-lCoinUtils'], { stdio: 'pipe' });
  return program;
}

function run(program: string, folder: string, trace: Float64Array, options: readonly string[]): Replay {
  const data = join(folder, 'trace.bin');
  writeFileSync(data, trace);
  const printed = execFileSync(program, [data, ...options], { encoding: 'utf8' });
  const [microseconds = 0, objectiveSum = 0, pivots = 0, lps = 0] = printed.trim().split(' ').map(Number);
  return { engine: 'native CLP', microseconds, objectiveSum, pivots, fallbacks: 0, lps };
}

/** Everything as doubles, in the order in which the program reads it. */
function encode(trace: Trace, nearest: boolean): Float64Array {
  const { family } = trace;
  const { size } = family;
  const out: ArrayLike<number>[] = [[size.stages, size.openings, size.trials, size.iterations, size.reservoirs]];
  for (const { model, future } of family.problems) {
    out.push([model.columnCount, model.rowCount, model.value.length, future!.thetaColumn[0]!], future!.stateColumn);
    out.push(
      model.cost,
      model.lower,
      model.upper,
      model.rowLower,
      model.rowUpper,
      model.start,
      model.index,
      model.value,
    );
  }
  for (const openings of family.inflow) out.push(...openings);
  const order = nearest ? nearestNeighbours(family) : family.inflow.map((list) => Int32Array.from(list.keys()));
  out.push(...order);
  for (let iteration = 0; iteration < size.iterations; iteration++) {
    for (let trial = 0; trial < size.trials; trial++) {
      out.push(trace.drawn[iteration]![trial]!, ...trace.states[iteration]![trial]!);
    }
    for (let t = 0; t + 1 < size.stages; t++) out.push(...trace.cuts[iteration]![t]!);
  }
  const flat = new Float64Array(out.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of out) {
    flat.set(part, at);
    at += part.length;
  }
  return flat;
}
