import type { CaseContents, TableRow } from '../case/write-case.js';

/** Small, untyped edits of case files, so that a test shows exactly what it breaks. */

type Json = Record<string, unknown>;

/** Sets the value at a dotted path of a JSON file (`stages.0.blocks.0.hours`); undefined removes the key. */
export function set(files: CaseContents, file: string, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let at = files[file] as Json;
  for (const key of keys) {
    at[key] ??= {};
    at = at[key] as Json;
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
}

export function get(files: CaseContents, file: string, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Json)[key], files[file]);
}

/** Appends to the list at a dotted path. */
export function push(files: CaseContents, file: string, path: string, value: unknown): void {
  (get(files, file, path) as unknown[]).push(value);
}

/** Replaces the values of some columns in every row of a table; undefined removes the column. */
export function column(files: CaseContents, file: string, changes: Json): void {
  files[file] = (files[file] as TableRow[]).map((row) => {
    const next: Json = { ...row, ...changes };
    for (const [name, value] of Object.entries(changes)) if (value === undefined) delete next[name];
    return next;
  });
}

/** Changes one row of a table. */
export function row(files: CaseContents, file: string, index: number, changes: Json): void {
  files[file] = (files[file] as TableRow[]).map((found, i) => (i === index ? { ...found, ...changes } : found));
}

export function addRow(files: CaseContents, file: string, added: Json): void {
  files[file] = [...(files[file] as TableRow[]), added];
}
