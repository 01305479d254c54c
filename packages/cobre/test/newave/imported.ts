/** The small deck as a case, looked at by path. */
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { importDeck } from '../../src/newave/import/import-deck.js';
import type { ImportOptions } from '../../src/newave/import/study.js';
import { rowsOf } from '../../src/parquet/table.js';
import { type Edits, smallDeck } from './small-deck.js';

export const standard: ImportOptions = {
  model: 'individual',
  scale: 'small',
  production: 'constant',
  post: 'none',
  turbines: 'mean',
};

export function imported(options: Partial<ImportOptions> = {}, edits: Edits = {}) {
  return opened(importDeck(readDeck(smallDeck(edits)), { ...standard, ...options }));
}

export function opened({ files, report }: ReturnType<typeof importDeck>) {
  const content = (path: string) => files.find((file) => file.path === path)!.content;
  return {
    report,
    // biome-ignore lint/suspicious/noExplicitAny: files of many shapes, looked at by path
    json: (path: string): any => JSON.parse(String(content(path))),
    rows: (path: string) => rowsOf(content(path) as Uint8Array),
  };
}

/** The text of a file with another line `n` (from 1). */
export const line = (n: number, edit: (text: string) => string) => (text: string) =>
  text
    .split('\r\n')
    .map((content, k) => (k === n - 1 ? edit(content) : content))
    .join('\r\n');
