import { randomUUID } from 'node:crypto';
import type { SqliteDatabase } from '@quadrivium/ledger';

/** What tells this database from every other one; empty for one that ends with its process. */
export function identityOf(database: SqliteDatabase): string {
  const [main] = database.prepare('PRAGMA database_list').all();
  if (String(main?.file ?? '') === '') return '';
  database.exec(
    'CREATE TABLE IF NOT EXISTS career_identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT',
  );
  database.prepare('INSERT OR IGNORE INTO career_identity VALUES (1, ?)').run(randomUUID());
  return String(database.prepare('SELECT id FROM career_identity').get()?.id);
}
