/** What travels between machines: exact both ways, and refused when it is anything else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode } from '../../src/distribution/wire/decode.js';
import { encode } from '../../src/distribution/wire/encode.js';
import { envelope, letterOf, partsOf } from '../../src/distribution/wire/envelope.js';
import { read, work } from '../../src/distribution/wire/messages.js';
import { connectionOptions, shownAddress } from '../../src/distribution/wire/server-settings.js';

const plain = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, undefined, true, false),
    fc.double(),
    fc.string({ unit: 'binary' }),
    fc.float64Array(),
    fc.int32Array(),
    fc.uint8Array(),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
})).value;

test('every plain value comes back as it was, to the last bit', () => {
  fc.assert(
    fc.property(plain, (value) => {
      expect(decode(encode(value))).toStrictEqual(value);
    }),
  );
});

test('numbers that equal others but have bits of their own keep them', () => {
  const values = [-0, Number.NaN, 5e-324, 0.1 + 0.2, Number.NEGATIVE_INFINITY];
  const back = decode(encode(values)) as number[];
  expect(back.map((value, k) => Object.is(value, values[k]))).toEqual(values.map(() => true));
});

test('what is shared stays shared, and maps and sets stay what they are', () => {
  const one = { states: Float64Array.of(1, 2) };
  const back = decode(encode({ a: one, b: one, map: new Map([[1, one]]), set: new Set(['x']) })) as Record<
    string,
    unknown
  >;
  expect(back.a).toBe(back.b);
  expect(back.map).toEqual(new Map([[1, one]]));
  expect(back.set).toEqual(new Set(['x']));
});

test('equal values give equal bytes, from which a study has its name', () => {
  const made = () => ({ stages: [{ order: Int32Array.of(2, 0, 1), cost: 1.5 }], name: 'study' });
  expect(encode(made())).toEqual(encode(made()));
});

test('bytes that nobody encoded are refused and nothing else happens', () => {
  const whole = encode({ session: 'a', tasks: [Float64Array.of(1, 2, 3)], text: 'water' });
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.nat(whole.length - 1),
      fc.integer({ min: 1, max: 255 }),
      (junk, at, by) => {
        const damaged = Uint8Array.from(whole);
        damaged[at] = (damaged[at]! + by) % 256;
        for (const bytes of [junk, whole.subarray(0, at), damaged]) {
          try {
            decode(bytes);
          } catch (error) {
            expect(error).toMatchObject({ kind: 'MpiError' });
          }
        }
      },
    ),
  );
  expect(() => decode(encode(Object.fromEntries([['constructor', 1]])))).not.toThrow();
  const evil = encode(JSON.parse('{"__proto__":{"isAdmin":true}}'));
  expect(() => decode(evil)).toThrow(/not what cobre sends/);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('a message that misses something is refused with the place', () => {
  expect(() => read(work, encode({ session: 'a', epoch: 0, memory: [], needs: [] }))).toThrow(/tasks/);
  const task = { type: 'backward', iteration: 1, receiver: 0, state: [1, 2], publishes: false };
  expect(() => read(work, encode({ session: 'a', epoch: 0, memory: [], needs: [], tasks: [task] }))).toThrow(/state/);
});

test('letters are cut into parts that fit and put together again', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, k) => k % 251);
  const parts = partsOf(bytes, 300);
  expect(parts.map(({ length }) => length)).toEqual([300, 300, 300, 100]);
  const sent = parts.map((body, part) => envelope({ type: 'part', id: 7n, part, parts: parts.length, body }));
  const taken = sent.map((letter) => letterOf(letter));
  expect(Buffer.concat(taken.map(({ body }) => body))).toEqual(Buffer.from(bytes));
  expect(() => letterOf(Uint8Array.of(1, 2, 3))).toThrow();
});

test.each([
  ['nats://host:4222', { servers: ['host:4222'] }],
  ['host', { servers: ['host:4222'] }],
  ['nats://me:p%40ss@host', { servers: ['host:4222'], user: 'me', pass: 'p@ss' }],
  ['nats://secret@host:1', { servers: ['host:1'], token: 'secret' }],
  ['tls://a:1,tls://b:2', { servers: ['a:1', 'b:2'], tls: {} }],
])('the address %s is understood', async (url, expected) => {
  expect(await connectionOptions({ url, prefix: 'cobre' })).toMatchObject(expected);
});

test('an address is shown without what lets one in', () => {
  expect(shownAddress('nats://me:secret@host:4222,tls://token@other')).toBe('nats://host:4222,tls://other');
});

test('what is no address of a NATS server is refused', async () => {
  await expect(connectionOptions({ url: 'https://host', prefix: 'cobre' })).rejects.toMatchObject({
    kind: 'InvalidArguments',
  });
});
