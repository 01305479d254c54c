/** The native baseline: compiles its program where g++ and the CLP headers are present, and runs it on what engines are told. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CaseReplayOptions, type CaseTrace, replayCase } from './case-trace.js';
import { callsOf } from './clp-calls.js';
import { type Replay, type ReplayOptions, replay } from './replay.js';
import type { Trace } from './trace.js';

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
    const program = compile(folder);
    return {
      replay: (trace, options = {}) =>
        run(
          program,
          folder,
          callsOf((make) => replay('calls', trace, make, options)),
        ),
      replayCase: (trace, options) =>
        run(
          program,
          folder,
          callsOf((make) => replayCase('calls', trace, make, options)),
        ),
      dispose: () => rmSync(folder, { recursive: true, force: true }),
    };
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

function compile(folder: string): string {
  const program = join(folder, 'clp-calls');
  const source = new URL('./clp-calls.cpp', import.meta.url).pathname;
  execFileSync('g++', ['-O3', '-std=c++17', source, '-o', program, '-lClp', '-lCoinUtils'], { stdio: 'pipe' });
  return program;
}

function run(program: string, folder: string, calls: Float64Array): Replay {
  const data = join(folder, 'calls.bin');
  writeFileSync(data, calls);
  const printed = execFileSync(program, [data], { encoding: 'utf8' });
  const [microseconds = 0, objectiveSum = 0, pivots = 0, lps = 0] = printed.trim().split(' ').map(Number);
  return { engine: 'native CLP', microseconds, objectiveSum, pivots, fallbacks: 0, lps };
}
