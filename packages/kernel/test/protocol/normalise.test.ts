import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampledCount } from '../../../../test/support/sampling.js';
import { type Inbound, normaliseText, normaliseValue } from '../../src/protocol/normalise.js';

const rules = { strictProtocol: false, maxDepth: 32 };

function answerOf(inbound: Inbound): { id: unknown; code: number } | undefined {
  return inbound.kind === 'answer' ? { id: inbound.response.id, code: inbound.response.error.code } : undefined;
}

describe('malformed messages', () => {
  test.each([
    ['not JSON', 'garbage', null, -32700],
    ['half a message', '{"jsonrpc":"2.0","id":1,', null, -32700],
    ['a string', '"hello"', null, -32600],
    ['a number', '7', null, -32600],
    ['null', 'null', null, -32600],
    ['an empty batch', '[]', null, -32600],
    ['no jsonrpc', '{"id":1,"method":"ping"}', 1, -32600],
    ['another jsonrpc', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 1, -32600],
    ['a method that is no string', '{"jsonrpc":"2.0","id":"a","method":5}', 'a', -32600],
    ['neither method nor result', '{"jsonrpc":"2.0","id":4}', 4, -32600],
    ['id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
    ['a fractional id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null, -32600],
    ['an object id', '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
    ['params that are an array', '{"jsonrpc":"2.0","id":9,"method":"ping","params":[]}', 9, -32602],
    ['params that are a number', '{"jsonrpc":"2.0","id":9,"method":"ping","params":3}', 9, -32602],
    ['_meta that is a string', '{"jsonrpc":"2.0","id":9,"method":"ping","params":{"_meta":"x"}}', 9, -32602],
    [
      'a boolean progress token',
      '{"jsonrpc":"2.0","id":9,"method":"x","params":{"_meta":{"progressToken":true}}}',
      9,
      -32602,
    ],
  ])('%s is answered', (_, text, id, code) => {
    expect(answerOf(normaliseText(text, rules))).toEqual({ id, code });
  });

  test.each([
    ['a notification with broken params', '{"jsonrpc":"2.0","method":"notifications/x","params":5}'],
    ['a response without an id', '{"jsonrpc":"2.0","result":{}}'],
    ['a response whose error is no object', '{"jsonrpc":"2.0","id":1,"error":"no"}'],
  ])('%s is never answered', (_, text) => {
    expect(normaliseText(text, rules).kind).toBe('drop');
  });

  test('nesting beyond the limit is refused before anything walks it', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(answerOf(normaliseText(deep, rules))).toEqual({ id: null, code: -32600 });
    const request = `{"jsonrpc":"2.0","id":3,"method":"x","params":{"a":${'['.repeat(40)}${']'.repeat(40)}}}`;
    expect(answerOf(normaliseText(request, rules))).toEqual({ id: 3, code: -32600 });
  });
});

describe('what passes', () => {
  test('unknown top-level keys are left behind, because the SDK would drop the whole message for them', () => {
    const inbound = normaliseValue({ jsonrpc: '2.0', id: 1, method: 'ping', extra: true, params: { a: 1 } }, rules);
    expect(inbound).toEqual({
      kind: 'deliver',
      message: { jsonrpc: '2.0', id: 1, method: 'ping', params: { a: 1 } },
    });
  });

  test('prompt arguments become text whatever they were', () => {
    const args = { dirs: ['/a', '/b'], n: 3, text: 'x', none: null };
    const inbound = normaliseValue(
      { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'p', arguments: args } },
      rules,
    );
    expect(inbound).toMatchObject({ message: { params: { arguments: { dirs: '["/a","/b"]', n: '3', text: 'x' } } } });
  });

  test('whatever is delivered, the SDK accepts, and whatever is JSON never throws', () => {
    const key = fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'result', 'error', 'extra');
    const value = fc.oneof(
      fc.constantFrom<unknown>('2.0', 'ping', 'initialize', 'prompts/get', 'tools/call', null, true, 1.5, -1, {}, []),
      fc.integer(),
      fc.jsonValue(),
      fc.record({ _meta: fc.jsonValue(), arguments: fc.jsonValue() }, { requiredKeys: [] }),
      fc.record({ code: fc.jsonValue(), message: fc.jsonValue() }, { requiredKeys: [] }),
    );
    const message = fc.dictionary(key, value).map((entries) => ({ jsonrpc: '2.0', ...entries }));
    fc.assert(
      fc.property(fc.oneof(message, fc.array(message), fc.jsonValue()), (candidate) => {
        const inbound = normaliseValue(candidate, rules);
        const entries = inbound.kind === 'batch' ? inbound.entries : [inbound];
        for (const entry of entries) {
          if (entry.kind !== 'deliver') continue;
          const known = [isJSONRPCRequest, isJSONRPCNotification, isJSONRPCResponse].some((fits) =>
            fits(entry.message),
          );
          expect(known, JSON.stringify(entry.message)).toBe(true);
        }
      }),
      { numRuns: sampledCount('messages of any form', 2000, 400) },
    );
  });
});

