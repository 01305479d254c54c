import './pg-for-vitest.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@quadrivium/ledger';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/domain/store-port.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { type PostgresServer, postgresIsAbsent, startPostgres } from './postgres-server.js';
import { storeContract } from './store-contract.js';

const surroundings = realSurroundings();

describe('the SQLite store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-store-'));
  const file = join(folder, 'store.db');
  let store: Store;
  beforeAll(() => {
    store = openSqliteStore(file, { surroundings });
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  storeContract(() => store);

  test('E3: the database itself refuses to change or remove evidence', async () => {
    const database = openSqlite(file);
    expect(() => database.exec("UPDATE ledger_entries SET body = '{}'")).toThrow(/append-only/);
    expect(() => database.exec('DELETE FROM ledger_entries')).toThrow(/append-only/);
    database.close();
  });
});

describe.skipIf(postgresIsAbsent())('the PostgreSQL store (needs postgresql)', () => {
  let server: PostgresServer;
  let store: Store;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.database('contract');
    store = await openPostgresStore(url, { surroundings });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });
  storeContract(() => store);

  test('E3: the database itself refuses to change or remove evidence', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await expect(client.query("UPDATE ledger_entries SET body = '{}'")).rejects.toThrow(/append-only/);
    await expect(client.query('DELETE FROM ledger_entries')).rejects.toThrow(/append-only/);
    await expect(client.query('TRUNCATE ledger_entries')).rejects.toThrow(/append-only/);
    await client.end();
  });

  test('opening it again on the same database changes nothing', async () => {
    const again = await openPostgresStore(url, { surroundings });
    await again.check();
    await again.close();
  });
});
