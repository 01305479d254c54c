import type { SqliteDatabase } from '@quadrivium/ledger';

/** The ledger cannot know that its newest entries are gone; this table, written with each of them, can. */
export function ensureAuditHead(database: SqliteDatabase): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS career_audit_head (chain TEXT PRIMARY KEY, seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT',
  );
}
