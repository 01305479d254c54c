/**
 * The memory that JavaScript and the compiled inner loops both see, one per thread.
 *
 * It is a shared one not because threads share it, but because it may then grow under views that others hold. Blocks are
 * powers of two, so that those given back fit their successors; what nobody has written to costs nothing.
 */
import { Fault } from '@quadrivium/kernel/fault';
import { Memory, type WasmMemory } from '../wasm.js';

const pageBytes = 65_536;
const mostPages = 65_536;
const pagesAtOnce = 256;
const smallestBlock = 64;

let made: WasmMemory | undefined;
let end = pageBytes;
/** Address zero stands for nothing. */
let next = smallestBlock;
const returned = new Map<number, number[]>();

/** Made when the first solver is, because most commands have none. */
export function threadMemory(): WasmMemory {
  made ??= new Memory({ initial: 1, maximum: mostPages, shared: true });
  return made;
}

export function blockSize(bytes: number): number {
  return Math.max(smallestBlock, 2 ** Math.ceil(Math.log2(bytes)));
}

/** The address of a block, all zero. `size` is one of `blockSize`. */
export function takeBlock(size: number): number {
  const again = returned.get(size)?.pop();
  if (again !== undefined) {
    new Uint8Array(threadMemory().buffer, again, size).fill(0);
    return again;
  }
  const at = next;
  if (at + size > end) growTo(at + size);
  next = at + size;
  return at;
}

function growTo(needed: number): void {
  const missing = Math.ceil((needed - end) / pageBytes);
  const pages = Math.max(missing, Math.min(pagesAtOnce, mostPages - end / pageBytes));
  try {
    threadMemory().grow(pages);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new Fault('SolverFailure', 'The stage problems of one thread do not fit into its memory.', {
      context: { heldBytes: end, neededBytes: needed, mostBytes: mostPages * pageBytes },
      cause,
      suggestion: 'Use fewer stages, or a system of fewer plants and lines.',
    });
  }
  end += pages * pageBytes;
}

export function giveBack(at: number, size: number): void {
  const list = returned.get(size);
  if (list === undefined) returned.set(size, [at]);
  else list.push(at);
}
