/** The compiled inner loops (`packages/cobre/inner-loops`), one instance per thread. Lists and records are given by address. */
import { Instance, Module } from '../wasm.js';
import { code } from './code.gen.js';
import { threadMemory } from './memory.js';

interface InnerLoops {
  testRow(
    test: number,
    leaving: number,
    direction: number,
    variables: number,
    entries: number,
    entryCount: number,
    infeasibility: number,
    tolerance: number,
    negligibleSlope: number,
  ): number;
  /** The matrix is given by columns. Returns how many rows are left, or -1 when they are not as many as the columns. */
  pivotSingletons(work: number, size: number, start: number, index: number, value: number): number;
  /** 0 when it is singular. */
  eliminateNucleus(work: number, rows: number, start: number, index: number, value: number): number;
  numberPivots(work: number): void;
  solve(factors: number, vector: number): void;
  leavingRow(basis: number, rows: number, infeasibility: number, waits: number, isInfeasible: number): number;
  noteExchange(basis: number, row: number, variable: number, entries: number, change: number): number;
  swap(basis: number, row: number, variable: number): void;
  arrangeRows(basis: number): void;
  noteCut(basis: number, row: number, entries: number, change: number): void;
  measureAll(position: number, basic: number, rows: number, tolerance: number): void;
  measureListed(position: number, basic: number, list: number, count: number, tolerance: number): void;
  moveAlong(position: number, basic: number, rows: number, values: number, count: number, by: number): void;
  movePrices(price: number, variables: number, values: number, count: number, by: number): void;
  placeBasic(placement: number, basic: number, rows: number): void;
  priceBasic(placement: number, basic: number, rows: number): void;
  /** 1 where costs had to be shifted. */
  placeNonbasic(placement: number, nonbasic: number, count: number, tolerance: number): number;
  perturb(placement: number, nonbasic: number, count: number, size: number, ofEndless: number): void;
  /** 1 + v where moving up pays, -1 - v where moving down does, 0 where nothing does. */
  mostProfitable(placement: number, nonbasic: number, count: number, takesFirst: number, tolerance: number): number;
  totalCost(placement: number, variables: number): number;
  columnGap(sums: number, placement: number, tolerance: number): number;
  rowGap(sums: number, placement: number, tolerance: number, inherited: number): number;
  /** 0 where it is not so. */
  areWithin(placement: number, basic: number, rows: number, tolerance: number): number;
  arePriced(placement: number, nonbasic: number, count: number, tolerance: number): number;
  loadRow(basis: number, row: number, changes: number): number;
  loadColumn(basis: number, variable: number, cuts: number, changes: number): number;
  announce(basis: number, variable: number, by: number, cuts: number): void;
  settle(basis: number, changes: number, x: number): number;
  basicValues(basis: number, right: number, rows: number, changes: number, x: number): void;
  computePrices(basis: number, rows: number, cuts: number, changes: number, price: number): void;
  priceAll(basis: number, multipliers: number, cuts: number, price: number): void;
  gatherColumns(basis: number, rows: number, cuts: number, start: number, index: number, value: number): void;
  rightOfNonbasic(basis: number, rows: number, cuts: number, x: number, right: number): void;
  addColumn(basis: number, variable: number, by: number, cuts: number, into: number): void;
  combineRows(basis: number, rho: number, listed: number, listedCount: number): number;
}

export let innerLoops: InnerLoops;

/** Before the first call. */
export function compileInnerLoops(): void {
  const env = { memory: threadMemory() };
  innerLoops ??= new Instance(new Module(Buffer.from(code, 'base64')), { env }).exports as unknown as InnerLoops;
}
