/**
 * In which standing a name is to the one who claims, learned from sentences that a person has labelled (`standing-build`): a
 * linear model whose signs fall into places of a table by their hash. Weights are small integers and are added in a fixed
 * order, so that a claim reads the same on every machine.
 */
import { type Range, signsAt } from './signs.js';

/** Has done or has it; never; would like to; is about to; others do; hardly; not any more. */
export const standings = ['did', 'denied', 'wished', 'planned', 'others', 'little', 'lapsed'] as const;
export type Standing = (typeof standings)[number];

export interface Reading {
  readonly standing: Standing;
  /** How likely it is that the one who claims did it. */
  readonly did: number;
}

export type ReadStanding = (text: string, at: Range) => Reading;

export const places = 1 << 17;

/** FNV-1a, 32 bit. */
export function placeOf(sign: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < sign.length; at++) hash = Math.imul(hash ^ sign.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (places - 1);
}

/** What is said a page away says nothing of the name. */
const farthest = 400;

export class StandingTable {
  readonly #weights: Int16Array;
  readonly #scale: number;

  /** The scale (float32, little-endian), then one weight (int16) for each standing at each place. */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#scale = view.getFloat32(0, true);
    this.#weights = Int16Array.from({ length: places * standings.length }, (_, at) => view.getInt16(4 + 2 * at, true));
  }

  readonly read: ReadStanding = (whole, [from, to]) => {
    const start = Math.max(0, from - farthest);
    const signs = signsAt(whole.slice(start, to + farthest), [from - start, to - start]);
    const sums = standings.map(() => 0);
    for (const sign of signs) {
      const row = placeOf(sign) * standings.length;
      for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (this.#weights[row + at] ?? 0);
    }
    const scores = sums.map((sum) => (sum * this.#scale) / Math.sqrt(signs.size));
    const most = Math.max(...scores);
    const shares = scores.map((score) => Math.exp(score - most));
    const all = shares.reduce((sum, share) => sum + share, 0);
    return { standing: standings[scores.indexOf(most)] ?? 'did', did: (shares[0] ?? 0) / all };
  };
}
