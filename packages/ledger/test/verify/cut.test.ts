import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CarriedStream,
  cutLine,
  describeCut,
  exportLines,
  generateKeyPem,
  nodeCrypto,
  openSqlite,
  openSqliteLedger,
  signCut,
  signerFromPem,
  verifyDatabase,
  verifyLines,
  webCrypto,
} from '../../src/index.js';
import { drafts } from '../drafts.js';
import { temporaryFolder } from '../temporary-folder.js';

const signer = signerFromPem(generateKeyPem());
const at = '2026-02-01T00:00:00Z';

/** Twelve entries in three streams, as lines: the header first, then entry `n` on line `n`. */
async function twelve() {
  const ledger = openSqliteLedger(join(temporaryFolder(), 'whole.db'));
  await ledger.append(drafts(12));
  const lines: string[] = [];
  for await (const line of exportLines(ledger)) lines.push(line);
  await ledger.close();
  return lines;
}

/** What the streams of `drafts` had reached after so many entries. */
function streamsAt(lines: readonly string[], seq: number): CarriedStream[] {
  const seen = new Map<string, CarriedStream>();
  for (const line of lines.slice(1, seq + 1)) {
    const { stream, streamIndex: index, hash } = JSON.parse(line);
    seen.set(stream, { stream, index, hash });
  }
  return [...seen.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1));
}

async function cutAt(lines: readonly string[], seq: number, changes: object = {}, by = signer) {
  const { chain, hash } = JSON.parse(lines[seq] ?? '');
  return signCut({ chain, seq, hash, count: seq, streams: streamsAt(lines, seq), ...changes }, at, by);
}

const after = (lines: readonly string[], seq: number) => lines.slice(seq + 1);
const verify = (lines: readonly string[], options = {}) => verifyLines(lines, { crypto: nodeCrypto, ...options });
const kinds = ({ problems }: { problems: readonly { kind: string }[] }) => problems.map(({ kind }) => kind);

describe('a chain whose beginning was cut off', () => {
  test('is valid, and says from where and by whose word', async () => {
    const lines = await twelve();
    const cut = await cutAt(lines, 5);
    const report = await verify([lines[0] ?? '', cutLine(cut), ...after(lines, 5)], { publicKey: signer.publicKey });
    expect(report).toMatchObject({ valid: true, problems: [] });
    const { hash } = JSON.parse(lines[5] ?? '');
    expect(report.chains).toMatchObject([
      { entries: 7, head: { seq: 12 }, anchoredUpTo: 5, cut: { seq: 5, hash, at, publicKey: signer.publicKey } },
    ]);
    const [chain] = report.chains;
    expect(chain?.cut && describeCut(chain.cut)).toContain(`from entry 6 on: those up to 5 were removed on ${at}`);
    const inBrowsers = await verifyLines([lines[0] ?? '', cutLine(cut), ...after(lines, 5)], { crypto: webCrypto });
    expect(inBrowsers).toMatchObject({
      valid: true,
      warnings: [{ kind: 'unpinned-key' }, { kind: 'unanchored-tail' }],
    });
  });

  test('may be cut again, and the cuts add up', async () => {
    const lines = await twelve();
    const cuts = [await cutAt(lines, 5), await cutAt(lines, 9, { count: 4 })];
    const twice = [lines[0] ?? '', ...cuts.map(cutLine), ...after(lines, 9)];
    expect(await verify(twice)).toMatchObject({ valid: true, chains: [{ entries: 3, cut: { seq: 9 } }] });
    expect(kinds(await verify(twice.filter((_, i) => i !== 1)))).toEqual(['bad-cut', 'gap']);
  });

  test('agrees with a head that somebody kept of what was removed, or does not', async () => {
    const lines = await twelve();
    const cut = [lines[0] ?? '', cutLine(await cutAt(lines, 5)), ...after(lines, 5)];
    const { hash } = JSON.parse(lines[5] ?? '');
    const head = { chain: 'main', seq: 5, hash };
    expect(await verify(cut, { expectedHeads: [head] })).toMatchObject({ valid: true });
    const other = { ...head, hash: 'a'.repeat(64) };
    expect(kinds(await verify(cut, { expectedHeads: [other] }))).toEqual(['head-mismatch']);
  });

  test('one stream of it can be verified by itself', async () => {
    const lines = await twelve();
    const cut = cutLine(await cutAt(lines, 5));
    const own = after(lines, 5).filter((line) => JSON.parse(line).stream === 'trace-1');
    const header = JSON.stringify({ chain: 'main', kind: 'export', stream: 'trace-1', v: 1 });
    expect(await verify([header, cut, ...own])).toMatchObject({ valid: true, chains: [{ entries: 2 }] });
    expect(kinds(await verify([header, ...own]))).toEqual(['gap']);
  });

  test.each([
    ['no cut at all', async () => [], ['gap']],
    [
      'a cut of somebody without the key',
      async (lines: string[]) => [cutLine(await cutAt(lines, 5, {}, signerFromPem(generateKeyPem())))],
      ['bad-cut', 'gap'],
    ],
    [
      'a cut that was signed for another number',
      async (lines: string[]) => [cutLine({ ...(await cutAt(lines, 4)), seq: 5, count: 5 })],
      ['bad-cut', 'gap'],
    ],
    [
      'a signed cut of another chain of that name',
      async (lines: string[]) => [cutLine(await cutAt(lines, 5, { hash: 'b'.repeat(64) }))],
      ['wrong-previous'],
    ],
    [
      'a cut that forgets a stream',
      async (lines: string[]) => [cutLine(await cutAt(lines, 5, { streams: streamsAt(lines, 5).slice(1) }))],
      ['stream-broken'],
    ],
    [
      'a cut that claims fewer entries than are missing',
      async (lines: string[]) => [cutLine(await cutAt(lines, 5, { count: 4 }))],
      ['bad-cut', 'gap'],
    ],
    [
      'a cut in another spelling',
      async (lines: string[]) => [cutLine(await cutAt(lines, 5)).replace('"count":5', '"count": 5')],
      ['malformed', 'gap'],
    ],
  ])('is refused with %s', async (_, cut, expected) => {
    const lines = await twelve();
    const report = await verify([lines[0] ?? '', ...(await cut(lines)), ...after(lines, 5)], {
      publicKey: signer.publicKey,
    });
    expect(kinds(report)).toEqual(expected);
  });

  test('what was cut off and is still there does not belong there', async () => {
    const lines = await twelve();
    const report = await verify([lines[0] ?? '', cutLine(await cutAt(lines, 5)), ...lines.slice(4)]);
    expect(report.valid).toBe(false);
    expect(kinds(report)).toContain('inserted');
  });
});

