/** Multinomial logistic regression over hashed signs, by AdaGrad in a fixed order; weights become small integers. */
import { signsAt } from '../src/match/standing/signs.js';
import { placeOf, places, standings } from '../src/match/standing/standing-table.js';
import type { Labelled } from './labelled.js';

const rounds = 25;
const rate = 0.15;
const decay = 1e-3;
const kinds = standings.length;

interface Example {
  readonly standing: number;
  readonly rows: Int32Array;
}

export function learned(sentences: readonly Labelled[]): Uint8Array {
  const examples = sentences.map(
    ({ standing, text, at }): Example => ({
      standing: standings.indexOf(standing),
      rows: Int32Array.from(signsAt(text, at), (sign) => placeOf(sign) * kinds),
    }),
  );
  const [weights, squares] = [new Float64Array(places * kinds), new Float64Array(places * kinds)];
  const draw = drawn();
  for (let round = 0; round < rounds; round++)
    for (const example of shuffled(examples, draw)) step(example, weights, squares);
  return quantised(weights);
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

const largest = 32_767;

function quantised(weights: Float64Array): Uint8Array {
  const most = weights.reduce((sum, weight) => Math.max(sum, Math.abs(weight)), 0);
  const scale = Math.fround(most / largest);
  const bytes = new Uint8Array(4 + 2 * weights.length);
  const view = new DataView(bytes.buffer);
  view.setFloat32(0, scale, true);
  weights.forEach((weight, at) => {
    view.setInt16(4 + 2 * at, Math.round(weight / scale), true);
  });
  return bytes;
}
