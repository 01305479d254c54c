import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions, BenchRow } from '../../../bench/row.js';
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
 * What a hash-chained, append-only entry costs over a plain insert of the same facts, both in write-ahead mode with a
 * full sync on every commit. Rounds are short, alternate and are compared in pairs, and the middle of the ratios counts,
 * so that a busy machine troubles both sides alike. CPU time is given too, because a disk that is slow to sync hides it.
 */
export async function benchCases({ quick }: BenchOptions): Promise<readonly BenchRow[]> {
  const rounds = quick ? 7 : 21;
  const folder = mkdtempSync(join(tmpdir(), 'quadrivium-bench-'));
  try {
    return [
      ...compare(folder, 'ledger append, one per commit', { entries: 60, perCommit: 1, rounds }),
      ...compare(folder, 'ledger append, 100 per commit', { entries: 2000, perCommit: 100, rounds }),
      await concurrent(folder),
      await verification(folder),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Load {
  readonly entries: number;
  readonly perCommit: number;
  readonly rounds: number;
}

/** Microseconds per entry. */
interface Cost {
  readonly time: number;
  readonly cpu: number;
}

const warmUp = 3;

function compare(folder: string, name: string, load: Load): BenchRow[] {
  const pairs = Array.from({ length: warmUp + load.rounds }, () => ({
    baseline: measured(folder, load, plainWriter),
    ours: measured(folder, load, ledgerWriter),
  })).slice(warmUp);
  return (['time', 'cpu'] as const).map((what) => ({
    name: `${name} (${what})`,
    ours: middle(pairs.map(({ ours }) => ours[what])),
    baseline: middle(pairs.map(({ baseline }) => baseline[what])),
    ratio: middle(pairs.map(({ ours, baseline }) => ours[what] / baseline[what])),
    unit: 'µs/entry',
    ...(what === 'time' ? { target: '<= 2' } : {}),
    dominatedBy: load.perCommit === 1 ? 'the commit and its sync' : inserting,
  }));
}

/** Profiled with 100 entries per commit: two thirds of the CPU time is SQLite's, a tenth hashing, a tenth spelling. */
const inserting = 'the second unique index and the trigger that guards the numbers';

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

type Writer = (drafts: readonly EntryDraft[]) => void;
type Prepare = (database: SqliteDatabase) => Writer;

function measured(folder: string, { entries, perCommit }: Omit<Load, 'rounds'>, prepare: Prepare): Cost {
  const database = openSqlite(join(folder, `${Math.random()}.db`));
  const write = prepare(database);
  const [start, cpuStart] = [performance.now(), process.cpuUsage()];
  for (let i = 0; i < entries; i += perCommit) write(draftsFrom(i, perCommit));
  const { user, system } = process.cpuUsage(cpuStart);
  const time = (performance.now() - start) * 1000;
  database.close();
  return { time: time / entries, cpu: (user + system) / entries };
}

function ledgerWriter(database: SqliteDatabase): Writer {
  ensureLedgerSchema(database);
  return (drafts) => inTransaction(database, (tx) => appendWithin(tx, drafts));
}

/**
 * What one would write without a ledger: the same facts and a number, nothing to check. The index is what it takes to
 * answer the same question as the ledger does: what happened in this run?
 */
function plainWriter(database: SqliteDatabase): Writer {
  database.exec(
    'CREATE TABLE events (seq INTEGER PRIMARY KEY, chain TEXT NOT NULL, stream TEXT NOT NULL, at TEXT NOT NULL, ' +
      'actor TEXT NOT NULL, type TEXT NOT NULL, body TEXT NOT NULL) STRICT; ' +
      'CREATE INDEX by_stream ON events (chain, stream)',
  );
  const insert = database.prepare(
    'INSERT INTO events (chain, stream, at, actor, type, body) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return (drafts) =>
    inTransaction(database, () => {
      for (const { stream, at, actor, type, body } of drafts) {
        insert.run('main', stream, at, JSON.stringify(actor), type, JSON.stringify(body));
      }
    });
}

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
async function concurrent(folder: string): Promise<BenchRow> {
  const callers = 1000;
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const ledger = new SqliteLedger(openSqlite(join(folder, `${Math.random()}.db`)));
    const start = performance.now();
    await Promise.all(draftsFrom(0, callers).map((draft) => ledger.append([draft])));
    times.push(((performance.now() - start) * 1000) / callers);
    await ledger.close();
  }
  const ours = middle(times);
  const baseline = measured(folder, { entries: 200, perCommit: 1 }, plainWriter).time;
  const name = 'ledger append, 1,000 concurrent callers (time)';
  return { name, ours, baseline, ratio: ours / baseline, unit: 'µs/entry', target: '<= 2' };
}

/** Verifying against merely reading the same lines: parsing each, writing it again and hashing that. */
async function verification(folder: string): Promise<BenchRow> {
  const entries = 5000;
  const database = openSqlite(join(folder, 'verify.db'));
  const write = ledgerWriter(database);
  for (let i = 0; i < entries; i += 1000) write(draftsFrom(i, 1000));
  const lines = [...databaseLines(database)];
  database.close();
  const pairs: { ours: number; baseline: number }[] = [];
  for (let round = 0; round < 9; round++) {
    const start = performance.now();
    for (const line of lines) nodeCrypto.sha256(JSON.stringify(JSON.parse(line)));
    const between = performance.now();
    await verifyLines(lines, { crypto: nodeCrypto });
    const perEntry = 1000 / entries;
    pairs.push({ baseline: (between - start) * perEntry, ours: (performance.now() - between) * perEntry });
  }
  return {
    name: 'ledger verify, over parse and hash (time)',
    ours: middle(pairs.map(({ ours }) => ours)),
    baseline: middle(pairs.map(({ baseline }) => baseline)),
    ratio: middle(pairs.map(({ ours, baseline }) => ours / baseline)),
    unit: 'µs/entry',
    target: '<= 5',
  };
}
