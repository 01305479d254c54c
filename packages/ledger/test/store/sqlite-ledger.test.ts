import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  appendWithin,
  generateKeyPem,
  inTransaction,
  openSqlite,
  openSqliteLedger,
  SqliteLedger,
  signerFromPem,
  verifyDatabase,
} from '../../src/index.js';
import { ledgerStoreContract } from '../contract/ledger-store-contract.js';
import { draft, drafts } from '../drafts.js';
import { temporaryFolder } from '../temporary-folder.js';

ledgerStoreContract('SQLite in a file', async () => openSqliteLedger(join(temporaryFolder(), 'ledger.db')));
ledgerStoreContract('SQLite in memory', async () => openSqliteLedger(':memory:'));

describe('the database itself', () => {
  /** A ledger of five entries with a checkpoint, and a second, plain connection to the same file. */
  async function rawConnection() {
    const path = join(temporaryFolder(), 'ledger.db');
    const ledger = openSqliteLedger(path);
    await ledger.append(drafts(5));
    await ledger.checkpoint({ at: '2026-01-02T00:00:00Z', signer: signerFromPem(generateKeyPem()) });
    const raw = openSqlite(path);
    onTestFinished(() => {
      raw.close();
      return ledger.close();
    });
    return { ledger, raw };
  }

  const columns = 'chain, seq, stream, stream_index, at, actor, type, body, previous, stream_previous, hash';
  const copyOf = (seq: number, changes: string) => `SELECT ${changes} FROM ledger_entries WHERE seq = ${seq}`;
  const same = columns;
  const asNext = columns.replace('seq', '6').replace(', previous', ', (SELECT hash FROM ledger_entries WHERE seq = 5)');

  test.each([
    ['an update', 'UPDATE ledger_entries SET body = 1 WHERE seq = 2', /update refused/],
    ['an update of everything', "UPDATE ledger_entries SET type = 'x'", /update refused/],
    ['a delete', 'DELETE FROM ledger_entries WHERE seq = 5', /delete refused/],
    ['a delete of everything', 'DELETE FROM ledger_entries', /delete refused/],
    [
      'a replacement by number',
      `INSERT OR REPLACE INTO ledger_entries (${columns}) ${copyOf(2, same)}`,
      /must follow the newest/,
    ],
    [
      'a replacement by stream index',
      `REPLACE INTO ledger_entries (${columns}) ${copyOf(2, asNext)}`,
      /newest entry of its stream/,
    ],
    [
      'a replacement by row number',
      `REPLACE INTO ledger_entries (rowid, ${columns}) SELECT 2, ${columns} FROM ledger_entries WHERE seq = 2`,
      /must follow/,
    ],
    [
      'an upsert',
      `INSERT INTO ledger_entries (${columns}) ${copyOf(2, same)} ON CONFLICT DO UPDATE SET body = 1`,
      /must follow/,
    ],
    [
      'an insert that ignores conflicts',
      `INSERT OR IGNORE INTO ledger_entries (${columns}) ${copyOf(2, same)}`,
      /must follow/,
    ],
    ['a gap', `INSERT INTO ledger_entries (${columns}) ${copyOf(5, columns.replace('seq', '9'))}`, /must follow/],
    ['a second first entry', `INSERT INTO ledger_entries (${columns}) ${copyOf(1, same)}`, /must follow/],
    ['a changed checkpoint', 'UPDATE ledger_checkpoints SET seq = 1', /update refused/],
    ['a deleted checkpoint', 'DELETE FROM ledger_checkpoints', /delete refused/],
    ['a replaced checkpoint', 'REPLACE INTO ledger_checkpoints SELECT * FROM ledger_checkpoints', /already signed/],
    [
      'a checkpoint for a hash that is not there',
      "INSERT INTO ledger_checkpoints VALUES ('main', 5, 'x', 'x', 'x', 'x')",
      /must name an entry/,
    ],
  ])('refuses %s from any connection', async (_, sql, message) => {
    const { ledger, raw } = await rawConnection();
    const everything = () =>
      JSON.stringify([
        ...raw.prepare('SELECT *, rowid FROM ledger_entries').iterate(),
        ...raw.prepare('SELECT * FROM ledger_checkpoints').iterate(),
      ]);
    const before = everything();
    expect(() => raw.exec(sql)).toThrow(message);
    expect(everything()).toBe(before);
    await expect(ledger.append([draft()])).resolves.toHaveLength(1);
  });

  test('restores triggers that somebody dropped when a ledger is opened again', async () => {
    const { raw } = await rawConnection();
    raw.exec('DROP TRIGGER ledger_entries_keep');
    new SqliteLedger(raw);
    expect(() => raw.exec('DELETE FROM ledger_entries')).toThrow(/delete refused/);
  });
});

