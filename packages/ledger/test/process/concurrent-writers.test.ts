import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteLedger, verifyDatabase } from '../../src/index.js';
import { collect } from '../contract/ledger-store-contract.js';
import { temporaryFolder } from '../temporary-folder.js';
import { finishedProcess, spawnSource } from './spawn-source.js';

function startWriter(path: string, name: string, count: number) {
  const child = spawnSource('test/process/writer.ts', [path, name, String(count)]);
  return { child, ready: once(child.stdout, 'data'), finished: finishedProcess(child) };
}

const acknowledged = (stdout: string) =>
  stdout
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(' ') as [seq: string, hash: string]);

test('1,000 appends from two processes at once give the numbers 1 to 1,000 and one valid chain', async () => {
  const path = join(temporaryFolder(), 'ledger.db');
  const writers = [startWriter(path, 'left', 500), startWriter(path, 'right', 500)];
  await Promise.all(writers.map(({ ready }) => ready));
  for (const { child } of writers) child.stdin.end('!');
  const results = await Promise.all(writers.map(({ finished }) => finished));
  expect(results.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);

  const ledger = openSqliteLedger(path);
  const entries = await collect(ledger.entries());
  const head = await ledger.head();
  await ledger.close();
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
  const seen = results.flatMap(({ stdout }) => acknowledged(stdout).map(([seq]) => Number(seq)));
  expect(seen.sort((a, b) => a - b)).toEqual(entries.map(({ seq }) => seq));
  for (const stream of ['left', 'right']) {
    const indices = entries.filter((entry) => entry.stream === stream).map(({ streamIndex }) => streamIndex);
    expect(indices).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
  }
  // The two really took turns; otherwise this test would say nothing about concurrency.
  expect(entries.some((entry, i) => i > 0 && entry.stream !== entries[i - 1]?.stream)).toBe(true);
  expect(await verifyDatabase(path, { expectedHeads: [head] })).toMatchObject({ valid: true, problems: [] });
});

test('a writer that is killed at any moment loses nothing it acknowledged and leaves a valid chain', async () => {
  const path = join(temporaryFolder(), 'ledger.db');
  const kept = new Map<number, string>();
  for (const delay of [1, 7, 23, 60, 110]) {
    const { child, ready, finished } = startWriter(path, `writer-${delay}`, 100_000);
    await ready;
    child.stdin.end('!');
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, delay));
    child.kill('SIGKILL');
    const { stdout } = await finished;
    for (const [seq, hash] of acknowledged(stdout)) kept.set(Number(seq), hash);

    const ledger = openSqliteLedger(path);
    const hashes = new Map((await collect(ledger.entries())).map(({ seq, hash }) => [seq, hash]));
    await ledger.close();
    for (const [seq, hash] of kept) expect(hashes.get(seq)).toBe(hash);
    expect(await verifyDatabase(path)).toMatchObject({ valid: true, problems: [] });
  }
  // Each of the five had acknowledged something before it was killed.
  expect(kept.size).toBeGreaterThanOrEqual(5);
});

test('two processes that make the same database at the same moment both open it, a hundred times', async () => {
  const folder = temporaryFolder();
  // Late enough that both have loaded; a process that comes late makes fewer of its openings collide, none of them fail.
  const start = String(Date.now() + 1500);
  const openers = [1, 2].map(() => finishedProcess(spawnSource('test/process/opener.ts', [folder, start])));
  for (const { code, stdout, stderr } of await Promise.all(openers))
    expect([code, stdout, stderr]).toEqual([0, '', '']);
});
