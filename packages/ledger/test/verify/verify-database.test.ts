import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generateKeyPem, openSqlite, openSqliteLedger, signerFromPem, verifyDatabase } from '../../src/index.js';
import { databaseLines } from '../../src/store/sqlite-lines.js';
import { drafts } from '../drafts.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A database of thirty entries in two chains, `main` signed at its end, closed, so that all is in one file. */
async function database(): Promise<string> {
  const path = join(temporaryFolder(), 'ledger.db');
  const ledger = openSqliteLedger(path);
  await ledger.append(drafts(20).flatMap((one, i) => (i % 2 === 0 ? [one, { ...one, chain: 'other' }] : [one])));
  await ledger.checkpoint({ at: '2026-01-02T00:00:00Z', signer: signerFromPem(generateKeyPem()) });
  await ledger.close();
  return path;
}

/** What somebody with full access to the file can do: drop the protection first. */
async function tamperedWith(sql: string): Promise<string> {
  const path = await database();
  const raw = openSqlite(path);
  for (const { name } of raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()) {
    raw.exec(`DROP TRIGGER ${name}`);
  }
  raw.exec(sql);
  raw.close();
  return path;
}

/** What the database says, as the export it would give. */
function everything(path: string): string[] {
  const raw = openSqlite(path, { readOnly: true });
  const lines = [...databaseLines(raw)];
  raw.close();
  return lines;
}

test('an untouched database is valid in all its chains', async () => {
  const report = await verifyDatabase(await database());
  expect(report).toMatchObject({ valid: true, problems: [] });
  expect(report.chains.map(({ chain, entries }) => [chain, entries])).toEqual([
    ['main', 20],
    ['other', 10],
  ]);
});

describe('with the triggers dropped', () => {
  test.each([
    [
      'a changed body',
      `UPDATE ledger_entries SET body = replace(body, 'number 8', 'numbar 8') WHERE chain = 'main' AND seq = 9`,
      { kind: 'content-changed', seq: 9, field: 'body' },
    ],
    [
      'a changed body that is no JSON',
      `UPDATE ledger_entries SET body = '{' WHERE chain = 'main' AND seq = 9`,
      { kind: 'malformed', seq: 9 },
    ],
    [
      'a body with members smuggled in',
      `UPDATE ledger_entries SET body = '1,"extra":2' WHERE chain = 'main' AND seq = 9`,
      { kind: 'malformed', seq: 9 },
    ],
    [
      'a changed actor',
      `UPDATE ledger_entries SET actor = replace(actor, 'alice', 'alicE') WHERE chain = 'main' AND seq = 9`,
      { kind: 'content-changed', seq: 9, field: 'actor' },
    ],
    [
      'a changed number',
      `UPDATE ledger_entries SET seq = 99 WHERE chain = 'main' AND seq = 9`,
      { kind: 'content-changed', seq: 9, field: 'seq' },
    ],
    ['a removed entry', `DELETE FROM ledger_entries WHERE chain = 'main' AND seq = 9`, { kind: 'gap', from: 9, to: 9 }],
    [
      'a removed middle',
      `DELETE FROM ledger_entries WHERE chain = 'main' AND seq BETWEEN 5 AND 12`,
      { kind: 'gap', from: 5, to: 12 },
    ],
    [
      'a cut tail',
      `DELETE FROM ledger_entries WHERE chain = 'main' AND seq > 17`,
      { kind: 'cut-tail', last: 17, expected: 20 },
    ],
    [
      'a chain removed as a whole',
      `DELETE FROM ledger_entries WHERE chain = 'main'`,
      { kind: 'cut-tail', last: 0, expected: 20 },
    ],
    ['a forged checkpoint', 'UPDATE ledger_checkpoints SET seq = 19', { kind: 'bad-signature', seq: 19 }],
  ])('%s is named, with the missing protection', async (_, sql, problem) => {
    const report = await verifyDatabase(await tamperedWith(sql));
    expect(report.problems).toMatchObject([{ chain: 'main', ...problem }]);
    expect(report.warnings[0]).toMatchObject({ kind: 'unprotected' });
  });

  test('two entries that changed places are named', async () => {
    const swap = (a: number, b: number) => `UPDATE ledger_entries SET rowid = ${a} WHERE rowid = ${b};`;
    const report = await verifyDatabase(await tamperedWith(swap(-1, 3) + swap(3, 4) + swap(4, -1)));
    expect(report.problems).toMatchObject([{ kind: 'reordered' }]);
  });
});

describe('a byte edited in the file itself', () => {
  test.each([
    ['the body', 'entry number 12', 'entry numbur 12', 'body'],
    [
      'the actor',
      '{"id":"alice","kind":"user"}StepCompleted{"note":"entry number 11"',
      '{"id":"alicf","kind":"user"}StepCompleted{"note":"entry number 11"',
      'actor',
    ],
    ['the type', 'StepCompleted{"note":"entry number 11"', 'StepCompletee{"note":"entry number 11"', 'type'],
  ])('in %s names the entry and the field', async (_, before, after, field) => {
    const path = await database();
    const bytes = readFileSync(path);
    const at = bytes.indexOf(before);
    expect(at).toBeGreaterThan(0);
    bytes.write(after, at);
    writeFileSync(path, bytes);
    const { problems } = await verifyDatabase(path);
    expect(problems).toMatchObject([{ kind: 'content-changed', field }]);
  });

  test('is found wherever it hits, unless it hits bytes that say nothing', async () => {
    const path = await database();
    const original = readFileSync(path);
    const said = everything(path);
    let found = 0;
    for (let at = 4096; at < original.length; at += 131) {
      const bytes = Buffer.from(original);
      bytes[at] = (bytes[at] ?? 0) ^ 0x04;
      writeFileSync(path, bytes);
      if ((await verifyDatabase(path)).valid) expect(everything(path), `offset ${at}`).toEqual(said);
      else found += 1;
    }
    expect(found).toBeGreaterThan(50);
  });

  test('that ruins the file is a finding, not a crash', async () => {
    const path = await database();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4096, 12_288);
    writeFileSync(path, bytes);
    const { valid, problems } = await verifyDatabase(path);
    expect(valid).toBe(false);
    expect(problems.map(({ kind }) => kind)).toContain('database-damaged');
  });
});

test('a database without a ledger is not called valid', async () => {
  const path = join(temporaryFolder(), 'empty.db');
  const raw = openSqlite(path);
  raw.exec('CREATE TABLE something (id INTEGER)');
  raw.close();
  expect((await verifyDatabase(path)).problems).toMatchObject([
    { kind: 'database-damaged', reason: 'This database holds no ledger.' },
  ]);
});
