import type { ErrorRecord } from '../../faults.js';
import type { EntityId } from '../identity.js';
import type { Migration } from './migrate.js';
import type { Note } from './note.js';

/** What warnings about keys, columns and files without effect say that they expected. */
const idle: ReadonlySet<unknown> = new Set([
  'a key that has an effect',
  'a column that has an effect',
  'a file of this format',
]);

/** What the old files said and the new ones do not: keys and columns that nobody knows, and those that had no effect. */
export function lostKeys(warnings: readonly ErrorRecord[], files: Migration['files']): Note[] {
  return warnings.flatMap(({ kind, context, message }): Note[] => {
    if (kind !== 'SchemaViolation' || !idle.has(context.expected)) return [];
    const { file, field, actual: key } = context as { file: string; field: string; actual: string };
    const known = !message.includes('not a known');
    if (known && mentions(files, file, key)) return [];
    const entity = (context.entity_id ?? null) as EntityId | null;
    return [{ effect: 'dropped', file, entity_id: entity, field, text: messageOf(message, known) }];
  });
}

/** Names of columns stand as they are in Parquet too. */
function mentions(files: Migration['files'], file: string, key: string): boolean {
  const content = files.find(({ path }) => path === file)?.content;
  return content !== undefined && Buffer.from(content).includes(typeof content === 'string' ? `"${key}":` : key);
}

function messageOf(message: string, known: boolean): string {
  if (!known) return 'nobody knows it: release 0.5.1 let it pass, the current format refuses it';
  return /has no effect: (.*)\.$/.exec(message)?.[1] ?? 'it had no effect';
}
