import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bounds } from '../../src/untrusted/bounds.js';
import { EventGauge } from '../../src/untrusted/json/event-gauge.js';
import { JsonGauge } from '../../src/untrusted/json/json-gauge.js';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** The same bytes, cut anywhere. */
function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return at.slice(1).map((end, i) => bytes.subarray(at[i], end));
}

/** Raises the depth of a value to just around the bound. */
function buried(value: unknown, levels: number): unknown {
  return Array.from({ length: levels }).reduce((inner: unknown) => [inner, 'a "quoted" \\ text'], value);
}

const values = fc.jsonValue({ maxDepth: 5 });
const cuts = fc.array(fc.nat({ max: 5_000 }), { maxLength: 20 });

test('tells how deep JSON nests, whatever its texts hold and however it is cut', () => {
  fc.assert(
    fc.property(
      values,
      fc.integer({ min: bounds.message.depth - 6, max: bounds.message.depth + 2 }),
      cuts,
      (value, levels, at) => {
        const deep = buried(value, levels);
        const gauge = new JsonGauge();
        const excess = pieces(Buffer.from(JSON.stringify(deep)), at).find((piece) => gauge.push(piece) !== undefined);
        expect(excess !== undefined).toBe(depthOf(deep) > bounds.message.depth);
      },
    ),
  );
});

const tooDeep = '['.repeat(bounds.message.depth + 1);
const justDeep = '['.repeat(bounds.message.depth);

test.each([
  ['is measured in the data', `data: ${tooDeep}\n\n`, 'depth'],
  ['may nest to the bound', `data: ${justDeep}\n\ndata: ${justDeep}\n\n`, undefined],
  ['is not what stands in other fields', `id: ${tooDeep}\nnote: ${tooDeep}\n: ${tooDeep}\n\n`, undefined],
  ['cannot hide behind a quote in another field', `dat"\n: "\nid: "\ndata: ${tooDeep}\n\n`, 'depth'],
  ['goes over several lines', `data: ${justDeep}\r\ndata: [\r\n\r\n`, 'depth'],
  ['begins anew after an empty line', `data: "\r\rdata: ${justDeep}\r\r`, undefined],
  ['may not be longer than a message', `data: ${'x'.repeat(1_000)}`, 'bytes'],
  ['may not hide its length in a comment without end', `:${'x'.repeat(1_000)}`, 'bytes'],
  ['may come after any number of comments', `${': x\n'.repeat(1_000)}data: 1\n\n`, undefined],
])('an event %s', (_, text, bound) => {
  for (const size of [1, 7, text.length]) {
    const gauge = new EventGauge(900);
    const bytes = Buffer.from(text);
    let found: string | undefined;
    for (let at = 0; at < bytes.length; at += size) found ??= gauge.push(bytes.subarray(at, at + size))?.bound;
    expect(found).toBe(bound);
  }
});
