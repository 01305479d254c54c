/** Multinomial logistic regression over signs, by AdaGrad in a fixed order; weights become small integers. */
import { signsAt } from '../src/match/standing/signs.js';
import { hashOf, standings } from '../src/match/standing/standing-table.js';
import type { Labelled } from './labelled.js';

const rounds = 20;
const rate = 0.15;
const decay = 1e-3;
const kinds = standings.length;

/** A sign of one sentence alone says nothing of another. */
const fewest = 2;

interface Example {
  readonly standing: number;
  readonly rows: Int32Array;
}

export function learned(labelled: readonly Labelled[]): Uint8Array {
  const read = labelled.map((one) => [one, ...byAWordOfTheName(one)].map(signsOf));
  const hashes = kept(read);
  const rowOf = new Map(hashes.map((hash, at) => [hash, at * kinds]));
  const examples = read.flat().map(
    ({ standing, signs }): Example => ({
      standing,
      rows: Int32Array.from(signs.flatMap((hash) => rowOf.get(hash) ?? [])),
    }),
  );
  return written(hashes, weighed(examples, hashes.length * kinds));
}

interface Read {
  readonly standing: number;
  readonly signs: readonly number[];
}

const signsOf = ({ standing, text, at }: Labelled): Read => ({
  standing: standings.indexOf(standing),
  signs: [...new Set([...signsAt(text, at)].map(hashOf))],
});

const word = /[\p{L}\p{N}]{3,}/gu;

/** The matcher may know a name by one of its words: what else belongs to the name says nothing of it then. */
function byAWordOfTheName(one: Labelled): Labelled[] {
  const [from, to] = one.at;
  const words = [...one.text.slice(from, to).matchAll(word)];
  if (words.length < 2) return [];
  return [words[0], words.at(-1)].flatMap((found) =>
    found === undefined ? [] : { ...one, at: [from + found.index, from + found.index + found[0].length] as const },
  );
}

function kept(read: readonly (readonly Read[])[]): number[] {
  const counts = new Map<number, number>();
  for (const sentence of read)
    for (const hash of new Set(sentence.flatMap(({ signs }) => signs))) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= fewest)
    .map(([hash]) => hash)
    .sort((a, b) => a - b);
}

function weighed(examples: readonly Example[], size: number): Float64Array {
  const [weights, squares] = [new Float64Array(size), new Float64Array(size)];
  const draw = drawn();
  for (let round = 0; round < rounds; round++)
    for (const example of shuffled(examples, draw)) step(example, weights, squares);
  return weights;
}

function step({ standing, rows }: Example, weights: Float64Array, squares: Float64Array): void {
  const each = 1 / Math.sqrt(rows.length);
  const shares = sharesOf(rows, weights, each);
  for (let kind = 0; kind < kinds; kind++) {
    const error = ((shares[kind] ?? 0) - (kind === standing ? 1 : 0)) * each;
    for (const row of rows) {
      const gradient = error + decay * (weights[row + kind] ?? 0);
      const sum = (squares[row + kind] ?? 0) + gradient * gradient;
      squares[row + kind] = sum;
      weights[row + kind] = (weights[row + kind] ?? 0) - (rate * gradient) / (Math.sqrt(sum) + 1e-3);
    }
  }
}

function sharesOf(rows: Int32Array, weights: Float64Array, each: number): number[] {
  const scores = standings.map((_, kind) => rows.reduce((sum, row) => sum + (weights[row + kind] ?? 0), 0) * each);
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const all = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / all);
}

/** The same draws on every machine. */
function drawn(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffled<Item>(items: readonly Item[], draw: () => number): Item[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(draw() * (at + 1));
    [all[at], all[other]] = [all[other] as Item, all[at] as Item];
  }
  return all;
}

const largest = 127;

function written(hashes: readonly number[], weights: Float64Array): Uint8Array {
  const most = weights.reduce((sum, weight) => Math.max(sum, Math.abs(weight)), 0);
  const scale = Math.fround(most / largest);
  const bytes = new Uint8Array(8 + 4 * hashes.length + weights.length);
  const view = new DataView(bytes.buffer);
  view.setFloat32(0, scale, true);
  view.setUint32(4, hashes.length, true);
  hashes.forEach((hash, at) => {
    view.setUint32(8 + 4 * at, hash, true);
  });
  weights.forEach((weight, at) => {
    view.setInt8(8 + 4 * hashes.length + at, Math.round(weight / scale));
  });
  return bytes;
}