/** The tables and triggers as the version before cuts left them, with their texts as they were. */
const former = `
DROP TRIGGER ledger_entries_follow; DROP TRIGGER ledger_entries_keep; DROP TRIGGER ledger_checkpoints_keep;
DROP TABLE ledger_cuts; DROP TABLE ledger_carried_streams;
CREATE TRIGGER ledger_entries_follow BEFORE INSERT ON ledger_entries BEGIN
  SELECT RAISE(ABORT, 'ledger: an entry must follow the newest entry of its chain')
  WHERE NEW.seq - 1 IS NOT ifnull((SELECT max(seq) FROM ledger_entries WHERE chain = NEW.chain), 0);
  SELECT RAISE(ABORT, 'ledger: an entry must follow the newest entry of its stream')
  WHERE NEW.stream_index - 1 IS NOT ifnull(
    (SELECT max(stream_index) FROM ledger_entries WHERE chain = NEW.chain AND stream = NEW.stream), 0);
END;
CREATE TRIGGER ledger_entries_keep BEFORE DELETE ON ledger_entries BEGIN
  SELECT RAISE(ABORT, 'ledger: entries are append-only, delete refused');
END;
CREATE TRIGGER ledger_checkpoints_keep BEFORE DELETE ON ledger_checkpoints BEGIN
  SELECT RAISE(ABORT, 'ledger: checkpoints are append-only, delete refused');
END;`;

test('a database of the version before cuts verifies as it is, goes on, and can be cut from then on', async () => {
  const path = join(temporaryFolder(), 'former.db');
  const ledger = openSqliteLedger(path);
  await ledger.append(drafts(12));
  ledger.database.exec(former);
  await ledger.close();
  expect(await verifyDatabase(path)).toMatchObject({ valid: true, warnings: [{ kind: 'no-anchor' }] });
  const opened = openSqliteLedger(path);
  await opened.append(drafts(15).slice(12));
  expect(await opened.cuts()).toEqual([]);
  const names = opened.database.prepare("SELECT name FROM sqlite_schema WHERE sql LIKE '%ledger_cuts%'").all();
  expect(names.length).toBeGreaterThan(3);
  await opened.close();
  expect(await verifyDatabase(path)).toMatchObject({ valid: true, warnings: [{ kind: 'no-anchor' }] });
});

test('the database removes what a cut stands for and nothing else, and keeps the cut', async () => {
  const path = join(temporaryFolder(), 'cut.db');
  const ledger = openSqliteLedger(path);
  await ledger.append(drafts(12));
  const lines: string[] = [];
  for await (const line of exportLines(ledger)) lines.push(line);
  const { seq, hash, count, streams, publicKey, signature } = await cutAt(lines, 5);
  const insert = ledger.database.prepare('INSERT INTO ledger_cuts VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const put = (number: number, many: number) =>
    insert.run('main', number, hash, many, JSON.stringify(streams), at, publicKey, signature);
  expect(() => put(6, 6), 'an entry of another hash').toThrow(/must name an entry/);
  expect(() => put(5, 4), 'fewer than there are').toThrow(/must come after/);
  put(seq, count);
  const carry = ledger.database.prepare('INSERT INTO ledger_carried_streams VALUES (?, ?, ?, ?)');
  for (const one of streams) carry.run('main', one.stream, one.index, one.hash);
  expect(() => ledger.database.exec('DELETE FROM ledger_entries WHERE seq <= 6')).toThrow(/append-only/);
  ledger.database.exec('DELETE FROM ledger_entries WHERE seq <= 5');
  expect(() => ledger.database.exec('DELETE FROM ledger_cuts')).toThrow(/append-only/);
  expect(() => ledger.database.exec('UPDATE ledger_cuts SET count = 1')).toThrow(/append-only/);
  await ledger.append(drafts(3));
  await ledger.close();
  expect(await verifyDatabase(path, { publicKey: signer.publicKey })).toMatchObject({
    valid: true,
    chains: [{ entries: 10, cut: { seq: 5 } }],
  });
  const raw = openSqlite(path);
  raw.exec('DROP TRIGGER ledger_cuts_keep; DELETE FROM ledger_cuts');
  raw.close();
  expect(kinds(await verifyDatabase(path))).toEqual(['gap']);
});
