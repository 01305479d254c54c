import { beforeAll, describe, expect, test } from 'vitest';
import { entryLine, hashedText, textOf } from '../../src/format/entry.js';
import {
  type Checkpoint,
  describeProblem,
  type Entry,
  exportLines,
  generateKeyPem,
  genesisHash,
  nodeCrypto,
  openSqliteLedger,
  type Signer,
  signCheckpoint,
  signerFromPem,
  type VerifyOptions,
  verifyLines,
  webCrypto,
} from '../../src/index.js';
import { drafts } from '../drafts.js';

/** An export of twenty entries over three streams, signed at 10 and at 20: two checkpoints stand on lines 2 and 3. */
let lines: readonly string[];
let entries: readonly Entry[];
let checkpoints: readonly Checkpoint[];
let signer: Signer;
const header = 1 + 2;

beforeAll(async () => {
  const ledger = openSqliteLedger(':memory:');
  signer = signerFromPem(generateKeyPem());
  const all = drafts(20);
  await ledger.append(all.slice(0, 10));
  await ledger.checkpoint({ at: '2026-01-02T00:00:00.000Z', signer });
  await ledger.append(all.slice(10));
  await ledger.checkpoint({ at: '2026-01-03T00:00:00.000Z', signer });
  checkpoints = await ledger.checkpoints();
  const exported: string[] = [];
  for await (const line of exportLines(ledger)) exported.push(line);
  lines = exported;
  entries = lines.slice(header).map((line) => JSON.parse(line) as Entry);
  await ledger.close();
});

const check = (changed: readonly string[], options: Partial<VerifyOptions> = {}) =>
  verifyLines(changed, { crypto: nodeCrypto, ...options });

/** The line with which entry `seq` stands in the file, counted from 0. */
const at = (seq: number): number => header + seq - 1;

const withLine = (seq: number, line: string): string[] => lines.with(at(seq), line);
const withEntry = (seq: number, changes: Partial<Entry>): string[] =>
  withLine(seq, lineOf({ ...entry(seq), ...changes }));
const entry = (seq: number): Entry => entries[seq - 1] as Entry;
const lineOf = (one: Entry): string => entryLine(textOf(one), one.hash);
const rehashed = (one: Entry): Entry => ({ ...one, hash: nodeCrypto.sha256(hashedText(textOf(one))) });

describe('a whole export', () => {
  test('is valid, and the report says what it covers', async () => {
    expect(await check(lines, { publicKey: signer.publicKey })).toEqual({
      valid: true,
      chains: [{ chain: 'main', entries: 20, head: { seq: 20, hash: entry(20).hash }, anchoredUpTo: 20 }],
      problems: [],
      moreProblems: 0,
      warnings: [],
    });
  });

  test('gives the same verdict with the primitives of a browser', async () => {
    expect(await check(lines, { crypto: webCrypto })).toEqual(await check(lines));
    const broken = withEntry(4, { body: { step: 99 } });
    expect((await check(broken, { crypto: webCrypto })).valid).toBe(false);
    const forged = lines.with(1, lines[1]?.replace('2026-01-02', '2026-01-04') ?? '');
    expect((await check(forged, { crypto: webCrypto })).problems).toMatchObject([{ kind: 'bad-signature', seq: 10 }]);
  });

  test('warns when nothing outside the chain vouches for its end', async () => {
    const bare = [lines[0] as string, ...lines.slice(header)];
    expect((await check(bare)).warnings).toEqual([{ kind: 'no-anchor', chain: 'main' }]);
    const early = lines.toSpliced(2, 1);
    expect((await check(early, { publicKey: signer.publicKey })).warnings).toEqual([
      { kind: 'unanchored-tail', chain: 'main', from: 11, to: 20 },
    ]);
  });

  test('warns when nobody said whose key to expect', async () => {
    expect((await check(lines)).warnings).toEqual([
      { kind: 'unpinned-key', chain: 'main', publicKey: signer.publicKey },
    ]);
  });
});

