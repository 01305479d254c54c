import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type Entry,
  exportLines,
  generateKeyPem,
  genesisHash,
  type LedgerStore,
  nodeCrypto,
  signerFromPem,
  verifyLines,
} from '../../src/index.js';
import { draft, drafts } from '../drafts.js';

/** What every store must do. `makeStore` gives a fresh, empty one. */
export function ledgerStoreContract<Tx>(name: string, makeStore: () => Promise<LedgerStore<Tx>>): void {
  describe(`${name} keeps the ledger store's contract`, () => {
    async function open(): Promise<LedgerStore<Tx>> {
      const store = await makeStore();
      onTestFinished(() => store.close());
      return store;
    }

    test('an empty chain has head 0 and no entries', async () => {
      const store = await open();
      expect(await store.head()).toEqual({ chain: 'main', seq: 0, hash: genesisHash });
      expect(await collect(store.entries())).toEqual([]);
      expect(await store.chains()).toEqual([]);
    });

    test('an entry comes back as it was appended, in its place', async () => {
      const store = await open();
      const body = { text: 'ümläut \u{1f600} "quoted"\n', list: [1, 2.5, -0, 1e21], nested: { b: null, a: true } };
      const actor = { kind: 'agent', id: 'agent-7', onBehalfOf: 'alice' } as const;
      const [entry] = await store.append([draft({ body, actor, at: '2026-01-01T00:00:00Z' })]);
      expect(entry).toMatchObject({
        seq: 1,
        streamIndex: 1,
        previous: genesisHash,
        streamPrevious: genesisHash,
        actor,
      });
      const [read] = await collect(store.entries());
      expect(read).toEqual({ ...entry, body: { ...body, list: [1, 2.5, 0, 1e21] } });
    });

    test('entries are numbered without gaps in their chain and in their stream, and linked in both', async () => {
      const store = await open();
      for (const one of drafts(10)) await store.append([one]);
      const entries = await collect(store.entries());
      expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expectLinked(entries);
    });

    test('several drafts are appended in order and all at once', async () => {
      const store = await open();
      const appended = await store.append(drafts(7));
      expect(appended.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(await store.head()).toEqual({ chain: 'main', seq: 7, hash: appended.at(-1)?.hash });
    });

    test('appending nothing changes nothing', async () => {
      const store = await open();
      expect(await store.append([])).toEqual([]);
      expect((await store.head()).seq).toBe(0);
    });

    test('appends that are not awaited one by one still give one chain', async () => {
      const store = await open();
      const appended = await Promise.all(drafts(60).map((one) => store.append([one])));
      expect(appended.flat().map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
      expectLinked(await collect(store.entries()));
    });

    test('chains in one store are independent', async () => {
      const store = await open();
      await store.append([draft({ chain: 'ws-a' }), draft({ chain: 'ws-b' }), draft({ chain: 'ws-a' })]);
      expect(await store.chains()).toEqual(['ws-a', 'ws-b']);
      expect((await store.head('ws-a')).seq).toBe(2);
      expect((await store.head('ws-b')).seq).toBe(1);
      expect((await collect(store.entries({ chain: 'ws-b' }))).map(({ seq }) => seq)).toEqual([1]);
    });

    test('a reader can ask for one stream, one type, a part and a number of entries', async () => {
      const store = await open();
      await store.append(drafts(12));
      const seqs = async (query: Parameters<typeof store.entries>[0]) =>
        (await collect(store.entries(query))).map(({ seq }) => seq);
      expect(await seqs({ stream: 'trace-1' })).toEqual([2, 5, 8, 11]);
      expect(await seqs({ stream: 'trace-1', after: 5, limit: 1 })).toEqual([8]);
      expect(await seqs({ type: 'StepStarted', limit: 2 })).toEqual([1, 3]);
      expect(await seqs({ after: 10 })).toEqual([11, 12]);
      expect(await seqs({ stream: 'no such stream' })).toEqual([]);
    });

    test('long chains are read to their end', async () => {
      const store = await open();
      await store.append(drafts(1203));
      const seqs = (await collect(store.entries())).map(({ seq }) => seq);
      expect(seqs).toEqual(Array.from({ length: 1203 }, (_, i) => i + 1));
    });

    test('a transaction that fails leaves no entry behind, and the next append takes the free number', async () => {
      const store = await open();
      await store.append([draft()]);
      const failing = store.transaction((tx) => {
        const appending = store.appendWithin(tx, drafts(2));
        return appending instanceof Promise ? appending.then(fail) : fail();
      });
      await expect(failing).rejects.toThrow('the caller changed its mind');
      expect((await store.head()).seq).toBe(1);
      expect((await store.append([draft()]))[0]?.seq).toBe(2);
      expectLinked(await collect(store.entries()));
    });

    test('a transaction that commits keeps what was appended within it', async () => {
      const store = await open();
      const [entry] = await store.transaction((tx) => store.appendWithin(tx, [draft()]));
      expect(await collect(store.entries())).toEqual([entry]);
    });

    test.each([
      ['an empty stream', { stream: '' }],
      ['an empty type', { type: '' }],
      ['a stream of a thousand characters', { stream: 'x'.repeat(1000) }],
      ['a time without a zone', { at: '2026-01-01T00:00:00' }],
      ['a time that does not exist', { at: '2026-13-41T00:00:00Z' }],
      ['an actor of an unknown kind', { actor: { kind: 'ghost' as never, id: 'x' } }],
      ['an actor without an id', { actor: { kind: 'user' as const, id: '' } }],
    ])('refuses %s and records nothing', async (_, changes) => {
      const store = await open();
      await expect(store.append([draft(), draft(changes)])).rejects.toMatchObject({ kind: 'InvalidDraft' });
      expect((await store.head()).seq).toBe(0);
    });

    test('a refused draft does not take appends of the same moment with it', async () => {
      const store = await open();
      const results = await Promise.allSettled([
        store.append([draft()]),
        store.append([draft({ body: { n: Number.NaN } })]),
        store.append([draft()]),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect((await store.head()).seq).toBe(2);
    });

    test('a body over the limit is refused with its size and the limit, one just below is kept', async () => {
      const store = await open();
      const limit = 1_048_576;
      const tooLarge = draft({ body: 'x'.repeat(limit - 1) });
      await expect(store.append([tooLarge])).rejects.toMatchObject({
        kind: 'EntryTooLarge',
        context: { bytes: limit + 1, limit },
      });
      await store.append([draft({ body: 'x'.repeat(limit - 2) }), draft({ body: '€'.repeat(300_000) })]);
      const [largest] = await collect(store.entries());
      expect(largest?.body).toHaveLength(limit - 2);
    });

    test('a checkpoint signs the present head and is kept', async () => {
      const store = await open();
      const signer = signerFromPem(generateKeyPem());
      await store.append(drafts(3));
      const head = await store.head();
      const checkpoint = await store.checkpoint({ at: '2026-01-02T00:00:00.000Z', signer });
      expect(checkpoint).toMatchObject({ ...head, publicKey: signer.publicKey });
      expect(await store.checkpoints()).toEqual([checkpoint]);
    });

    test('signing one head twice with one key keeps the first checkpoint', async () => {
      const store = await open();
      const signer = signerFromPem(generateKeyPem());
      await store.append([draft()]);
      const first = await store.checkpoint({ at: '2026-01-02T00:00:00.000Z', signer });
      expect(await store.checkpoint({ at: '2026-01-03T00:00:00.000Z', signer })).toEqual(first);
      expect(await store.checkpoints()).toHaveLength(1);
    });

    test('an empty chain cannot be signed', async () => {
      const store = await open();
      const signer = signerFromPem(generateKeyPem());
      const signing = store.checkpoint({ at: '2026-01-02T00:00:00.000Z', signer });
      await expect(signing).rejects.toMatchObject({ kind: 'EmptyChain' });
    });

    test('what is exported verifies, the whole chain and every stream of it', async () => {
      const store = await open();
      await store.append(drafts(20));
      await store.checkpoint({ at: '2026-01-02T00:00:00.000Z', signer: signerFromPem(generateKeyPem()) });
      const whole = await verifyLines(exportLines(store), { crypto: nodeCrypto });
      expect(whole).toMatchObject({ valid: true, chains: [{ entries: 20, anchoredUpTo: 20 }] });
      const stream = await verifyLines(exportLines(store, { stream: 'trace-2' }), { crypto: nodeCrypto });
      expect(stream).toMatchObject({ valid: true, chains: [{ stream: 'trace-2', entries: 6 }] });
    });

    test('any body a caller can record comes back equal and verifies', async () => {
      const store = await open();
      await fc.assert(
        fc.asyncProperty(
          fc.jsonValue(),
          fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }),
          async (value, stream) => {
            const body = JSON.parse(JSON.stringify(value));
            const [entry] = await store.append([draft({ body, stream })]);
            const [read] = await collect(store.entries({ after: (entry?.seq ?? 0) - 1 }));
            expect(JSON.stringify(read?.body)).toBe(JSON.stringify(reordered(body)));
          },
        ),
        { numRuns: 50 },
      );
      expect(await verifyLines(exportLines(store), { crypto: nodeCrypto })).toMatchObject({
        valid: true,
        problems: [],
      });
    });
  });
}

export async function collect(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

function fail(): never {
  throw new Error('the caller changed its mind');
}

/** The same value with members in the order a canonical text has; −0 reads back as 0. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reordered(member)] as const);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function expectLinked(entries: readonly Entry[]): void {
  const newest = new Map<string, Entry>();
  for (const [i, entry] of entries.entries()) {
    const before = newest.get(entry.stream);
    expect(entry.previous).toBe(entries[i - 1]?.hash ?? genesisHash);
    expect(entry.streamIndex).toBe((before?.streamIndex ?? 0) + 1);
    expect(entry.streamPrevious).toBe(before?.hash ?? genesisHash);
    newest.set(entry.stream, entry);
  }
}