describe('batches', () => {
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });

  test.each([[undefined], ['2024-11-05'], ['2025-03-26']])('are split under revision %s', (revision) => {
    const inbound = normaliseValue([ping(1), 5, { jsonrpc: '2.0', method: 'notifications/x' }], rules, revision);
    expect(inbound.kind === 'batch' && inbound.entries.map(({ kind }) => kind)).toEqual([
      'deliver',
      'answer',
      'deliver',
    ]);
  });

  test.each([['2025-06-18'], ['2025-11-25'], ['2026-07-28']])('are refused under revision %s', (revision) => {
    expect(answerOf(normaliseValue([ping(1)], rules, revision))).toEqual({ id: null, code: -32600 });
  });

  test('of more than a thousand messages are refused', () => {
    const many = Array.from({ length: 1001 }, (_, id) => ping(id));
    expect(answerOf(normaliseValue(many, rules))).toEqual({ id: null, code: -32600 });
    expect(normaliseValue(many.slice(1), rules).kind).toBe('batch');
  });

  test('a repeated id and a handshake inside a batch are refused one by one', () => {
    const handshake = { jsonrpc: '2.0', id: 2, method: 'initialize', params: {} };
    const inbound = normaliseValue([ping(1), ping(1), handshake], rules);
    expect(inbound.kind === 'batch' && inbound.entries.map(({ kind }) => kind)).toEqual([
      'deliver',
      'answer',
      'answer',
    ]);
  });
});

describe('initialize', () => {
  const initialize = (params: unknown, strictProtocol = false) =>
    normaliseValue({ jsonrpc: '2.0', id: 1, method: 'initialize', params }, { ...rules, strictProtocol });

  test('with empty or missing parameters means the oldest revision', () => {
    for (const params of [{}, undefined]) {
      expect(initialize(params)).toMatchObject({
        message: { params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'unknown' } } },
      });
    }
  });

  test('with nonsense for capabilities and client info is still understood', () => {
    expect(initialize({ protocolVersion: '2025-06-18', capabilities: 3, clientInfo: 'me' })).toMatchObject({
      kind: 'deliver',
      message: { params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { version: '0' } } },
    });
  });

  test.each([['1.0.0'], ['2024-10-07'], ['2023-01-01'], ['latest'], [7], [null]])(
    'refuses %s with the list of what is supported',
    (protocolVersion) => {
      const params = protocolVersion === null ? { protocolVersion: [] } : { protocolVersion };
      expect(initialize(params)).toMatchObject({
        kind: 'answer',
        response: {
          id: 1,
          error: {
            code: -32602,
            message: 'Unsupported protocol version',
            data: { supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] },
          },
        },
      });
    },
  );

  test('leaves newer revisions to the counter-offer, unless the operator is strict', () => {
    for (const protocolVersion of ['2027-01-01', '2026-07-28', '2025-09-09']) {
      expect(initialize({ protocolVersion }).kind).toBe('deliver');
      expect(initialize({ protocolVersion }, true).kind).toBe('answer');
    }
    expect(initialize({ protocolVersion: '2025-03-26' }, true).kind).toBe('deliver');
  });
});
