import type { CaseFileKey, RawCase } from '../case/registry.js';

type AnyRow = Readonly<Record<string, unknown>>;

/** The rows of a table, or the entries of the list that a JSON file consists of; none where the file is absent. */
export function rowsOf(raw: Partial<RawCase>, file: CaseFileKey): readonly AnyRow[] {
  const content: unknown = raw[file] ?? [];
  if (Array.isArray(content)) return content;
  return Object.values(content as object).find(Array.isArray) ?? [];
}
