import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRow } from '../../../bench/row.js';
import {
  appendWithin,
  type EntryDraft,
  ensureLedgerSchema,
  inTransaction,
  nodeCrypto,
  openSqlite,
  type SqliteDatabase,
  SqliteLedger,
  verifyLines,
} from '../src/index.js';
import { databaseLines } from '../src/store/sqlite-lines.js';

/**
 * What a hash-chained, append-only entry costs over a plain insert of the same facts into a plain table, both in
 * write-ahead mode with a full sync on every commit. Rounds alternate and the best of each side counts, because
 * whatever else the machine does only ever adds time.
 */
export async function benchCases(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quadrivium-bench-'));
  try {
    return [
      row('ledger append, one per commit', pair(folder, { entries: 300, perCommit: 1 }, plainWriter(''))),
      row('ledger append, 100 per commit', pair(folder, { entries: 20_000, perCommit: 100 }, plainWriter(streamIndex))),
      row(
        'ledger append, 100 per commit, over a table without index',
        pair(folder, { entries: 20_000, perCommit: 100 }, plainWriter('')),
      ),
      row('ledger append, 1,000 concurrent callers', await concurrent(folder)),
      await verification(folder),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Load {
  readonly entries: number;
  readonly perCommit: number;
}

interface Pair {
  readonly ours: number;
  readonly baseline: number;
}

const rounds = 7;

function row(name: string, { ours, baseline }: Pair): BenchRow {
  return { name, ours, baseline, ratio: ours / baseline, unit: 'µs/entry', target: '<= 2' };
}

function pair(folder: string, load: Load, plain: Prepare): Pair {
  const times = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.baseline.push(timed(folder, load, plain));
    times.ours.push(timed(folder, load, ledgerWriter));
  }
  return { ours: Math.min(...times.ours), baseline: Math.min(...times.baseline) };
}

type Writer = (drafts: readonly EntryDraft[]) => void;
type Prepare = (database: SqliteDatabase) => Writer;

function timed(folder: string, { entries, perCommit }: Load, prepare: Prepare): number {
  const database = openSqlite(join(folder, `${Math.random()}.db`));
  const write = prepare(database);
  const start = performance.now();
  for (let i = 0; i < entries; i += perCommit) write(draftsFrom(i, perCommit));
  const elapsed = performance.now() - start;
  database.close();
  return (elapsed * 1000) / entries;
}

function ledgerWriter(database: SqliteDatabase): Writer {
  ensureLedgerSchema(database);
  return (drafts) => inTransaction(database, (tx) => appendWithin(tx, drafts));
}

/** Without it, a plain table could not answer what the ledger answers: what happened in this run? */
const streamIndex = 'CREATE INDEX by_stream ON events (chain, stream)';

/** What one would write without a ledger: the same facts, a number, nothing to check. */
const plainWriter =
  (index: string) =>
  (database: SqliteDatabase): Writer => {
    database.exec(
      'CREATE TABLE events (seq INTEGER PRIMARY KEY, chain TEXT NOT NULL, stream TEXT NOT NULL, at TEXT NOT NULL, ' +
        'actor TEXT NOT NULL, type TEXT NOT NULL, body TEXT NOT NULL) STRICT',
    );
    database.exec(index);
    const insert = database.prepare(
      'INSERT INTO events (chain, stream, at, actor, type, body) VALUES (?, ?, ?, ?, ?, ?)',
    );
    return (drafts) =>
      inTransaction(database, () => {
        for (const { stream, at, actor, type, body } of drafts) {
          insert.run('main', stream, at, JSON.stringify(actor), type, JSON.stringify(body));
        }
      });
  };

function draftsFrom(first: number, count: number): EntryDraft[] {
  return Array.from({ length: count }, (_, k) => {
    const i = first + k;
    return {
      stream: `run-${i % 50}`,
      type: 'StepCompleted',
      actor: { kind: 'agent', id: 'agent-7' },
      at: '2026-01-01T00:00:00.000Z',
      body: {
        run: `run-${i % 50}`,
        step: i,
        status: 'Succeeded',
        durationMs: 12.5,
        output: { files: ['a.csv', 'b.csv'], note: 'all rows were written as planned' },
      },
    };
  });
}

/** Callers that do not know of each other: the queue commits them together, plain code commits each alone. */
async function concurrent(folder: string): Promise<Pair> {
  const callers = 1000;
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const ledger = new SqliteLedger(openSqlite(join(folder, `${Math.random()}.db`)));
    const start = performance.now();
    await Promise.all(draftsFrom(0, callers).map((draft) => ledger.append([draft])));
    times.push(((performance.now() - start) * 1000) / callers);
    await ledger.close();
  }
  const baseline = timed(folder, { entries: callers, perCommit: 1 }, plainWriter(''));
  return { ours: Math.min(...times), baseline };
}

/** Verifying against merely reading the same lines: parsing each and hashing its text. */
async function verification(folder: string): Promise<BenchRow> {
  const entries = 20_000;
  const database = openSqlite(join(folder, 'verify.db'));
  const write = ledgerWriter(database);
  for (let i = 0; i < entries; i += 1000) write(draftsFrom(i, 1000));
  const lines = [...databaseLines(database)];
  database.close();
  const [ours, baseline] = [[] as number[], [] as number[]];
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    for (const line of lines) nodeCrypto.sha256(JSON.stringify(JSON.parse(line)));
    const middle = performance.now();
    await verifyLines(lines, { crypto: nodeCrypto });
    baseline.push(((middle - start) * 1000) / entries);
    ours.push(((performance.now() - middle) * 1000) / entries);
  }
  const best = { ours: Math.min(...ours), baseline: Math.min(...baseline) };
  return { ...row('ledger verify, over parse and hash', best), target: '<= 5' };
}
