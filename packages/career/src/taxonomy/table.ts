/**
 * The taxonomy table: a vector per word, learned once from public occupation and skill descriptions and shipped as a
 * file. Vectors are small integers and sums run in a fixed order, so a text has the same vector on every machine.
 *
 * File: magic, length of a JSON header, header, words joined by line feeds, then per word its idf (float32) and scale
 * (float32), then the vectors (int8). All numbers little-endian.
 */
import { contentWords } from '../domain/words.js';

export const tableMagic = 'QVTAX1\n';

export interface TableHeader {
  readonly name: string;
  readonly dimension: number;
  readonly words: number;
  readonly vocabularyBytes: number;
  readonly attribution: readonly string[];
  readonly sources: Readonly<Record<string, string>>;
}

export class TaxonomyTable {
  readonly header: TableHeader;
  readonly #rowOf: ReadonlyMap<string, number>;
  readonly #idf: Float32Array;
  readonly #scale: Float32Array;
  readonly #vectors: Int8Array;
  readonly #largestIdf: number;

  constructor(bytes: Uint8Array) {
    const { header, vocabulary, idf, scale, vectors } = parseTable(bytes);
    this.header = header;
    this.#rowOf = new Map(vocabulary.map((word, row) => [word, row]));
    this.#idf = idf;
    this.#scale = scale;
    this.#vectors = vectors;
    this.#largestIdf = idf.reduce((largest, value) => Math.max(largest, value), 0);
  }

  /** How telling a (stemmed) word is; a word nobody wrote down is as telling as the rarest one. */
  idf(word: string): number {
    const row = this.#rowOf.get(word);
    return row === undefined ? this.#largestIdf : (this.#idf[row] ?? 0);
  }

  knows(word: string): boolean {
    return this.#rowOf.has(word);
  }

  /** The idf-weighted sum of the word vectors, of length one; all zero when no word is known. */
  embed(text: string): Float32Array {
    return this.embedWords(contentWords(text));
  }

  embedWords(words: readonly string[]): Float32Array {
    const { dimension } = this.header;
    const sum = new Float64Array(dimension);
    for (const word of [...new Set(words)].sort()) {
      const row = this.#rowOf.get(word);
      if (row !== undefined) this.#addRow(sum, row);
    }
    return unit(sum);
  }

  #addRow(sum: Float64Array, row: number): void {
    const weight = (this.#idf[row] ?? 0) * (this.#scale[row] ?? 0);
    const start = row * sum.length;
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + weight * (this.#vectors[start + i] ?? 0);
  }
}

function unit(sum: Float64Array): Float32Array {
  let squares = 0;
  for (const value of sum) squares += value * value;
  const norm = Math.sqrt(squares) || 1;
  const vector = new Float32Array(sum.length);
  for (let i = 0; i < sum.length; i++) vector[i] = (sum[i] ?? 0) / norm;
  return vector;
}

function parseTable(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = new TextDecoder();
  if (text.decode(bytes.subarray(0, tableMagic.length)) !== tableMagic)
    throw new Error('This is not a taxonomy table.');
  const headerBytes = view.getUint32(tableMagic.length, true);
  let at = tableMagic.length + 4;
  const header = JSON.parse(text.decode(bytes.subarray(at, at + headerBytes))) as TableHeader;
  at += headerBytes;
  const vocabulary = text.decode(bytes.subarray(at, at + header.vocabularyBytes)).split('\n');
  at += header.vocabularyBytes;
  const floats = (from: number) =>
    Float32Array.from({ length: header.words }, (_, i) => view.getFloat32(from + 4 * i, true));
  const idf = floats(at);
  const scale = floats(at + 4 * header.words);
  at += 8 * header.words;
  const vectors = new Int8Array(bytes.buffer, bytes.byteOffset + at, header.words * header.dimension);
  return { header, vocabulary, idf, scale, vectors };
}
