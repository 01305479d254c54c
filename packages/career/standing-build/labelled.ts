/** The labelled sentences: standing, name, sentence, parted by tabs; the name stands in the sentence once. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Range } from '../src/match/standing/marked.js';
import { type Standing, standings } from '../src/match/standing/standing-table.js';

export interface Labelled {
  /** Without its ending. */
  readonly file: string;
  readonly standing: Standing;
  readonly text: string;
  readonly at: Range;
}

const folder = new URL('corpus/', import.meta.url);

export function labelled(): Labelled[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .flatMap((name) =>
      readFileSync(new URL(name, folder), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => readLine(line, name.slice(0, -'.tsv'.length))),
    );
}

function readLine(line: string, file: string): Labelled {
  const [said = '', name = '', text = ''] = line.split('\t');
  const standing = standings.find((one) => one === said);
  const from = text.indexOf(name);
  if (standing === undefined || from < 0 || name === '') throw new Error(`This is no labelled sentence: ${line}`);
  return { file, standing, text, at: [from, from + name.length] };
}
