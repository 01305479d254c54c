/**
 * Just enough of the binary format of WebAssembly to write one function with vectors of two numbers. Every piece of code is
 * a list of bytes that leaves its result on the stack, so that pieces nest like the expressions they stand for.
 */
export type Code = readonly number[];

/** A number as LEB128; the signed form, because constants need it, and small positive ones look the same in both. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = rest & 0x7f;
    rest >>= 7;
    const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}

/** Lengths and places are unsigned. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

const counted = (bytes: Code): number[] => [...unsigned(bytes.length), ...bytes];
const text = (value: string): number[] => counted([...new TextEncoder().encode(value)]);

/** A local variable: read, and set to a value. */
export interface Local {
  readonly get: Code;
  set(value: Code): Code;
}

export function local(index: number): Local {
  return { get: [0x20, ...unsigned(index)], set: (value) => [...value, 0x21, ...unsigned(index)] };
}

export const integer = (value: number): Code => [0x41, ...leb(value)];
export const plus = (a: Code, b: Code): Code => [...a, ...b, 0x6a];
export const minus = (a: Code, b: Code): Code => [...a, ...b, 0x6b];
export const isLess = (a: Code, b: Code): Code => [...a, ...b, 0x48];

/** Runs the body as long as the condition holds. */
export function whileTrue(condition: Code, ...body: Code[]): Code {
  const [block, loop, end, branchIf, branch] = [0x02, 0x03, 0x0b, 0x0d, 0x0c];
  const isZero = 0x45;
  const nothing = 0x40;
  return [block, nothing, loop, nothing, ...condition, isZero, branchIf, 1, ...body.flat(), branch, 0, end, end];
}

const vector = (operation: number): number[] => [0xfd, ...unsigned(operation)];
const [aligned8, aligned16] = [3, 4];

/** Two numbers at an address, and `offset` bytes further. */
export const loadPair = (address: Code, offset = 0): Code => [...address, ...vector(0), aligned16, ...unsigned(offset)];
/** One number, twice. */
export const loadTwice = (address: Code, offset = 0): Code => [
  ...address,
  ...vector(10),
  aligned8,
  ...unsigned(offset),
];
export const storePair = (address: Code, pair: Code): Code => [...address, ...pair, ...vector(11), aligned16, 0];
export const addPairs = (a: Code, b: Code): Code => [...a, ...b, ...vector(240)];
export const multiplyPairs = (a: Code, b: Code): Code => [...a, ...b, ...vector(242)];
/** Of each pair of numbers the larger one. */
export const largerOfPairs = (a: Code, b: Code): Code => [...a, ...b, ...vector(247)];
export const numberOfPair = (pair: Code, which: 0 | 1): Code => [...pair, ...vector(33), which];
export const larger = (a: Code, b: Code): Code => [...a, ...b, 0xa5];
export const storeNumber = (address: Code, value: Code): Code => [...address, ...value, 0x39, aligned8, 0];

export interface WasmFunction {
  readonly name: string;
  /** All parameters are integers; locals are numbered on from them, integers first, then pairs. */
  readonly parameters: number;
  readonly integers: number;
  readonly pairs: number;
  readonly body: Code;
}

/** A module with one function that works on imported memory `env.memory`. */
export function wasmModule({ name, parameters, integers, pairs, body }: WasmFunction): Uint8Array {
  const [i32, v128, functionType] = [0x7f, 0x7b, 0x60];
  const section = (id: number, content: Code) => [id, ...counted(content)];
  const locals = [2, ...unsigned(integers), i32, ...unsigned(pairs), v128];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, functionType, ...counted(Array(parameters).fill(i32)), 0]),
    ...section(2, [1, ...text('env'), ...text('memory'), 0x02, 0x00, 0x01]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text(name), 0x00, 0]),
    ...section(10, [1, ...counted([...locals, ...body, 0x0b])]),
  ]);
}
