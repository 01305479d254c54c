import type { CaseFileSpec, TableFileSpec } from '../../case/file-spec.js';
import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { Generation } from '../../case/generation/generation.js';
import type { EntityId } from '../../case/identity.js';
import { type CaseFileKey, caseFiles } from '../../case/registry.js';
import { storedName } from '../../case/table/column.js';
import type { FileRule } from '../rule.js';

/** A table has at most one row for each entity and stage (and block, lag, scenario, where it has them). */
export const uniqueRows: FileRule = {
  name: 'unique rows',
  layer: 2,
  *check({ raw }) {
    for (const [key, spec] of Object.entries(caseFiles) as [CaseFileKey, CaseFileSpec][]) {
      const rows = raw[key];
      if (spec.format !== 'parquet' || !Array.isArray(rows)) continue;
      yield* repeated(spec, raw.generation ?? 'cobre-0.5', rows);
    }
  },
};

function* repeated(
  { path: file, table }: TableFileSpec,
  generation: Generation,
  rows: readonly Record<string, unknown>[],
): Iterable<Finding> {
  const key = table.key.filter((name) => (table.columns[name]?.only ?? generation) === generation);
  if (key.length === 0) return;
  const named = (name: string) => storedName(table, name, generation);
  // Limits of a block may stand in rows of their own, one column each.
  const split = generation === 'current' && key.includes('block_id');
  const values = Object.keys(table.columns).filter((name) => !key.includes(name));
  const times = new Map<string, number>();
  const told = new Set<string>();
  for (const row of rows) {
    const text = key.map((name) => `${named(name)} ${row[name] ?? 'null'}`).join(', ');
    const cells = split ? values.filter((name) => row[name] !== null).map((name) => `${text}, ${named(name)}`) : [text];
    const again = cells.filter((cell) => (times.get(cell) ?? 0) > 0);
    for (const cell of cells) times.set(cell, (times.get(cell) ?? 0) + 1);
    // One finding per key, however often it is repeated.
    if (again.length === 0 || told.has(text)) continue;
    told.add(text);
    const id = row[key[0] ?? ''] as EntityId;
    yield asError(
      2,
      errorRecord(
        'DuplicateId',
        `${file} has more than one row for ${again[0]}.`,
        { file, entity_id: id, registry: key.map(named).join(', ') },
        'Keep one of the rows.',
      ),
    );
  }
}
