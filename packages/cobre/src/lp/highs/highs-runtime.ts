/**
 * HiGHS below its JavaScript wrapper.
 *
 * The npm package validates and copies on every call, which costs a fifth of a warm solve. The object its loader returns
 * still carries the C functions, and `instantiateWasm` hands us the instance, hence its memory; so we call C directly and
 * pass numbers through one scratch area. Views are made again whenever the memory has grown.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { Fault } from '@quadrivium/kernel/fault';
import { Instance, Memory, Module, type WasmInstance, type WasmMemory } from '../wasm.js';

type Pointer = number;

/** The part of the C API that we call; arguments are numbers and pointers. */
export interface HighsCalls {
  _malloc(bytes: number): Pointer;
  _free(at: Pointer): void;
  _Highs_create(): Pointer;
  _Highs_destroy(highs: Pointer): void;
  _Highs_passLp(highs: Pointer, ...rest: number[]): number;
  _Highs_run(highs: Pointer): number;
  _Highs_getModelStatus(highs: Pointer): number;
  _Highs_getObjectiveValue(highs: Pointer): number;
  _Highs_getSolution(highs: Pointer, x: Pointer, d: Pointer, activity: Pointer, y: Pointer): number;
  _Highs_getBasis(highs: Pointer, columns: Pointer, rows: Pointer): number;
  _Highs_setBasis(highs: Pointer, columns: Pointer, rows: Pointer): number;
  _Highs_clearSolver(highs: Pointer): number;
  _Highs_addRows(highs: Pointer, ...rest: number[]): number;
  _Highs_deleteRowsByRange(highs: Pointer, from: number, to: number): number;
  _Highs_deleteRowsBySet(highs: Pointer, count: number, set: Pointer): number;
  _Highs_changeRowsBoundsByRange(highs: Pointer, from: number, to: number, lower: Pointer, upper: Pointer): number;
  _Highs_changeColsBoundsByRange(highs: Pointer, from: number, to: number, lower: Pointer, upper: Pointer): number;
  _Highs_changeColCost(highs: Pointer, column: number, cost: number): number;
  _Highs_getDualRay(highs: Pointer, has: Pointer, ray: Pointer): number;
  _Highs_getIntInfoValue(highs: Pointer, name: Pointer, value: Pointer): number;
  _Highs_setBoolOptionValue(highs: Pointer, name: Pointer, value: number): number;
  _Highs_setIntOptionValue(highs: Pointer, name: Pointer, value: number): number;
  _Highs_setDoubleOptionValue(highs: Pointer, name: Pointer, value: number): number;
  _Highs_setStringOptionValue(highs: Pointer, name: Pointer, value: Pointer): number;
}

/** Memory that C and JavaScript exchange numbers through; valid until the next `reserve`. */
export class HighsRuntime {
  readonly calls: HighsCalls;
  readonly #memory: WasmMemory;
  readonly #strings = new Map<string, Pointer>();
  #scratch: Pointer = 0;
  #scratchBytes = 0;
  #doubles = new Float64Array(0);
  #integers = new Int32Array(0);

  constructor(calls: HighsCalls, memory: WasmMemory) {
    this.calls = calls;
    this.#memory = memory;
  }

  get doubles(): Float64Array {
    if (this.#doubles.buffer !== this.#memory.buffer) this.#doubles = new Float64Array(this.#memory.buffer);
    return this.#doubles;
  }

  get integers(): Int32Array {
    if (this.#integers.buffer !== this.#memory.buffer) this.#integers = new Int32Array(this.#memory.buffer);
    return this.#integers;
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** The scratch area, at least this large and 8-byte aligned. Its contents do not survive a larger request. */
  reserve(bytes: number): Pointer {
    if (bytes > this.#scratchBytes) {
      if (this.#scratch !== 0) this.calls._free(this.#scratch);
      this.#scratchBytes = Math.ceil(bytes * 1.5);
      this.#scratch = this.calls._malloc(this.#scratchBytes);
    }
    return this.#scratch;
  }

  /** A C string that stays for the life of the runtime; option and info names are few. */
  text(value: string): Pointer {
    const known = this.#strings.get(value);
    if (known !== undefined) return known;
    const bytes = new TextEncoder().encode(`${value}\0`);
    const at = this.calls._malloc(bytes.length);
    new Uint8Array(this.#memory.buffer).set(bytes, at);
    this.#strings.set(value, at);
    return at;
  }
}

/** Compiled once: threads that start later find the code of this one in their environment. */
function compiledHighs(): object {
  const key = 'quadrivium.cobre.highs';
  const known = getEnvironmentData(key);
  if (known instanceof Module) return known;
  const compiled = new Module(readFileSync(createRequire(import.meta.url).resolve('highs/runtime')));
  setEnvironmentData(key, compiled as never);
  return compiled;
}

/** One runtime serves all HiGHS solvers of a thread. */
export async function loadHighs(): Promise<HighsRuntime> {
  let memory: WasmMemory | undefined;
  const wasm = compiledHighs();
  const options = {
    instantiateWasm(imports: object, receive: (instance: WasmInstance) => void) {
      const instance = new Instance(wasm, imports);
      memory = Object.values(instance.exports).find((item) => item instanceof Memory) as WasmMemory | undefined;
      receive(instance);
      return instance.exports;
    },
  };
  // Half of what a command of cobre would read before it begins, and few need it.
  const { default: highsLoader } = await import('highs');
  const load = highsLoader as unknown as (options: object) => Promise<HighsCalls>;
  const calls = await load(options);
  if (memory === undefined || typeof calls._Highs_run !== 'function') {
    throw new Fault('SolverFailure', 'The HiGHS package does not expose its C functions as version 1.15.3 does.', {
      suggestion: 'Install highs 1.15.3.',
    });
  }
  return new HighsRuntime(calls, memory);
}
