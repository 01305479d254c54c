import { tokenize } from '../domain/text.js';

export interface EmbeddingProvider {
  readonly id: string;
  readonly model: string;
  /** Zero switches the embedding side off. */
  readonly dimension: number;
  embed(text: string): Float32Array;
}

const fnvOffset = 0xcbf29ce484222325n;
const fnvPrime = 0x100000001b3n;

export function fnv1a64(text: string): bigint {
  let hash = fnvOffset;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * fnvPrime);
  return hash;
}

const neighbourWeight = 0.3;

/**
 * The seed's stand-in for an embedding: words hashed into buckets that leak into their neighbours. It knows nothing of
 * meaning and is kept for parity only.
 */
export function hashedWords(dimension = 128): EmbeddingProvider {
  return { id: 'hashed-words', model: `fnv1a64-${dimension}`, dimension, embed: (text) => embed(text, dimension) };
}

function embed(text: string, dimension: number): Float32Array {
  const vector = new Float32Array(dimension);
  for (const [token, count] of counted(tokenize(text))) {
    const bucket = Number(fnv1a64(token) % BigInt(dimension));
    add(vector, bucket, count);
    add(vector, (bucket + dimension - 1) % dimension, neighbourWeight * count);
    add(vector, (bucket + 1) % dimension, neighbourWeight * count);
  }
  return normalised(vector);
}

function counted(tokens: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

function add(vector: Float32Array, index: number, amount: number): void {
  vector[index] = (vector[index] ?? 0) + amount;
}

function normalised(vector: Float32Array): Float32Array {
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return norm === 0 ? vector : vector.map((value) => value / norm);
}
