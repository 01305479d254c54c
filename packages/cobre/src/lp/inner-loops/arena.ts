import { compileInnerLoops } from './inner-loops.js';
import { blockSize, giveBack, takeBlock, threadMemory } from './memory.js';

/** A solver that nobody disposed of gives its memory back when it is collected. */
const forgotten = new FinalizationRegistry<Arena>((arena) => arena.release());

/** What one solver holds of the thread's memory. Lists are all zero at first; `byteOffset` is their address. */
export class Arena {
  /** Sizes of the blocks by address. */
  readonly #blocks = new Map<number, number>();
  isReleased = false;

  static ownedBy(owner: object): Arena {
    compileInnerLoops();
    const arena = new Arena();
    forgotten.register(owner, arena, arena);
    return arena;
  }

  numbers(count: number): Float64Array {
    const at = this.#take(8 * count);
    return new Float64Array(threadMemory().buffer, at, count);
  }

  integers(count: number): Int32Array {
    const at = this.#take(4 * count);
    return new Int32Array(threadMemory().buffer, at, count);
  }

  numbersOf(list: ArrayLike<number>): Float64Array {
    const copy = this.numbers(list.length);
    copy.set(list);
    return copy;
  }

  integersOf(list: ArrayLike<number>): Int32Array {
    const copy = this.integers(list.length);
    copy.set(list);
    return copy;
  }

  /** The same list with more room behind it; the narrower one must not be used any more. */
  widerNumbers(list: Float64Array, length: number): Float64Array {
    const wider = this.numbers(length);
    wider.set(list);
    this.#giveBack(list.byteOffset);
    return wider;
  }

  widerIntegers(list: Int32Array, length: number): Int32Array {
    const wider = this.integers(length);
    wider.set(list);
    this.#giveBack(list.byteOffset);
    return wider;
  }

  /** Nothing of it may be used afterwards: others will write there. */
  release(): void {
    this.isReleased = true;
    forgotten.unregister(this);
    for (const at of [...this.#blocks.keys()]) this.#giveBack(at);
  }

  #take(bytes: number): number {
    const size = blockSize(bytes);
    const at = takeBlock(size);
    this.#blocks.set(at, size);
    return at;
  }

  #giveBack(at: number): void {
    giveBack(at, this.#blocks.get(at)!);
    this.#blocks.delete(at);
  }
}
