import './pg-for-vitest.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@quadrivium/ledger';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import type { Run } from '../../src/domain/run.js';
import type { Store } from '../../src/domain/store-port.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { type PostgresServer, postgresIsAbsent, startPostgres } from './postgres-server.js';
import { storeContract } from './store-contract.js';

const surroundings = realSurroundings();

/** Makes the database what an earlier version would have left. */
const earlier = ['DROP INDEX runs_by_2', 'ALTER TABLE runs DROP COLUMN initiated_by'];
const oneRun = { workspaceId: 'old', runId: 'run-1', initiatedBy: 'bot', status: 'Running' } as Run;
const runsOfBot = (store: Store) => store.read('old', (tables) => tables.runs.find({ where: { initiated_by: 'bot' } }));

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

  test('a file of an earlier version gets the columns it lacks, filled from what is there', async () => {
    const old = join(folder, 'old.db');
    const before = openSqliteStore(old, { surroundings });
    await before.transact('old', (tx) => tx.runs.put(oneRun));
    await before.close();
    const database = openSqlite(old);
    for (const statement of earlier) database.exec(statement);
    database.close();
    const after = openSqliteStore(old, { surroundings });
    expect(await runsOfBot(after)).toMatchObject([{ runId: 'run-1' }]);
    await after.close();
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

  test('transactions of a workspace that wait for each other share a commit, and one that fails takes nothing from the others', async () => {
    const client = new pg.Client({ connectionString: url });
    onTestFinished(() => client.end());
    await client.connect();
    await client.query(`CREATE TABLE commits (xact xid8);
      CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO commits VALUES (pg_current_xact_id()); RETURN NULL; END $$;
      CREATE TRIGGER note_commit AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION note_commit()`);
    const failing = new Map([
      [5, 'no, thank you'],
      [9, 'invalid byte sequence'],
    ]);
    const work = Array.from({ length: 40 }, (_, i) =>
      store.transact('together', async (tx) => {
        const before = await tx.count('visits');
        await tx.raise('visits');
        tx.evidence({ category: 'System', type: 'Visited', summary: 'v', actor: { kind: 'user', id: 'alice' } });
        tx.emit({ type: 'run.Visited', subject: 'x', data: { before } });
        if (i === 5) throw new Error('no, thank you');
        if (i === 9) await tx.raise('\0');
        return before;
      }),
    );
    const ended = await Promise.allSettled(work);
    const answers = ended.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
    expect(answers).toEqual(Array.from({ length: 38 }, (_, i) => i));
    for (const [i, why] of failing) expect(String((ended[i] as PromiseRejectedResult).reason)).toContain(why);
    const { rows } = await client.query(
      'SELECT count(DISTINCT xact)::int AS commits, count(*)::int AS events FROM commits',
    );
    expect(rows[0]).toMatchObject({ events: 38 });
    expect(rows[0].commits).toBeLessThan(10);
    await client.query('DROP TRIGGER note_commit ON outbox');
    expect(await store.ledger.head('together')).toMatchObject({ seq: 38 });
    expect(await store.evidence.verify(['together'])).toMatchObject({ valid: true, problems: [] });
    expect((await store.events('together', 0, 100)).map(({ sequence }) => Number(sequence))).toEqual(
      Array.from({ length: 38 }, (_, i) => i + 1),
    );
  });

  test('one whose question the database refuses takes nothing from the others, whether it comes first or later', async () => {
    const refused = [0, 7, 8];
    const work = Array.from({ length: 12 }, (_, i) =>
      store.transact('questions', async (tx) => {
        tx.evidence({ category: 'System', type: 'Asked', summary: 'a', actor: { kind: 'user', id: 'alice' } });
        await tx.raise('asked');
        if (refused.includes(i)) await tx.runs.get(idOf('\0'));
        return tx.count('asked');
      }),
    );
    const ended = await Promise.allSettled(work);
    expect(ended.flatMap((it, i) => (it.status === 'rejected' ? [i] : []))).toEqual(refused);
    // Each of the nine others counts one more than the one before it: 1 to 9, as if the three had never come.
    expect(ended.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await store.ledger.head('questions')).toMatchObject({ seq: 9 });
    expect(await store.evidence.verify(['questions'])).toMatchObject({ valid: true, problems: [] });
  });

  test('those that may be done again are written together, and what the database refuses of one takes nothing from the others', async () => {
    const refused = [0, 9, 20];
    const question = 21;
    const visits = Array.from({ length: 30 }, (_, i) =>
      store.transact(
        'beside',
        async (tx) => {
          // No text of the database holds a zero: it refuses the row, or the question.
          await tx.machines.put({
            workspaceId: tx.workspaceId,
            machineId: refused.includes(i) ? '\0' : `m-${i}`,
          } as never);
          if (i === question) await tx.runs.get(idOf('\0'));
          tx.evidence({ category: 'System', type: 'Made', summary: 'm', actor: { kind: 'user', id: 'alice' } });
        },
        { isRepeatable: true },
      ),
    );
    const ended = await Promise.allSettled(visits);
    expect(ended.flatMap((it, i) => (it.status === 'rejected' ? [i] : []))).toEqual([...refused, question]);
    expect(await store.read('beside', (tables) => tables.machines.find())).toHaveLength(26);
    expect(await store.ledger.head('beside')).toMatchObject({ seq: 26 });
    expect(await store.evidence.verify(['beside'])).toMatchObject({ valid: true, problems: [] });
  });

  test('sixteen starts at once of those that may be done again are one insert for each table', async () => {
    const client = new pg.Client({ connectionString: url });
    onTestFinished(() => client.end());
    await client.connect();
    await client.query(`CREATE TABLE inserts (machines int);
      CREATE FUNCTION note_insert() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO inserts SELECT count(*) FROM fresh; RETURN NULL; END $$;
      CREATE TRIGGER note_insert AFTER INSERT ON machines REFERENCING NEW TABLE AS fresh
        FOR EACH STATEMENT EXECUTE FUNCTION note_insert()`);
    onTestFinished(async () => void (await client.query('DROP TRIGGER note_insert ON machines')));
    const put = (i: number) =>
      store.transact('many', (tx) => tx.machines.put({ workspaceId: tx.workspaceId, machineId: `m-${i}` } as never), {
        isRepeatable: true,
      });
    await Promise.all(Array.from({ length: 16 }, (_, i) => put(i)));
    const { rows } = await client.query('SELECT machines FROM inserts');
    // All sixteen were there when the lock was given.
    expect(rows).toEqual([{ machines: 16 }]);
  });

  test.each([
    ['was empty', []],
    ['held one entry', ['ANALYZE ledger_entries']],
  ])(
    'evidence is appended without reading what is there, though the server made its plans when the table %s',
    async (when, then) => {
      const young = await server.database(when.replaceAll(' ', '_'));
      const growing = await openPostgresStore(young, { surroundings });
      const client = new pg.Client({ connectionString: young });
      onTestFinished(() => client.end());
      await client.connect();
      // Else the server might look again by itself, and make better plans, at any moment.
      await client.query('ALTER TABLE ledger_entries SET (autovacuum_enabled = off)');
      const note = (i: number) =>
        growing.transact('young', async (tx) =>
          tx.evidence({ category: 'System', type: 'Noted', summary: `${i}`, actor: { kind: 'system', id: 'test' } }),
        );
      await note(0);
      for (const statement of then) await client.query(statement);
      for (let i = 1; i <= 300; i += 1) await note(i);
      // What a connection has counted is told at the latest when it ends.
      await growing.close();
      const read = `SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname = 'ledger_entries')
      + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'ledger_entries') AS rows`;
      const [counted] = (await client.query(read)).rows;
      // Four for each: the ends of the chain and of the stream, for whoever appends and for the trigger that checks it.
      expect(Number(counted.rows)).toBeLessThanOrEqual(4 * 301);
      expect(Number(counted.rows)).toBeGreaterThan(0);
    },
  );

  test('what one has read is not what the next one finds once somebody has written in between', async () => {
    const found = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        store.transact('between', async (tx) => {
          const before = await tx.count('seen');
          if (i % 2 === 0) await tx.raise('seen');
          return [before, await tx.count('seen')];
        }),
      ),
    );
    // Every other one raises the counter by one, and everybody sees the own change and those before it.
    expect(found).toEqual([
      [0, 1],
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 3],
      [3, 3],
    ]);
  });

  test('E3: the database itself refuses to change or remove evidence', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await expect(client.query("UPDATE ledger_entries SET body = '{}'")).rejects.toThrow(/append-only/);
    await expect(client.query('DELETE FROM ledger_entries')).rejects.toThrow(/append-only/);
    await expect(client.query('TRUNCATE ledger_entries')).rejects.toThrow(/append-only/);
    await client.end();
  });

  test('a connection that the server ends between two statements fails that transaction and nothing else', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const mine = "FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()";
    const broken = store.transact('gone', async (tx) => {
      await tx.count('x');
      await client.query(`SELECT pg_terminate_backend(pid) ${mine}`);
      while ((await client.query(`SELECT pid ${mine}`)).rows.length > 0);
      await tx.count('x');
    });
    await expect(broken).rejects.toMatchObject({ kind: 'Unavailable' });
    await client.end();
    await store.transact('gone', (tx) => tx.raise('x'));
    expect(await store.transact('gone', (tx) => tx.count('x'))).toBe(1);
  });

  test('a database of an earlier version gets the columns it lacks, filled from what is there', async () => {
    const old = await server.database('earlier');
    const before = await openPostgresStore(old, { surroundings });
    await before.transact('old', (tx) => tx.runs.put(oneRun));
    await before.close();
    const client = new pg.Client({ connectionString: old });
    await client.connect();
    for (const statement of [...earlier, 'DELETE FROM schema_state']) await client.query(statement);
    await client.end();
    const after = await openPostgresStore(old, { surroundings });
    expect(await runsOfBot(after)).toMatchObject([{ runId: 'run-1' }]);
    await after.close();
  });

  test('opening it again on the same database changes nothing', async () => {
    const again = await openPostgresStore(url, { surroundings });
    await again.check();
    await again.close();
  });
});
