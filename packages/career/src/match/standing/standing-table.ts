/**
 * In which standing a name is to the one who claims, learned from sentences that a person has labelled (`standing-build`): a
 * linear model over the signs that stood in two of them at least. Weights are small integers and are added in a fixed order, so
 * that a claim reads the same on every machine.
 */
import type { Range } from './marked.js';
import { signsAt } from './signs.js';

/** Has done or has it; never; would like to; is about to; others do; hardly; not any more. */
export const standings = ['did', 'denied', 'wished', 'planned', 'others', 'little', 'lapsed'] as const;
export type Standing = (typeof standings)[number];

export interface Reading {
  readonly standing: Standing;
  /** How likely it is that the one who claims did it. */
  readonly did: number;
}

export type ReadStanding = (text: string, at: Range) => Reading;

/** FNV-1a, 32 bit. */
export function hashOf(sign: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < sign.length; at++) hash = Math.imul(hash ^ sign.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** What is said a page away says nothing of the name. */
const farthest = 400;

export class StandingTable {
  readonly #rows = new Map<number, number>();
  readonly #weights: Int8Array;
  readonly #scale: number;

  /** The scale (float32, little-endian), how many signs (uint32), their hashes (uint32), one weight (int8) for each standing of each. */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#scale = view.getFloat32(0, true);
    const signs = view.getUint32(4, true);
    for (let at = 0; at < signs; at++) this.#rows.set(view.getUint32(8 + 4 * at, true), at * standings.length);
    this.#weights = new Int8Array(bytes.buffer, bytes.byteOffset + 8 + 4 * signs, signs * standings.length);
  }

  readonly read: ReadStanding = (whole, [from, to]) => {
    const start = Math.max(0, from - farthest);
    const rows = this.#rowsOf(signsAt(whole.slice(start, to + farthest), [from - start, to - start]));
    const sums = standings.map((_, kind) => rows.reduce((sum, row) => sum + (this.#weights[row + kind] ?? 0), 0));
    const scores = sums.map((sum) => (sum * this.#scale) / Math.sqrt(Math.max(1, rows.length)));
    const most = Math.max(...scores);
    const shares = scores.map((score) => Math.exp(score - most));
    const all = shares.reduce((sum, share) => sum + share, 0);
    return { standing: standings[scores.indexOf(most)] ?? 'did', did: (shares[0] ?? 0) / all };
  };

  /** Signs that training did not see twice say nothing. */
  #rowsOf(signs: ReadonlySet<string>): number[] {
    const rows: number[] = [];
    for (const sign of signs) {
      const row = this.#rows.get(hashOf(sign));
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }
}
