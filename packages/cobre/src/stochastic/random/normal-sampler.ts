import { exactExp, exactLog } from './exact-functions.js';
import type { Pcg64 } from './pcg64.js';

/**
 * Standard normal variates by the ziggurat of Marsaglia and Tsang in Doornik's form (ZIGNOR) with 256 layers of equal
 * area. The layer edges follow from the position R of the tail and the area V by a recursion in doubles; with correctly
 * rounded functions it gives the published tables bit for bit.
 */
const TAIL = 3.654152885361009;
const AREA = 0.00492867323399;
const LAYERS = 256;

const edge = new Float64Array(LAYERS + 1);
const density = new Float64Array(LAYERS + 1);

/** With the first number that is drawn: most programs start without drawing any. */
function fillTables(): void {
  edge[0] = AREA / densityAt(TAIL);
  edge[1] = TAIL;
  for (let i = 2; i < LAYERS; i++) {
    const above = edge[i - 1]!;
    edge[i] = Math.sqrt(-2 * exactLog(AREA / above + densityAt(above)));
  }
  for (let i = 0; i <= LAYERS; i++) density[i] = densityAt(edge[i]!);
}

function densityAt(x: number): number {
  return exactExp((-x * x) / 2);
}

export function standardNormal(rng: Pcg64): number {
  if (edge[1] === 0) fillTables();
  for (;;) {
    rng.next();
    const layer = rng.low & 0xff;
    // The upper 52 bits as a double in [2, 4), minus 3.
    const u = (rng.high * 2 ** 20 + (rng.low >>> 12)) * 2 ** -51 - 1;
    const x = u * edge[layer]!;
    if (Math.abs(x) < edge[layer + 1]!) return x;
    if (layer === 0) return tail(rng, u);
    const height = density[layer + 1]! + (density[layer]! - density[layer + 1]!) * rng.uniform();
    if (height < Math.exp((-x * x) / 2)) return x;
  }
}

function tail(rng: Pcg64, u: number): number {
  for (;;) {
    const x = exactLog(rng.openUniform()) / TAIL;
    const y = exactLog(rng.openUniform());
    if (-2 * y >= x * x) return u < 0 ? x - TAIL : TAIL - x;
  }
}

/** Tables for verification. */
export function layerTables(): { readonly edge: Float64Array; readonly density: Float64Array } {
  return { edge: edge.slice(), density: density.slice() };
}

/** Fills `out` with `count` independent draws from `offset` on. */
export function fillNormals(rng: Pcg64, out: Float64Array, offset: number, count: number): void {
  for (let i = 0; i < count; i++) out[offset + i] = standardNormal(rng);
}
