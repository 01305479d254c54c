import { byteOrder } from '../domain/text.js';

export interface VectorHit {
  readonly key: string;
  readonly score: number;
}

/** Vectors by key. Brute force: at the size of a career it is fast, exact and the same everywhere. */
export interface VectorIndex {
  readonly size: number;
  upsert(key: string, vector: Float32Array): void;
  query(vector: ArrayLike<number>, topK: number): VectorHit[];
}

/** Scores closer than this are a tie, decided by key. */
const tie = 1e-9;

export class InMemoryVectorIndex implements VectorIndex {
  readonly #vectors = new Map<string, Float32Array>();

  get size(): number {
    return this.#vectors.size;
  }

  upsert(key: string, vector: Float32Array): void {
    this.#vectors.set(key, vector);
  }

  query(vector: ArrayLike<number>, topK: number): VectorHit[] {
    const hits = [...this.#vectors].map(([key, stored]) => ({ key, score: cosine(vector, stored) }));
    return hits.sort(bestFirst).slice(0, Math.max(0, topK));
  }
}

export function bestFirst(a: VectorHit, b: VectorHit): number {
  return Math.abs(a.score - b.score) < tie ? byteOrder(a.key, b.key) : b.score - a.score;
}

/** Zero for vectors without direction or of different lengths. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return 0;
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : dot / (Math.sqrt(aa) * Math.sqrt(bb));
}
