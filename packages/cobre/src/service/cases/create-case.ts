import { dirname, join } from 'node:path';
import { isObject } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import type { CaseFileSpec, TableFileSpec } from '../../case/file-spec.js';
import { caseFiles } from '../../case/registry.js';
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
  const own = Object.entries(contents).flatMap(([path, content]) => (content === null ? [] : [fileOf(path, content)]));
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

function fileOf(path: string, content: unknown): TemplateFile {
  const spec = specs.find((known) => known.path === path);
  if (spec === undefined)
    throw refusal(path, 'is no file of a case', `Choose from: ${specs.map((s) => s.path).join(', ')}.`);
  if (spec.format === 'parquet') return { path, content: tableOf(spec, content) };
  if (isObject(content)) return { path, content: `${JSON.stringify(content, null, 2)}\n` };
  throw refusal(path, 'is an object of JSON', 'Give the content of the file as an object.');
}

function tableOf(spec: TableFileSpec, content: unknown): Uint8Array {
  if (!Array.isArray(content) || !content.every(isObject)) {
    throw refusal(spec.path, 'is a table', 'Give a list of rows, each an object with the columns of the table.');
  }
  const names = [...new Set(content.flatMap((row) => Object.keys(row)))];
  const unknown = names.find((name) => !(name in spec.table.columns));
  if (unknown !== undefined) {
    throw refusal(
      `${spec.path}: ${unknown}`,
      'is no column',
      `Choose from: ${Object.keys(spec.table.columns).join(', ')}.`,
    );
  }
  const columns = names.map((name) => columnOf(spec, name, content));
  return parquetOfRows(
    columns,
    content.map((row) => cellsOf(spec, row)),
  );
}

function columnOf({ table }: TableFileSpec, name: string, rows: readonly Record<string, unknown>[]): TableColumn {
  const { type } = table.columns[name]!;
  const words = type === 'id' && rows.some((row) => typeof row[name] === 'string');
  const stored = type === 'double' ? 'double' : words || type === 'date' ? 'string' : 'int32';
  return { name, type: stored, nullable: true };
}

function cellsOf({ path, table }: TableFileSpec, row: Record<string, unknown>): Record<string, TableCell> {
  const cells = Object.entries(row).map(([name, value]) => {
    const { type } = table.columns[name]!;
    const fits = value === null || (type === 'date' ? typeof value === 'string' : isCell(value));
    if (!fits) throw refusal(`${path}: ${name}`, `holds ${type}`, `Give another value than ${JSON.stringify(value)}.`);
    return [name, value as TableCell];
  });
  return Object.fromEntries(cells);
}

function isCell(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

async function requireEmpty(files: Files, directory: string): Promise<void> {
  if (!(await files.exists(directory)) || (await files.entries(directory)).length === 0) return;
  throw refusal(directory, 'is not empty', 'Choose another directory, or say replace: true.');
}

function refusal(what: string, words: string, suggestion: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', `${what} ${words}`, { context: { field: 'files', value: what }, suggestion });
}
