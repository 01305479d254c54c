import { exportLines, openSqliteLedger } from '@quadrivium/ledger';
import { beforeAll, expect, test } from 'vitest';
import { verifyExport } from '../src/evidence/verify-export.js';

/** A real chain of two streams, as the ledger writes it. */
let lines: string[];
beforeAll(async () => {
  const ledger = openSqliteLedger(':memory:');
  const drafts = ['run-1', 'run-2', 'run-1', 'run-1', 'run-2'].map((stream, at) => ({
    chain: 'demo',
    stream,
    type: 'ApprovalDecided',
    actor: { kind: 'user', id: 'bob' } as const,
    at: `2026-11-16T00:00:0${at}.000Z`,
    body: { summary: 'A decision was made.', detail: { rationale: `Überlegt ${at}`, share: 0.1 } },
  }));
  await ledger.append(drafts);
  lines = [];
  for await (const line of exportLines(ledger, { chain: 'demo' })) lines.push(line);
  await ledger.close();
});

test('a chain that nobody touched is verified, entry by entry', async () => {
  const verdict = await verifyExport(lines);
  expect(verdict).toMatchObject({ valid: true, problems: [], head: { seq: 5 } });
  expect(verdict.entries.map(({ seq, stream }) => [seq, stream])).toEqual([
    [1, 'run-1'],
    [2, 'run-2'],
    [3, 'run-1'],
    [4, 'run-1'],
    [5, 'run-2'],
  ]);
});

test.each([
  ['a changed word', (all: string[]) => all.with(3, (all[3] ?? '').replace('Überlegt 2', 'Überlegt 7')), 3, /changed/],
  ['a removed entry', (all: string[]) => all.toSpliced(2, 1), 2, /removed/],
  ['two entries in each other’s place', (all: string[]) => all.with(2, all[3] ?? '').with(3, all[2] ?? ''), 2, /order/],
])('%s is found, with its place', async (_, tamper, seq, words) => {
  const verdict = await verifyExport(tamper([...lines]));
  expect(verdict.valid).toBe(false);
  expect(verdict.problems.map((problem) => problem.seq)).toContain(seq);
  expect(verdict.problems.map(({ sentence }) => sentence).join(' ')).toMatch(words);
});
