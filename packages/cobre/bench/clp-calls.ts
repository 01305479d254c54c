/**
 * What an engine is told during a replay, written down for the native program: a solver that solves nothing and notes every
 * call that changes something. Outgoing states without a column become columns fixed at their value, which is how one would
 * write them for a general solver.
 */
import type { CutPool } from '../src/lp/cuts/cut-pool.js';
import { emptyStatistics, type StageProblem, type StageSolver } from '../src/lp/solver.js';

const call = { setRow: 1, setColumn: 2, addCut: 3, solve: 4 } as const;

/** The calls of a replay as doubles, in the order in which the program reads them. */
export function callsOf(replay: (make: (problem: StageProblem) => StageSolver) => void): Float64Array {
  const calls: number[] = [];
  const problems: StageProblem[] = [];
  replay((problem) => {
    problems.push(problem);
    return noting(problem, problems.length - 1, calls);
  });
  return Float64Array.from([problems.length, ...problems.flatMap(stageOf), ...calls]);
}

/** Columns of all outgoing states, those without one behind the others. */
function stateColumns({ model, future }: StageProblem): number[] {
  let more = model.columnCount;
  return Array.from(future?.stateColumn ?? [], (column) => (column >= 0 ? column : more++));
}

function stageOf(problem: StageProblem): number[] {
  const { model, future } = problem;
  const states = stateColumns(problem);
  const added = states.filter((column) => column >= model.columnCount).length;
  const zeros = Array<number>(added).fill(0);
  const thetas = [...(future?.thetaColumn ?? [])];
  return [
    ...[model.columnCount + added, model.rowCount, model.value.length, thetas.length, states.length, model.offset],
    ...[...thetas, ...states],
    ...[...model.cost, ...zeros, ...model.lower, ...zeros, ...model.upper, ...zeros],
    ...[...model.rowLower, ...model.rowUpper],
    ...[...model.start, ...Array<number>(added).fill(model.value.length), ...model.index, ...model.value],
  ];
}

function noting(problem: StageProblem, stage: number, calls: number[]): StageSolver {
  const { model, future } = problem;
  const statistics = emptyStatistics();
  const states = stateColumns(problem);
  const known = new Map<string, number>();
  /** Only changes are told, as a careful caller would do. */
  const isNew = (what: string, value: number) => known.get(what) !== value && known.set(what, value) !== undefined;
  let cuts = 0;
  const notes: Partial<StageSolver> = {
    problem,
    statistics,
    status: 'optimal',
    objective: 0,
    setRowShift(row, shift) {
      if (isNew(`row ${row}`, shift))
        calls.push(call.setRow, stage, row, model.rowLower[row]! + shift, model.rowUpper[row]! + shift);
    },
    setRowShifts(rows, shifts) {
      rows.forEach((row, k) => {
        notes.setRowShift!(row, shifts[k]!);
      });
    },
    setColumnBounds(column, lower, upper) {
      if (isNew(`column ${column}`, upper)) calls.push(call.setColumn, stage, column, lower, upper);
    },
    setStateConstant(state, value) {
      const column = states[state];
      // Where nothing follows, nobody asks for outgoing states.
      if (column === undefined || !isNew(`state ${state}`, value)) return;
      calls.push(call.setColumn, stage, column, value, value);
    },
    syncCuts() {
      for (const pool = future!.cuts; cuts < pool.count; cuts++) calls.push(call.addCut, stage, ...cutOf(pool, cuts));
    },
    solve() {
      statistics.solves++;
      calls.push(call.solve, stage);
      return 'optimal';
    },
    rowDual: () => 0,
    stateConstantDual: () => 0,
    dispose() {},
  };
  if (future !== undefined) notes.syncCuts!();
  return notes as StageSolver;
}

function cutOf(pool: CutPool, slot: number): number[] {
  const slopes = Array.from({ length: pool.stateCount }, (_, s) => pool.slopeOf(slot, s));
  return [pool.theta[slot]!, pool.intercept[slot]!, ...slopes];
}
