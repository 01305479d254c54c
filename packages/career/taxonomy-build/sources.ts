import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small CSV reader: quoted fields, doubled quotes, line breaks inside quotes. */
export function parseCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = csvRows(text);
  return rows
    .filter((row) => row.length > 1)
    .map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ''])));
}

function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  const field = /("(?:[^"]|"")*"|[^,\n\r"]*)(,|\r?\n|$)/g;
  for (const [, raw = '', end = ''] of text.matchAll(field)) {
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end !== ',' && end !== '') rows.push([]);
  }
  return rows;
}

export function parseTabbed(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.split(/\r?\n/);
  const names = head.split('\t');
  return lines.filter(Boolean).map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

export const sourceFiles = {
  skills: 'esco/skills_en.csv',
  skillGroups: 'esco/skillGroups_en.csv',
  occupations: 'esco/occupations_en.csv',
  onetOccupations: 'onet/Occupation_Data.txt',
  onetTitles: 'onet/Alternate_Titles.txt',
  onetTasks: 'onet/Task_Statements.txt',
  onetTools: 'onet/Technology_Skills.txt',
} as const;

export type Source = keyof typeof sourceFiles;

export function readSource(folder: string, source: Source): Record<string, string>[] {
  const text = readFileSync(join(folder, sourceFiles[source]), 'utf8');
  return sourceFiles[source].endsWith('.csv') ? parseCsv(text) : parseTabbed(text);
}
