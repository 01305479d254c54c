import type { CaseFileSpec } from '../../case/file-spec.js';
import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import { type CaseFileKey, caseFiles } from '../../case/registry.js';
import type { FileRule } from '../rule.js';

/** A table has at most one row for each entity and stage (and block, lag, scenario, where it has them). */
export const uniqueRows: FileRule = {
  name: 'unique rows',
  layer: 2,
  *check({ raw }) {
    for (const [key, spec] of Object.entries(caseFiles) as [CaseFileKey, CaseFileSpec][]) {
      const rows = raw[key];
      if (spec.format === 'parquet' && Array.isArray(rows)) yield* repeated(spec.path, spec.table.key, rows);
    }
  },
};

function* repeated(file: string, key: readonly string[], rows: readonly Record<string, unknown>[]): Iterable<Finding> {
  if (key.length === 0) return;
  const times = new Map<string, number>();
  for (const row of rows) {
    const text = key.map((name) => `${name} ${row[name] ?? 'null'}`).join(', ');
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    // One finding per key, however often it is repeated.
    if (before !== 1) continue;
    const id = row[key[0] ?? ''] as EntityId;
    yield asError(
      2,
      errorRecord(
        'DuplicateId',
        `${file} has more than one row for ${text}.`,
        { file, entity_id: id, registry: key.join(', ') },
        'Keep one of the rows.',
      ),
    );
  }
}
