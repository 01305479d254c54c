import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestIdAtEdges } from '../../src/client/link/json-rpc.js';
import { LineSplitter } from '../../src/client/stdio/line-splitter.js';

function split(chunks: Buffer[], maxBytes = 1_000): { lines: string[]; refused: string[] } {
  const lines: string[] = [];
  const refused: string[] = [];
  const sink = {
    line: (text: string) => lines.push(text),
    refused: ({ excess }: { excess: { bound: string } }) => refused.push(excess.bound),
  };
  const splitter = new LineSplitter(sink, maxBytes);
  for (const chunk of chunks) splitter.push(chunk);
  return { lines, refused };
}

test('lines are the same however the bytes are cut', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\n')));
  fc.assert(
    fc.property(texts, fc.array(fc.nat({ max: 200 })), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
      const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
      expect(split(chunks).lines).toEqual(lines);
    }),
  );
});

test('a line over the limit is skipped and the next one read', () => {
  const long = 'x'.repeat(30);
  const chunks = [`a\n${long}`, `${long}`, `${long}\nb\n`].map((text) => Buffer.from(text));
  expect(split(chunks, 50)).toEqual({ lines: ['a', 'b'], refused: ['bytes'] });
});

test.each([
  ['at the head', '{"jsonrpc":"2.0","id":17,"result":{"x":"', 17],
  ['at the head, without the version', '{"id":"a-1","result":{', 'a-1'],
  ['at the tail', '"}]},"jsonrpc":"2.0","id":9}', 9],
  ['at the tail, before the version', '"}]},"id":9,"jsonrpc":"2.0"}', 9],
  ['nowhere', '"}]}}', undefined],
])('the request of a skipped line is found %s', (_, edge, id) => {
  expect(requestIdAtEdges({ head: edge, tail: edge })).toBe(id);
});
