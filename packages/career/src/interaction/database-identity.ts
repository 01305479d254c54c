import { newId } from '@quadrivium/kernel/essentials';
import type { SqliteDatabase } from '@quadrivium/ledger';

/** What the names of databases begin with that end with their process. */
export const fleetingPrefix = 'memory:';

export const isFleeting = (identity: string) => identity.startsWith(fleetingPrefix);

const fleeting = new WeakMap<SqliteDatabase, string>();

/** What tells this database from every other one, also from one in memory beside it. */
export function identityOf(database: SqliteDatabase): string {
  const [main] = database.prepare('PRAGMA database_list').all();
  return String(main?.file ?? '') === '' ? fleetingIdentity(database) : lastingIdentity(database);
}

function fleetingIdentity(database: SqliteDatabase): string {
  const known = fleeting.get(database) ?? `${fleetingPrefix}${newId()}`;
  fleeting.set(database, known);
  return known;
}

function lastingIdentity(database: SqliteDatabase): string {
  database.exec(
    'CREATE TABLE IF NOT EXISTS career_identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT',
  );
  database.prepare('INSERT OR IGNORE INTO career_identity VALUES (1, ?)').run(newId());
  return String(database.prepare('SELECT id FROM career_identity').get()?.id);
}
