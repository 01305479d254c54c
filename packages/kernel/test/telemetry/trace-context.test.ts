import { describe, expect, test } from 'vitest';
import { traceContextFrom, traceHeaders } from '../../src/telemetry/trace-context.js';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';
const given = `00-${trace}-${span}-01`;

/** The rules are those of W3C Trace Context, sections 3.2 and 3.3. */
describe('a trace context', () => {
  test('is read, and written as it came', () => {
    const context = traceContextFrom({ traceparent: given, tracestate: 'rojo=1,congo=2' });
    expect(context).toEqual({ traceId: trace, spanId: span, sampled: true, state: 'rojo=1,congo=2' });
    expect(context && traceHeaders(context)).toEqual({ traceparent: given, tracestate: 'rojo=1,congo=2' });
  });

  test.each([
    ['a later version with more in it', `cc-${trace}-${span}-00-what-the-future-brings`, false],
    ['flags of the future', `00-${trace}-${span}-ff`, true],
  ])('takes %s', (_, traceparent, sampled) => {
    expect(traceContextFrom({ traceparent })).toEqual({ traceId: trace, spanId: span, sampled });
  });

  test.each([
    ['nothing', undefined],
    ['a list', [given]],
    ['capital letters', given.toUpperCase()],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${span}-01`],
    ['a span of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
    ['the version that is forbidden', `ff-${trace}-${span}-01`],
    ['more than version 00 has', `${given}-more`],
    ['a line break', `${given}\n`],
    ['a megabyte', `cc-${trace}-${span}-00-${'x'.repeat(1_000_000)}`],
  ])('ignores %s', (_, traceparent) => {
    expect(traceContextFrom({ traceparent })).toBeUndefined();
  });

  test.each([['x'.repeat(513)], ['a=1\r\nset-cookie: b'], [7]])('leaves out a state like %j', (tracestate) => {
    expect(traceContextFrom({ traceparent: given, tracestate })).not.toHaveProperty('state');
  });
});
