/**
 * Memory that both JavaScript and the pricing code see. A thread has a few large areas; every solver with cuts takes a
 * block of one of them and gives it back when its pool grows or when it is gone.
 */
import { Instance, Memory, Module } from '../wasm.js';
import { type PriceCuts, pricingCode } from './price-cuts.js';

const pageBytes = 65_536;
/** Pages nobody has written to cost no memory, so areas begin large: each takes gigabytes of addresses, which are not endless. */
const areaBytes = 16 * 2 ** 20;
const blocksOfArea = 16;
const mostAreaBytes = 2 ** 30;

class Area {
  readonly buffer: ArrayBuffer;
  readonly price: PriceCuts;
  readonly #bytes: number;
  readonly #returned = new Map<number, number[]>();
  #next = 0;

  constructor(module: object, bytes: number) {
    const pages = Math.ceil(bytes / pageBytes);
    const memory = new Memory({ initial: pages, maximum: pages });
    this.buffer = memory.buffer;
    this.#bytes = pages * pageBytes;
    this.price = new Instance(module, { env: { memory } }).exports.price as PriceCuts;
  }

  /** Where a block of this size begins, or -1. */
  take(bytes: number): number {
    const again = this.#returned.get(bytes)?.pop();
    if (again !== undefined) {
      new Uint8Array(this.buffer, again, bytes).fill(0);
      return again;
    }
    if (this.#next + bytes > this.#bytes) return -1;
    this.#next += bytes;
    return this.#next - bytes;
  }

  giveBack(at: number, bytes: number): void {
    this.#returned.set(bytes, [...(this.#returned.get(bytes) ?? []), at]);
  }
}

/** A block for the numbers of one solver: all zero at first. */
export class PricingMemory {
  readonly price: PriceCuts;
  readonly #area: Area;
  readonly #at: number;
  readonly #bytes: number;
  #taken = 0;

  constructor(area: Area, at: number, bytes: number) {
    this.price = area.price;
    this.#area = area;
    this.#at = at;
    this.#bytes = bytes;
  }

  /** The next so many numbers of the block; `byteOffset` is their address. */
  numbers(count: number): Float64Array<ArrayBuffer> {
    const from = this.#at + this.#taken;
    this.#taken += count * 8;
    return new Float64Array(this.#area.buffer, from, count);
  }

  release(): void {
    this.#area.giveBack(this.#at, this.#bytes);
  }
}

/** Solvers that nobody disposed of give their block back when they are collected. */
const forgotten = new FinalizationRegistry<PricingMemory>((memory) => memory.release());

const areas: Area[] = [];
let compiled: object | undefined;

export function takePricingMemory(owner: object, numbers: number): PricingMemory {
  const memory = allocate(numbers);
  forgotten.register(owner, memory, memory);
  return memory;
}

export function releasePricingMemory(memory: PricingMemory): void {
  forgotten.unregister(memory);
  memory.release();
}

function allocate(numbers: number): PricingMemory {
  // Powers of two, so that blocks fit their successors.
  const bytes = Math.max(1024, 2 ** Math.ceil(Math.log2(numbers * 8)));
  for (const area of areas) {
    const at = area.take(bytes);
    if (at >= 0) return new PricingMemory(area, at, bytes);
  }
  compiled ??= new Module(pricingCode);
  const area = new Area(compiled, Math.max(bytes, areaBytes, Math.min(mostAreaBytes, blocksOfArea * bytes)));
  areas.push(area);
  return new PricingMemory(area, area.take(bytes), bytes);
}