describe('state and evidence', () => {
  function callersDatabase() {
    const database = openSqlite(join(temporaryFolder(), 'state.db'));
    database.exec('CREATE TABLE runs (id TEXT PRIMARY KEY, status TEXT NOT NULL) STRICT');
    const ledger = new SqliteLedger(database);
    onTestFinished(() => ledger.close());
    return { database, ledger };
  }

  test('commit together when they share a transaction', async () => {
    const { database, ledger } = callersDatabase();
    inTransaction(database, (tx) => {
      tx.prepare('INSERT INTO runs VALUES (?, ?)').run('run-1', 'Running');
      appendWithin(tx, [draft({ stream: 'run-1', body: { status: 'Running' } })]);
    });
    expect(database.prepare('SELECT status FROM runs').get()).toEqual({ status: 'Running' });
    expect((await ledger.head()).seq).toBe(1);
  });

  test('vanish together when either is refused', async () => {
    const { database, ledger } = callersDatabase();
    const insert = (tx: typeof database) => tx.prepare('INSERT INTO runs VALUES (?, ?)').run('run-1', 'Running');
    expect(() =>
      inTransaction(database, (tx) => {
        insert(tx);
        appendWithin(tx, [draft({ body: Number.NaN })]);
      }),
    ).toThrow(/cannot be recorded/);
    expect(() =>
      inTransaction(database, (tx) => {
        appendWithin(tx, [draft()]);
        insert(tx);
        insert(tx);
      }),
    ).toThrow(/UNIQUE/);
    expect(database.prepare('SELECT count(*) AS n FROM runs').get()).toEqual({ n: 0 });
    expect((await ledger.head()).seq).toBe(0);
  });

  test('cannot be recorded without a transaction by mistake', () => {
    const { database } = callersDatabase();
    expect(() => appendWithin(database, [draft()])).toThrow(expect.objectContaining({ kind: 'NoTransaction' }));
  });

  test('are never caught in a transaction that waits', async () => {
    const { database, ledger } = callersDatabase();
    const waiting = ledger.transaction(async (tx) => ledger.appendWithin(tx, [draft()]));
    await expect(waiting).rejects.toMatchObject({ kind: 'AsyncTransaction' });
    expect(database.isTransaction).toBe(false);
    expect((await ledger.head()).seq).toBe(0);
  });

  test('an append is refused while the caller holds a transaction open, and is not acknowledged early', async () => {
    const { database, ledger } = callersDatabase();
    database.exec('BEGIN IMMEDIATE');
    await expect(ledger.append([draft()])).rejects.toMatchObject({ kind: 'TransactionOpen' });
    database.exec('ROLLBACK');
    await expect(ledger.append([draft()])).resolves.toHaveLength(1);
  });

  test('a writer that never lets go is reported as such, and the next append works again', async () => {
    const path = join(temporaryFolder(), 'ledger.db');
    const [ledger, other] = [openSqliteLedger(path, { busyTimeoutMs: 50 }), openSqlite(path)];
    onTestFinished(() => {
      other.close();
      return ledger.close();
    });
    other.exec('BEGIN IMMEDIATE');
    await expect(ledger.append([draft()])).rejects.toMatchObject({ kind: 'DatabaseBusy' });
    other.exec('ROLLBACK');
    await expect(ledger.append([draft()])).resolves.toHaveLength(1);
  });

  test('a transaction that began without the write lock cannot fork a chain', async () => {
    const path = join(temporaryFolder(), 'ledger.db');
    const [ledger, other] = [openSqliteLedger(path), openSqlite(path, { busyTimeoutMs: 50 })];
    onTestFinished(() => {
      other.close();
      return ledger.close();
    });
    await ledger.append([draft()]);
    other.exec('BEGIN DEFERRED');
    other.prepare('SELECT max(seq) FROM ledger_entries').get();
    await ledger.append([draft()]);
    expect(() => appendWithin(other, [draft()])).toThrow(/locked/);
    other.exec('ROLLBACK');
    expect((await ledger.head()).seq).toBe(2);
  });

  test('what a connection remembers of streams does not outlive a rollback or another writer', async () => {
    const path = join(temporaryFolder(), 'ledger.db');
    const [ledger, other] = [openSqliteLedger(path), openSqliteLedger(path)];
    onTestFinished(async () => {
      await ledger.close();
      await other.close();
    });
    await ledger.append(drafts(4));
    const failing = ledger.transaction((tx) => {
      ledger.appendWithin(tx, drafts(3));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await other.append(drafts(2));
    await ledger.append(drafts(3));
    await other.append(drafts(3));
    expect(await verifyDatabase(path)).toMatchObject({ valid: true, chains: [{ entries: 12 }] });
  });

  test('closing writes what is still queued', async () => {
    const path = join(temporaryFolder(), 'ledger.db');
    const ledger = openSqliteLedger(path);
    const appending = ledger.append([draft()]);
    await Promise.resolve();
    await ledger.close();
    await expect(appending).resolves.toHaveLength(1);
  });
});
