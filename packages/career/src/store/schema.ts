import type { SqliteDatabase } from '@quadrivium/ledger';

/** Entities are kept as JSON beside the columns that are searched or must be unique. */
const statements = `
CREATE TABLE IF NOT EXISTS career_atoms (atom_id TEXT PRIMARY KEY, verified INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS career_opportunities (opportunity_id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS career_contacts (
  contact_id TEXT PRIMARY KEY, do_not_contact INTEGER NOT NULL DEFAULT 0, body TEXT) STRICT;
CREATE TABLE IF NOT EXISTS career_resumes (
  resume_id TEXT PRIMARY KEY, resume_hash TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS career_decisions (
  decision_id TEXT PRIMARY KEY, trace_id TEXT NOT NULL, created_at TEXT NOT NULL, body TEXT NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS career_decisions_by_trace ON career_decisions (trace_id, decision_id);
CREATE TABLE IF NOT EXISTS career_kept (sha256 TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS career_vectors (
  key TEXT PRIMARY KEY, provider TEXT NOT NULL, source_hash TEXT NOT NULL, vector BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS career_index_runs (run_id TEXT PRIMARY KEY, status TEXT NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS career_interactions (
  interaction_id TEXT PRIMARY KEY, contact_id TEXT NOT NULL, opportunity_id TEXT NOT NULL, state INTEGER NOT NULL,
  transition_index INTEGER NOT NULL, created_at TEXT NOT NULL, sent_at TEXT) STRICT;
CREATE INDEX IF NOT EXISTS career_interactions_by_contact ON career_interactions (contact_id);
CREATE TABLE IF NOT EXISTS career_receipts (
  interaction_id TEXT NOT NULL, idempotency_key TEXT NOT NULL, event TEXT NOT NULL, before_state INTEGER NOT NULL,
  after_state INTEGER NOT NULL, transition_index INTEGER NOT NULL, PRIMARY KEY (interaction_id, idempotency_key)) STRICT;
CREATE TABLE IF NOT EXISTS career_creations (
  idempotency_key TEXT PRIMARY KEY, interaction_id TEXT NOT NULL, contact_id TEXT NOT NULL, opportunity_id TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS career_profiles (profile_id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS career_documents (
  document_id TEXT NOT NULL, format TEXT NOT NULL, name TEXT NOT NULL, opportunity_id TEXT NOT NULL, profile_id TEXT NOT NULL,
  kind TEXT NOT NULL, made_at TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (document_id, format)) STRICT;
CREATE TABLE IF NOT EXISTS career_reminders (reminder_id TEXT PRIMARY KEY, due TEXT NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS career_outcomes (
  number INTEGER PRIMARY KEY AUTOINCREMENT, opportunity_id TEXT NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS career_drained (outbox_id TEXT PRIMARY KEY) STRICT;
`;

export function ensureCareerSchema(database: SqliteDatabase): void {
  database.exec(statements);
}