describe('a flipped byte', () => {
  test.each<[string, Partial<Entry>]>([
    ['actor', { actor: { kind: 'user', id: 'alicf' } }],
    ['at', { at: '2026-01-01T00:00:07.000Z' }],
    ['body', { body: { step: 4, note: 'entry numbar 4' } }],
    ['hash', { hash: `${'f'.repeat(64)}` }],
    ['previous', { previous: 'a'.repeat(64) }],
    ['seq', { seq: 7 }],
    ['stream', { stream: 'trace-2' }],
    ['streamIndex', { streamIndex: 6 }],
    ['streamPrevious', { streamPrevious: 'b'.repeat(64) }],
    ['type', { type: 'StepStartee' }],
    ['chain', { chain: 'maim' }],
  ])('in %s is named with the entry and the field, and nothing else is blamed', async (field, changes) => {
    const report = await check(withEntry(5, changes));
    expect(report.problems).toMatchObject([{ kind: 'content-changed', seq: 5, field, line: at(5) + 1 }]);
    expect(describeProblem(report.problems[0] as never)).toContain(`field ${field} was`);
  });

  test('anywhere in an entry is found, in whichever bit', async () => {
    const line = lines[at(9)] as string;
    for (let offset = 0; offset < line.length; offset += 7) {
      const flipped = String.fromCharCode(line.charCodeAt(offset) ^ (1 << (offset % 6)));
      const report = await check(withLine(9, line.slice(0, offset) + flipped + line.slice(offset + 1)));
      expect(report.valid, `offset ${offset}`).toBe(false);
      expect(report.problems, `offset ${offset}`).toHaveLength(1);
      expect(report.problems[0], `offset ${offset}`).toMatchObject({ seq: 9, line: at(9) + 1 });
    }
  });

  test('that makes the line unreadable is named with the entry and the field', async () => {
    const report = await check(withLine(6, (lines[at(6)] as string).replace('"note":', '"note";')));
    expect(report.problems).toMatchObject([{ kind: 'malformed', seq: 6, field: 'body', reason: 'it is not JSON' }]);
  });

  test('in the last entry is found although no entry follows', async () => {
    expect((await check(withEntry(20, { type: 'StepSkipped' }))).problems).toMatchObject([{ seq: 20 }]);
    expect((await check(withEntry(20, { hash: '0'.repeat(64) }))).problems).toMatchObject([{ seq: 20, field: 'hash' }]);
  });

  test('in a larger rewrite of a body names the entry and says that the field is unknown', async () => {
    const report = await check(withEntry(5, { body: 'something else altogether' }));
    expect(report.problems).toEqual([{ chain: 'main', line: at(5) + 1, kind: 'content-changed', seq: 5 }]);
  });

  test.each([
    ['a space', (line: string) => line.replace(',', ', ')],
    ['a repeated member', (line: string) => line.replace('{"actor"', '{"type":"x","actor"')],
    ['another order', (line: string) => line.replace(/^\{("actor":.*?\}),("at":"[^"]+"),/, '{$2,$1,')],
    ['a member too many', (line: string) => line.replace('"v":1}', '"v":1,"x":1}')],
    ['an escaped letter', (line: string) => line.replace('entry number', 'entry n\\u0075mber')],
    ['another version', (line: string) => line.replace('"v":1}', '"v":2}')],
  ])('in the form of a line (%s) is refused although a lenient reader would see the same', async (_, change) => {
    const line = lines[at(5)] as string;
    expect(change(line)).not.toBe(line);
    expect((await check(withLine(5, change(line)))).problems).toMatchObject([{ kind: 'malformed', seq: 5 }]);
  });
});

describe('a removed part', () => {
  test.each([
    ['one entry', 7, 7],
    ['several entries', 4, 9],
    ['the beginning', 1, 3],
  ])('%s leaves a gap that is named', async (_, from, to) => {
    const report = await check(lines.toSpliced(at(from), to - from + 1));
    expect(report.problems).toEqual([{ chain: 'main', kind: 'gap', from, to }]);
  });

  test('is still named when the rest was renumbered', async () => {
    const rest = entries.slice(7).map((one) => lineOf({ ...one, seq: one.seq - 1 }));
    const report = await check([...lines.slice(0, at(7)), ...rest]);
    expect(report.problems).toContainEqual({ chain: 'main', kind: 'gap', from: 7, to: 7 });
    expect(report.problems).toContainEqual(expect.objectContaining({ kind: 'content-changed', seq: 8, field: 'seq' }));
  });

  test('at the end is named by the newest checkpoint', async () => {
    const report = await check(lines.slice(0, at(18)));
    expect(report.problems).toEqual([
      { chain: 'main', kind: 'cut-tail', last: 17, expected: 20, source: 'the checkpoint of 2026-01-03T00:00:00.000Z' },
    ]);
    expect(describeProblem(report.problems[0] as never)).toContain('entries 18 to 20 were missing');
  });

  test('at the end is named by a head that somebody remembers, even when the checkpoints are gone too', async () => {
    const bare = [lines[0] as string, ...lines.slice(header, at(15))];
    expect((await check(bare)).valid).toBe(true);
    const expectedHeads = [{ chain: 'main', seq: 15, hash: entry(15).hash }];
    expect((await check(bare, { expectedHeads })).problems).toMatchObject([
      { kind: 'cut-tail', last: 14, expected: 15 },
    ]);
  });

  test('at the end is named by a checkpoint kept elsewhere', async () => {
    const bare = [lines[0] as string, ...lines.slice(header, at(11))];
    expect((await check(bare, { checkpoints })).problems).toMatchObject([{ kind: 'cut-tail', last: 10, expected: 20 }]);
  });

  test('can be the whole chain', async () => {
    expect((await check([lines[0] as string], { checkpoints })).problems).toMatchObject([
      { kind: 'cut-tail', last: 0 },
    ]);
    const other = [lines[0]?.replace('main', 'other') as string];
    expect((await check(other, { checkpoints })).problems).toMatchObject([
      { chain: 'main', kind: 'cut-tail', last: 0 },
    ]);
  });

  test('can be the header', async () => {
    expect((await check(lines.slice(header))).problems).toMatchObject([{ kind: 'misplaced', line: 1 }]);
    expect((await check([])).chains).toEqual([]);
  });
});

describe('entries in the wrong place', () => {
  test('two that were swapped are named', async () => {
    const swapped = lines.with(at(7), lines[at(8)] as string).with(at(8), lines[at(7)] as string);
    expect((await check(swapped)).problems).toEqual([
      { chain: 'main', line: at(8) + 1, kind: 'reordered', seq: 7, after: 8 },
    ]);
  });

  test('one that was moved to the end is named', async () => {
    const moved = [...lines.toSpliced(at(4), 1), lines[at(4)] as string];
    expect((await check(moved)).problems).toMatchObject([{ kind: 'reordered', seq: 4, after: 20 }]);
  });

  test('one that was copied is named', async () => {
    const copied = lines.toSpliced(at(9), 0, lines[at(5)] as string);
    expect((await check(copied)).problems).toMatchObject([{ kind: 'inserted', seq: 5, line: at(9) + 1 }]);
  });

  test.each([
    ['before', 6],
    ['after', 7],
  ])('a forged one %s the genuine entry of its number is named, not the genuine one', async (_, place) => {
    const forged = rehashed({ ...entry(6), body: 'forged' });
    const report = await check(lines.toSpliced(at(place), 0, lineOf(forged)));
    expect(report.problems).toContainEqual(expect.objectContaining({ kind: 'inserted', seq: 6, hash: forged.hash }));
    expect(report.problems).not.toContainEqual(expect.objectContaining({ hash: entry(6).hash }));
  });

  test('a forged one is named when the rest was renumbered', async () => {
    const forged = rehashed({ ...entry(6), body: 'forged' });
    const rest = entries.slice(5).map((one) => lineOf({ ...one, seq: one.seq + 1 }));
    const report = await check([...lines.slice(0, at(6)), lineOf(forged), ...rest]);
    expect(report.problems).toContainEqual(expect.objectContaining({ kind: 'inserted', seq: 6, hash: forged.hash }));
  });

  test('one of another chain is named', async () => {
    const foreign = rehashed({ ...entry(6), chain: 'other' });
    const report = await check(lines.toSpliced(at(7), 0, lineOf(foreign)));
    expect(report.problems).toMatchObject([{ kind: 'misplaced', line: at(7) + 1 }]);
  });
});

describe('forged history', () => {
  test('an entry that was rewritten and rehashed no longer fits the next one', async () => {
    const forged = rehashed({ ...entry(6), body: 'forged' });
    const report = await check(withLine(6, lineOf(forged)));
    expect(report.problems).toContainEqual({
      chain: 'main',
      line: at(7) + 1,
      kind: 'wrong-previous',
      seq: 7,
      expected: forged.hash,
      found: entry(6).hash,
    });
  });

  test('a tail that was rewritten consistently contradicts the checkpoint', async () => {
    const forged = rewrittenFrom(6);
    const report = await check([...lines.slice(0, at(6)), ...forged.map(lineOf)]);
    expect(report.problems.map(({ kind }) => kind)).toEqual(['head-mismatch', 'head-mismatch']);
    expect(report.problems[0]).toMatchObject({ seq: 10, expected: entry(10).hash });
  });

  test('a tail that was rewritten and signed with another key is named when the key is pinned', async () => {
    const forged = rewrittenFrom(6);
    const thief = signerFromPem(generateKeyPem());
    const checkpoint = await signCheckpoint(forged.at(-1) as Entry, '2026-01-03T00:00:00.000Z', thief);
    const { v, kind, chain, seq, hash, at: when, publicKey, signature } = checkpoint;
    const signed = JSON.stringify({ at: when, chain, hash, kind, publicKey, seq, signature, v });
    const file = [lines[0] as string, signed, ...lines.slice(header, at(6)), ...forged.map(lineOf)];
    expect((await check(file)).valid).toBe(true);
    expect((await check(file, { publicKey: signer.publicKey })).problems).toMatchObject([
      { kind: 'foreign-key', seq: 20, publicKey: thief.publicKey },
    ]);
    expect((await check(file, { checkpoints: checkpoints.slice(1) })).problems).toMatchObject([
      { kind: 'head-mismatch' },
    ]);
  });

  test.each([
    ['time', (line: string) => line.replace('2026-01-02', '2026-01-01')],
    ['number', (line: string) => line.replace('"seq":10', '"seq":11')],
    ['hash', (line: string) => line.replace(/"hash":"./, '"hash":"0')],
    ['signature', (line: string) => line.replace(/"signature":"..../, '"signature":"AAAA')],
  ])('a checkpoint whose %s was changed has a bad signature', async (_, change) => {
    const changed = change(lines[1] as string);
    expect((await check(lines.with(1, changed))).problems).toMatchObject([{ kind: 'bad-signature', line: 2 }]);
  });

  test('a damaged checkpoint line is named and no entry is blamed', async () => {
    const report = await check(lines.with(1, (lines[1] as string).replace('"seq":10', '"seq":"x"')));
    expect(report.problems).toMatchObject([{ kind: 'malformed', line: 2 }]);
  });
});

describe('an export of one stream', () => {
  const stream = (): string[] => {
    const own = entries.filter((one) => one.stream === 'trace-1').map(lineOf);
    return ['{"chain":"main","kind":"export","stream":"trace-1","v":1}', ...own];
  };

  test('is valid on its own', async () => {
    expect(await check(stream())).toMatchObject({ valid: true, chains: [{ stream: 'trace-1', entries: 7 }] });
  });

  test('with a removed entry has a gap in the stream', async () => {
    expect((await check(stream().toSpliced(3, 1))).problems).toMatchObject([{ kind: 'gap', from: 3, to: 3 }]);
  });

  test('with an entry of another stream is not valid', async () => {
    const report = await check(stream().toSpliced(3, 0, lines[at(3)] as string));
    expect(report.problems).toMatchObject([{ kind: 'misplaced' }]);
  });
});

test('times that go back are a warning, for a clock proves nothing', async () => {
  const first = rehashed({ ...entry(1), at: '2030-01-01T00:00:00.000Z' });
  const second = rehashed({ ...entry(2), previous: first.hash });
  const report = await check([lines[0] as string, lineOf(first), lineOf(second)]);
  expect(report).toMatchObject({ valid: true });
  expect(report.warnings).toContainEqual({ kind: 'time-went-back', chain: 'main', seq: 2 });
});

test('a flood of problems is counted, not listed', async () => {
  const all = entries.map((one) => lineOf({ ...one, body: 'changed' }));
  const report = await check([lines[0] as string, ...all], { maxProblems: 5 });
  expect(report).toMatchObject({ valid: false, moreProblems: 15 });
  expect(report.problems).toHaveLength(5);
});

function rewrittenFrom(first: number): Entry[] {
  const forged: Entry[] = [];
  const heads = new Map(entries.slice(0, first - 1).map((one) => [one.stream, one.hash]));
  let previous = first === 1 ? genesisHash : entry(first - 1).hash;
  for (const one of entries.slice(first - 1)) {
    const streamPrevious = heads.get(one.stream) ?? genesisHash;
    const next = rehashed({ ...one, body: 'rewritten', previous, streamPrevious });
    heads.set(next.stream, next.hash);
    previous = next.hash;
    forged.push(next);
  }
  return forged;
}
