import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patternSteps, stepsFor } from '../../src/untrusted/schema/pattern-steps.js';
import { schemaCheck } from '../../src/untrusted/schema/schema-check.js';
import { schemaCost } from '../../src/untrusted/schema/schema-cost.js';

/** Degrees by hand: how many choices of an end a text of one letter leaves. */
test.each([
  ['^[a-z]{3}$', 0],
  ['^[a-z0-9-]+$', 1],
  ['^[^@]+@[^@]+\\.[a-z]{2,}$', 3],
  ['^(-[0-9a-f]{2})+$', 1],
  ['^(?:Z|[+-]\\d\\d(?::\\d\\d)?)$', 0],
  ['^\\u{61}+\\p{L}*$', 2],
  ['^(a+)+$', Number.POSITIVE_INFINITY],
  ['^(a|aa)+$', Number.POSITIVE_INFINITY],
  ['^(a?){40}$', 0],
  ['^(a+){3}$', 3],
  ['(.)\\1', Number.POSITIVE_INFINITY],
])('the pattern %s has the degree %d', (pattern, degree) => {
  expect(patternSteps(pattern).degree).toBe(degree);
});

test('choices without an end count too', () => {
  // Forty times one of two: two to the fortieth, though nothing repeats without end.
  expect(stepsFor(patternSteps('^(a?){40}a{40}$'), 40)).toBeGreaterThan(2 ** 40);
});

test.each([
  ['a tree of references counts with every branch', tree(16), 2 ** 16],
  ['a schema that refers to itself has no end', { properties: { a: { $ref: '#' } } }, Number.POSITIVE_INFINITY],
])('%s', (_, schema, least) => {
  expect(schemaCost(schema).members).toBeGreaterThanOrEqual(least);
});

function tree(levels: number): Record<string, unknown> {
  const two = (next: number) => ({ anyOf: [{ $ref: `#/$defs/d${next}` }, { $ref: `#/$defs/d${next}` }] });
  const defs = Array.from({ length: levels }, (_, i) => [`d${i}`, two(i + 1)]);
  return { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(defs), [`d${levels}`]: { type: 'string' } } };
}

test('a value has only the properties it was sent with', async () => {
  const check = schemaCheck({
    type: 'object',
    properties: { constructor: { type: 'string' } },
    required: ['toString'],
  });
  expect((await check({})).misfits).toMatchObject([{ keyword: 'required' }]);
  expect((await check({ toString: 1, constructor: 'x' })).misfits).toEqual([]);
});

test.each([
  ['a type that is none', { type: 'banana' }],
  ['a pattern that is none', { pattern: '(' }],
  ['required fields that are no list', { type: 'object', required: 'x' }],
  ['a reference to nowhere', { $ref: 'https://127.0.0.1/schema' }],
])('a schema with %s cannot be used', async (_, schema) => {
  expect((await schemaCheck(schema)({})).unusable).toEqual(expect.any(String));
});

/** What the worker decides is what is decided at once: the same value, once small enough and once not. */
test('a value that is checked in the worker gets the same verdict', { timeout: 60_000 }, async () => {
  const schema = {
    type: 'array',
    items: { type: 'object', properties: { n: { type: 'integer' } } },
    uniqueItems: true,
  };
  // 1,201 members: more than √(2,000,000 / 3), which is the most that is compared at once, and a fiftieth of what the worker has time for.
  const many = Array.from({ length: 600 }, (_, n) => ({ n }));
  const [few, worked] = [
    await schemaCheck(schema)([{ n: 1 }, { n: 1 }]),
    await schemaCheck(schema)([...many, { n: 7 }]),
  ];
  expect(few.misfits?.map(({ keyword }) => keyword)).toEqual(['uniqueItems']);
  expect(worked.misfits?.map(({ keyword }) => keyword)).toEqual(['uniqueItems']);
  expect((await schemaCheck(schema)(many)).misfits).toEqual([]);
});

test('patterns mean what they mean in JavaScript', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('^a+b?$', '[0-9]{2,3}', '^\\p{L}+$', 'x|y'),
      fc.string({ maxLength: 30 }),
      async (pattern, text) => {
        const { misfits } = await schemaCheck({ pattern })(text);
        expect(misfits?.length === 0).toBe(new RegExp(pattern, 'u').test(text));
      },
    ),
  );
});
