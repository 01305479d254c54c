import { Fault } from '@quadrivium/kernel/fault';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, type JsonValue } from '../../src/format/canonical-json.js';

/**
 * Expected texts were derived by hand from the rules of RFC 8785: section 3.2.2 for literals and strings, ECMAScript's
 * Number::toString for numbers, section 3.2.3 (UTF-16 code units) for the order of members.
 */
describe('canonical JSON', () => {
  test.each<[string, JsonValue, string]>([
    ['null', null, 'null'],
    ['truth', [true, false], '[true,false]'],
    ['nothing between tokens', { a: [1, 2, { b: null }] }, '{"a":[1,2,{"b":null}]}'],
    ['an empty object and an empty list', [{}, []], '[{},[]]'],
    [
      'members in order of their names',
      { b: 1, a: 2, B: 3, '': 4, '10': 5, '9': 6 },
      '{"":4,"10":5,"9":6,"B":3,"a":2,"b":1}',
    ],
    [
      // U+1F600 begins with the unit D83D, which is below FB33; by code point it would come last.
      'members ordered by UTF-16 units, not by code points',
      { '\ufb33': 1, '\u{1f600}': 2, '\u20ac': 3, '\u00f6': 4, '\r': 5, '\u0080': 6 },
      '{"\\r":5,"\u0080":6,"\u00f6":4,"\u20ac":3,"\u{1f600}":2,"\ufb33":1}',
    ],
    ['a member set to undefined left out', { a: undefined, b: 1 }, '{"b":1}'],
    [
      'a member named __proto__ like any other',
      JSON.parse('{"__proto__":1,"a":2}') as JsonValue,
      '{"__proto__":1,"a":2}',
    ],
  ])('writes %s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test.each<[number, string]>([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-1.5, '-1.5'],
    [100, '100'],
    [1e20, '100000000000000000000'],
    [1e21, '1e+21'],
    [123456789012345680000, '123456789012345680000'],
    [0.000001, '0.000001'],
    [0.0000001, '1e-7'],
    [0.1 + 0.2, '0.30000000000000004'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [2 ** 53, '9007199254740992'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [4.5, '4.5'],
    [2e-3, '0.002'],
  ])('writes the number %d as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test.each<[string, string]>([
    ['"\\', '"\\"\\\\"'],
    ['/', '"/"'],
    ['\b\t\n\f\r', '"\\b\\t\\n\\f\\r"'],
    ['\u0000\u000f\u001f', '"\\u0000\\u000f\\u001f"'],
    ['\u007f\u2028\u2029', '"\u007f\u2028\u2029"'],
    ['€$\u000f\nA\'B"', '"€$\\u000f\\nA\'B\\""'],
    ['é', '"é"'],
    ['e\u0301', '"e\u0301"'],
    ['\u{1f600}', '"\u{1f600}"'],
  ])('writes the text %j as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test.each<[string, unknown, string]>([
    ['not a number', { a: [Number.NaN] }, '/a/0'],
    ['infinity', Number.POSITIVE_INFINITY, '/'],
    ['half a surrogate pair', { x: 'a\ud800b' }, '/x'],
    ['half a surrogate pair in a name', { '\udc00': 1 }, '/\udc00'],
    ['undefined in a list', [undefined], '/0'],
    ['a function', { f: () => 1 }, '/f'],
    ['a bigint', 1n, '/'],
    ['a date', { at: new Date(0) }, '/at'],
    ['a map', new Map(), '/'],
  ])('refuses %s and says where', (_, value, path) => {
    const refusal = expectFault(() => canonicalJson(value as JsonValue));
    expect(refusal).toMatchObject({ kind: 'NotCanonical', context: { path } });
  });

  test('refuses nesting that would endanger a reader', () => {
    let value: JsonValue = 1;
    for (let i = 0; i < 100_000; i++) value = [value];
    expect(expectFault(() => canonicalJson(value)).kind).toBe('NotCanonical');
  });

  test('keeps the value, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
      }),
    );
  });

  test('does not depend on the order in which members were set', () => {
    const members = fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme' }), fc.integer()), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(members, (entries) => {
        const forward = canonicalJson(Object.fromEntries(entries));
        expect(canonicalJson(Object.fromEntries([...entries].reverse()))).toBe(forward);
      }),
    );
  });

  test('is a fixed point: reading it and writing it again changes nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(JSON.parse(JSON.stringify(value)) as JsonValue);
        expect(canonicalJson(JSON.parse(text) as JsonValue)).toBe(text);
      }),
    );
  });
});

function expectFault(action: () => unknown): Fault {
  try {
    action();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
