import { dirname, join } from 'node:path';
import { isObject } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import type { CaseFileSpec, TableFileSpec } from '../../case/file-spec.js';
import { type Generation, generations } from '../../case/generation/generation.js';
import { tellGeneration } from '../../case/generation/marks.js';
import { dayOf } from '../../case/read/calendar.js';
import { caseFiles } from '../../case/registry.js';
import { type Column, columnsIn } from '../../case/table/column.js';
import { parquetOfRows, type TableCell, type TableColumn } from '../../parquet/write.js';
import { templates } from '../../templates/index.js';
import type { TemplateFile } from '../../templates/template.js';
import type { Files } from '../files/files.js';
import { toldWriting } from '../files/told-writing.js';

export const templateNames = templates.map(({ name }) => name) as [string, ...string[]];

const specs: readonly CaseFileSpec[] = Object.values(caseFiles);

export interface NewCase {
  readonly directory: string;
  readonly template?: string;
  /** By path: objects for JSON, lists of rows for tables, null for a file of the template that is not wanted. */
  readonly contents: Readonly<Record<string, unknown>>;
  readonly replace: boolean;
}

/** Writes a case; gives the files. Nothing is written before everything that was given is known to be writable. */
export async function createCase(files: Files, wanted: NewCase): Promise<readonly string[]> {
  const { directory, template, contents, replace } = wanted;
  const given = templates.find(({ name }) => name === template)?.files() ?? [];
  // Templates are written in today's form; a case without one is told by its own files.
  const generation =
    given.length > 0 ? 'current' : (tellGeneration(new Map(Object.entries(contents))).generation ?? 'current');
  const own = Object.entries(contents).flatMap(([path, content]) =>
    content === null ? [] : [fileOf(path, content, generation)],
  );
  const kept = given.filter(({ path }) => !(path in contents));
  await files.resolveNew(directory);
  if (!replace) await requireEmpty(files, directory);
  const written: string[] = [];
  const write = async (): Promise<void> => {
    for (const { path, content } of [...kept, ...own]) {
      await files.mkdir(dirname(join(directory, path)));
      await files.writeFileAtomic(join(directory, path), content);
      written.push(join(directory, path));
    }
  };
  const undo = async (): Promise<void> => {
    if (!replace) for (const file of written) await files.removeFile(file);
  };
  await toldWriting(directory, write, {
    undo,
    kept: replace ? 'a part of its files is written' : 'nothing of it was kept',
  });
  return [...kept, ...own].map(({ path }) => path).sort();
}

function fileOf(path: string, content: unknown, generation: Generation): TemplateFile {
  const spec = specs.find((known) => known.path === path);
  if (spec === undefined)
    throw refusal(path, 'is no file of a case', `Choose from: ${specs.map((s) => s.path).join(', ')}.`);
  if (spec.format === 'parquet') return { path, content: tableOf(spec, content, generation) };
  if (isObject(content)) return { path, content: `${JSON.stringify(content, null, 2)}\n` };
  throw refusal(path, 'is an object of JSON', 'Give the content of the file as an object.');
}

function tableOf(spec: TableFileSpec, content: unknown, generation: Generation): Uint8Array {
  if (!Array.isArray(content) || !content.every(isObject)) {
    throw refusal(spec.path, 'is a table', 'Give a list of rows, each an object with the columns of the table.');
  }
  const given = [...new Set(content.flatMap((row) => Object.keys(row)))];
  const names = content.length > 0 ? given : mandatory(spec, generation);
  const known = columnsOfBoth(spec);
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw refusal(`${spec.path}: ${unknown}`, 'is no column', `Choose from: ${[...known.keys()].join(', ')}.`);
  }
  const columns = names.map((name) => columnOf(name, known.get(name)!, content));
  return parquetOfRows(
    columns,
    content.map((row) => cellsOf(spec, columns, row)),
  );
}

/** A table without rows still says which columns it has. */
function mandatory({ table }: TableFileSpec, generation: Generation): string[] {
  return [...columnsIn(table, generation)].flatMap(([name, { column }]) => (column.optional ? [] : [name]));
}

/** Under the names of either form of the format; validation says which of them belongs into the case. */
function columnsOfBoth({ table }: TableFileSpec): ReadonlyMap<string, Column> {
  const named = generations.flatMap((generation) => [...columnsIn(table, generation)]);
  return new Map(named.map(([stored, { column }]) => [stored, column]));
}

function columnOf(name: string, { type }: Column, rows: readonly Record<string, unknown>[]): TableColumn {
  const words = type === 'id' && rows.some((row) => typeof row[name] === 'string');
  const days = type === 'date' && rows.every((row) => row[name] == null || isDay(row[name]));
  const stored = type === 'double' ? 'double' : days ? 'date' : words || type === 'date' ? 'string' : 'int32';
  return { name, type: stored, nullable: true };
}

function cellsOf(
  { path }: TableFileSpec,
  columns: readonly TableColumn[],
  row: Record<string, unknown>,
): Record<string, TableCell> {
  const cells = columns.map(({ name, type }) => {
    const value = row[name] ?? null;
    if (value !== null && !isCell(value, type))
      throw refusal(`${path}: ${name}`, `holds ${type}`, `Give another value than ${JSON.stringify(value)}.`);
    return [name, type === 'date' && value !== null ? dayOf(value) : (value as TableCell)];
  });
  return Object.fromEntries(cells);
}

const isDay = (value: unknown): boolean => typeof value === 'string' && dayOf(value) !== null;

function isCell(value: unknown, type: TableColumn['type']): boolean {
  if (type === 'date') return isDay(value);
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

async function requireEmpty(files: Files, directory: string): Promise<void> {
  if (!(await files.exists(directory)) || (await files.entries(directory)).length === 0) return;
  throw refusal(directory, 'is not empty', 'Choose another directory, or say replace: true.');
}

function refusal(what: string, words: string, suggestion: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', `${what} ${words}`, { context: { field: 'files', value: what }, suggestion });
}
