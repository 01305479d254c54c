/** Makes the taxonomy table; see README.md beside this file. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentWords } from '../src/domain/words.js';
import { type TableHeader, tableMagic } from '../src/taxonomy/table.js';
import { documents } from './documents.js';
import { leadingRightVectors, type SparseMatrix } from './factorise.js';
import { sourceFiles } from './sources.js';

const dimension = 200;
const name = `taxonomy-lsa-${dimension}`;
const fewestDocuments = 3;

function countWords(texts: readonly string[]): Map<string, number>[] {
  return texts.map((text) => {
    const counts = new Map<string, number>();
    for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  });
}

function vocabularyOf(counts: readonly Map<string, number>[]): { words: string[]; idf: Float64Array } {
  const documentsWith = new Map<string, number>();
  for (const document of counts)
    for (const word of document.keys()) documentsWith.set(word, (documentsWith.get(word) ?? 0) + 1);
  const words = [...documentsWith]
    .filter(([, n]) => n >= fewestDocuments)
    .map(([word]) => word)
    .sort();
  const idf = Float64Array.from(
    words,
    (word) => Math.log((1 + counts.length) / (1 + (documentsWith.get(word) ?? 0))) + 1,
  );
  return { words, idf };
}

/** Documents by words, (1 + log count) · idf, each document of length one. */
function weightedMatrix(
  counts: readonly Map<string, number>[],
  words: readonly string[],
  idf: Float64Array,
): SparseMatrix {
  const columnOf = new Map(words.map((word, column) => [word, column]));
  const rowStart = [0];
  const column: number[] = [];
  const value: number[] = [];
  for (const document of counts) {
    const entries = [...document].flatMap(([word, count]) => {
      const at = columnOf.get(word);
      return at === undefined ? [] : [[at, (1 + Math.log(count)) * (idf[at] ?? 0)] as const];
    });
    const norm = Math.sqrt(entries.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
    for (const [at, weight] of entries) {
      column.push(at);
      value.push(weight / norm);
    }
    rowStart.push(column.length);
  }
  return {
    rows: counts.length,
    columns: words.length,
    rowStart: Int32Array.from(rowStart),
    column: Int32Array.from(column),
    value: Float64Array.from(value),
  };
}

/** Row of the word in the reduced space, √σ-weighted, length one, as small integers and a scale. */
function quantised(
  row: number,
  vectors: readonly Float64Array[],
  sigma: Float64Array,
): { integers: Int8Array; scale: number } {
  const raw = Float64Array.from(vectors, (vector, k) => (vector[row] ?? 0) * Math.sqrt(sigma[k] ?? 0));
  const norm = Math.sqrt(raw.reduce((sum, value) => sum + value * value, 0)) || 1;
  const largest = raw.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / norm || 1;
  return { integers: Int8Array.from(raw, (value) => Math.round((value / norm / largest) * 127)), scale: largest / 127 };
}

function tableBytes(
  words: readonly string[],
  idf: Float64Array,
  matrix: SparseMatrix,
  sources: Record<string, string>,
): Buffer {
  const { vectors, sigma } = leadingRightVectors(matrix, dimension);
  const vocabulary = Buffer.from(words.join('\n'));
  const header: TableHeader = {
    name,
    dimension,
    words: words.length,
    vocabularyBytes: vocabulary.length,
    attribution: [
      'This service uses the ESCO classification of the European Commission.',
      'Includes information from the O*NET Database by USDOL/ETA, used under CC BY 4.0.',
    ],
    sources,
  };
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const rows = words.map((_, row) => quantised(row, vectors, sigma));
  return Buffer.concat([
    Buffer.from(tableMagic),
    length,
    json,
    vocabulary,
    Buffer.from(Float32Array.from(idf).buffer),
    Buffer.from(Float32Array.from(rows, (row) => row.scale).buffer),
    ...rows.map((row) => Buffer.from(row.integers.buffer)),
  ]);
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('Give the folder that holds esco/ and onet/.');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const sources = Object.fromEntries(
  Object.values(sourceFiles).map((file) => [file, sha256(readFileSync(join(folder, file)))]),
);
const counts = countWords(documents(folder));
const { words, idf } = vocabularyOf(counts);
const matrix = weightedMatrix(counts, words, idf);
process.stdout.write(`${counts.length} texts, ${words.length} words, ${matrix.value.length} entries\n`);
const bytes = tableBytes(words, idf, matrix, sources);
const artefacts = join(import.meta.dirname, '../artefacts');
mkdirSync(artefacts, { recursive: true });
writeFileSync(join(artefacts, `${name}.bin`), bytes);
writeFileSync(
  join(artefacts, `${name}.json`),
  `${JSON.stringify({ file: `${name}.bin`, sha256: sha256(bytes) }, null, 2)}\n`,
);
process.stdout.write(`${bytes.length} bytes, sha256 ${sha256(bytes)}\n`);
