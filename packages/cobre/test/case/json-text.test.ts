import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failurePosition, parseJsonBytes } from '../../src/case/read/json-text.js';

const parse = (text: string) => parseJsonBytes(new TextEncoder().encode(text));

test.each([
  ['{"a": 1,}', 8],
  ['{"a" 1}', 5],
  ['[1, 2', 5],
  ['[1 2]', 3],
  ['{"a": "b\n"}', 6],
  ['{"a": tru}', 6],
  ['{} {}', 3],
  ['01', 0],
  ['[1}', 2],
  ['', 0],
])('%j fails at its first impossible token', (text, position) => {
  expect(failurePosition(text)).toBe(position);
});

test('a byte order mark is not part of the text', () => {
  expect(parse('\ufeff{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
});

test('any text either parses like JSON.parse or fails with a line that exists', () => {
  const mutated = fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, noise]) => {
    const cut = json.length === 0 ? 0 : at % json.length;
    return json.slice(0, cut) + noise + json.slice(cut + 1);
  });
  fc.assert(
    fc.property(mutated, (text) => {
      const parsed = parse(text);
      if (parsed.ok) return JSON.stringify(parsed.value) === JSON.stringify(JSON.parse(text.replace(/^\ufeff/, '')));
      return parsed.line !== null && parsed.line >= 1 && parsed.line <= text.split('\n').length;
    }),
  );
});
