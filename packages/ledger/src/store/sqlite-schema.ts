import { inTransaction, type SqliteDatabase } from './sqlite-driver.js';

/**
 * The tables and the triggers that make them append-only.
 *
 * The insert trigger lets an entry in only with the number after the newest one, in its chain and in its stream. That
 * keeps two writers from forking a chain whatever they do: one with an outdated head comes too late for its number. It
 * also closes the side door of `INSERT OR REPLACE`, which deletes rows without telling the delete trigger. A `DELETE`
 * without `WHERE` does fire the delete trigger. What a cut stands for may be removed, and nothing else.
 */
const tables = `
CREATE TABLE IF NOT EXISTS ledger_entries (
  chain TEXT NOT NULL,
  seq INTEGER NOT NULL,
  stream TEXT NOT NULL,
  stream_index INTEGER NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  previous TEXT NOT NULL,
  stream_previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (chain, seq),
  UNIQUE (chain, stream, stream_index)
) STRICT;
CREATE TABLE IF NOT EXISTS ledger_checkpoints (
  chain TEXT NOT NULL,
  seq INTEGER NOT NULL,
  hash TEXT NOT NULL,
  at TEXT NOT NULL,
  public_key TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (chain, seq, public_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ledger_cuts (
  chain TEXT NOT NULL,
  seq INTEGER NOT NULL,
  hash TEXT NOT NULL,
  count INTEGER NOT NULL,
  streams TEXT NOT NULL,
  at TEXT NOT NULL,
  public_key TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (chain, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ledger_carried_streams (
  chain TEXT NOT NULL,
  stream TEXT NOT NULL,
  stream_index INTEGER NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (chain, stream)
) STRICT, WITHOUT ROWID;
`;

/** By name, so that a verifier can tell which of them somebody dropped or rewrote. */
const triggers: Readonly<Record<string, string>> = {
  ledger_entries_follow: `BEFORE INSERT ON ledger_entries BEGIN
  SELECT RAISE(ABORT, 'ledger: an entry must follow the newest entry of its chain')
  WHERE NEW.seq - 1 IS NOT ifnull((SELECT max(seq) FROM ledger_entries WHERE chain = NEW.chain), 0);
  SELECT RAISE(ABORT, 'ledger: an entry must follow the newest entry of its stream')
  WHERE NEW.stream_index - 1 IS NOT coalesce(
    (SELECT max(stream_index) FROM ledger_entries WHERE chain = NEW.chain AND stream = NEW.stream),
    (SELECT stream_index FROM ledger_carried_streams WHERE chain = NEW.chain AND stream = NEW.stream), 0);
END`,
  ledger_entries_keep: `BEFORE DELETE ON ledger_entries BEGIN
  SELECT RAISE(ABORT, 'ledger: entries are append-only, delete refused')
  WHERE NOT EXISTS (SELECT 1 FROM ledger_cuts WHERE chain = OLD.chain AND seq >= OLD.seq);
END`,
  ledger_entries_freeze: `BEFORE UPDATE ON ledger_entries BEGIN
  SELECT RAISE(ABORT, 'ledger: entries are append-only, update refused');
END`,
  ledger_checkpoints_fit: `BEFORE INSERT ON ledger_checkpoints BEGIN
  SELECT RAISE(ABORT, 'ledger: a checkpoint must name an entry and its hash')
  WHERE NOT EXISTS (SELECT 1 FROM ledger_entries WHERE chain = NEW.chain AND seq = NEW.seq AND hash = NEW.hash);
  SELECT RAISE(ABORT, 'ledger: this key has already signed this entry')
  WHERE EXISTS (SELECT 1 FROM ledger_checkpoints
    WHERE chain = NEW.chain AND seq = NEW.seq AND public_key = NEW.public_key);
END`,
  ledger_checkpoints_keep: `BEFORE DELETE ON ledger_checkpoints BEGIN
  SELECT RAISE(ABORT, 'ledger: checkpoints are append-only, delete refused')
  WHERE NOT EXISTS (SELECT 1 FROM ledger_cuts WHERE chain = OLD.chain AND seq > OLD.seq);
END`,
  ledger_checkpoints_freeze: `BEFORE UPDATE ON ledger_checkpoints BEGIN
  SELECT RAISE(ABORT, 'ledger: checkpoints are append-only, update refused');
END`,
  ledger_cuts_fit: `BEFORE INSERT ON ledger_cuts BEGIN
  SELECT RAISE(ABORT, 'ledger: a cut must name an entry and its hash, and leave the newest one')
  WHERE NOT EXISTS (SELECT 1 FROM ledger_entries WHERE chain = NEW.chain AND seq = NEW.seq AND hash = NEW.hash)
    OR NOT EXISTS (SELECT 1 FROM ledger_entries WHERE chain = NEW.chain AND seq = NEW.seq + 1);
  SELECT RAISE(ABORT, 'ledger: a cut must come after the one before it')
  WHERE NEW.seq - NEW.count IS NOT ifnull((SELECT max(seq) FROM ledger_cuts WHERE chain = NEW.chain), 0);
END`,
  ledger_cuts_keep: `BEFORE DELETE ON ledger_cuts BEGIN
  SELECT RAISE(ABORT, 'ledger: cuts are append-only, delete refused');
END`,
  ledger_cuts_freeze: `BEFORE UPDATE ON ledger_cuts BEGIN
  SELECT RAISE(ABORT, 'ledger: cuts are append-only, update refused');
END`,
};

/** As they were before chains could be cut, by name: a database of that version is protected too, and gets the newer ones. */
const former: Readonly<Record<string, string>> = {
  ledger_entries_follow: `BEFORE INSERT ON ledger_entries BEGIN
  SELECT RAISE(ABORT, 'ledger: an entry must follow the newest entry of its chain')
  WHERE NEW.seq - 1 IS NOT ifnull((SELECT max(seq) FROM ledger_entries WHERE chain = NEW.chain), 0);
  SELECT RAISE(ABORT, 'ledger: an entry must follow the newest entry of its stream')
  WHERE NEW.stream_index - 1 IS NOT ifnull(
    (SELECT max(stream_index) FROM ledger_entries WHERE chain = NEW.chain AND stream = NEW.stream), 0);
END`,
  ledger_entries_keep: `BEFORE DELETE ON ledger_entries BEGIN
  SELECT RAISE(ABORT, 'ledger: entries are append-only, delete refused');
END`,
  ledger_checkpoints_keep: `BEFORE DELETE ON ledger_checkpoints BEGIN
  SELECT RAISE(ABORT, 'ledger: checkpoints are append-only, delete refused');
END`,
};

/** Creates what is missing. Can be called by every process at every start. */
export function ensureLedgerSchema(database: SqliteDatabase): void {
  if (hasCuts(database) && unprotectedBy(database).length === 0) return;
  inTransaction(database, () => {
    const isFormer = hasTables(database) && !hasCuts(database);
    database.exec(tables);
    const found = triggersOf(database);
    for (const [name, text] of Object.entries(triggers)) {
      if (isFormer && found.get(name) === created(name, former[name])) database.exec(`DROP TRIGGER ${name}`);
      database.exec(`CREATE TRIGGER IF NOT EXISTS ${name} ${text}`);
    }
  });
}

export function hasTables(database: SqliteDatabase): boolean {
  return ledgerTables(database).includes('ledger_entries');
}

function hasCuts(database: SqliteDatabase): boolean {
  return ledgerTables(database).includes('ledger_cuts');
}

function ledgerTables(database: SqliteDatabase): readonly unknown[] {
  const names = database.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'ledger\\_%' ESCAPE '\\'",
  );
  return names.all().map(({ name }) => name);
}

/** The names of triggers that are not there, or not as they should be. */
export function unprotectedBy(database: SqliteDatabase): readonly string[] {
  const found = triggersOf(database);
  const withCuts = hasCuts(database);
  return Object.entries(triggers)
    .filter(([name]) => withCuts || !name.startsWith('ledger_cuts'))
    .map(([name, text]) => [name, withCuts ? text : (former[name] ?? text)] as const)
    .filter(([name, text]) => found.get(name) !== created(name, text))
    .map(([name]) => name);
}

const created = (name: string, text: string | undefined): string => `CREATE TRIGGER ${name} ${text}`;

function triggersOf(database: SqliteDatabase): ReadonlyMap<unknown, unknown> {
  const rows = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}
