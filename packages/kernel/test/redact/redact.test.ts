import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Redactor, redact, redactText } from '../../src/redact/index.js';

const pem = '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIr\n-----END EC PRIVATE KEY-----';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

describe('by name', () => {
  test.each([
    'authorization',
    'Authorization',
    'proxy-authorization',
    'Cookie',
    'set-cookie',
    'token',
    'password',
    'db_password',
    'DB.Password',
    'client_secret',
    'clientSecret',
    'api_key',
    'apiKey',
    'x-api-key',
    'access_token',
    'refreshToken',
    'private_key',
    'aws_secret_access_key',
    'passphrase',
    'credentials',
  ])('%s', (name) => {
    expect(redact({ keep: 'me', [name]: 'hunter2' })).toEqual({ keep: 'me', [name]: '[redacted]' });
    expect(redact({ [name]: ['hunter2', 'hunter3'] })).toEqual({ [name]: ['[redacted]', '[redacted]'] });
  });

  test.each([
    'progressToken',
    'tokens',
    'token_count',
    'nextPageToken',
    'secretary',
    'author',
    'keyboard',
    'session_id',
  ])('%s is an ordinary name', (name) => {
    expect(redact({ [name]: 'hunter2' })).toEqual({ [name]: 'hunter2' });
  });

  test('a schema that describes a password stays readable', () => {
    const schema = { properties: { password: { type: 'string', minLength: 8 } }, required: ['password'] };
    expect(redact(schema)).toBe(schema);
  });
});

describe('by shape', () => {
  test.each([
    ['a bearer header', 'sent Authorization: Bearer abc.def-123456', 'abc.def'],
    ['a basic header', 'Basic dXNlcjpwYXNzd29yZA==', 'dXNlcjp'],
    ['a model provider key', 'key sk-proj-abcdefghijklmnop1234 was refused', 'abcdefgh'],
    ['a JWT', `got ${jwt}.`, 'dozjgNry'],
    ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE', 'IOSFODNN'],
    ['a GitHub token', 'ghp_0123456789abcdefghijABCDEFGHIJ', '0123456789'],
    ['a Slack token', 'xoxb-1234567890-abcdef', '1234567890'],
    ['a private key', `key:\n${pem}\nend`, 'MHcCAQEE'],
    ['a private key that is cut off', pem.slice(0, 45), 'MHcCAQEE'],
    ['a URL password', 'postgres://app:hunter2@db.example/x', 'hunter2'],
    ['JSON inside text', '{"user":"a","password":"hunter2"}', 'hunter2'],
    ['JSON inside JSON', JSON.stringify({ text: '{"api_key":"hunter2"}' }), 'hunter2'],
    ['a query', 'GET /x?access_token=hunter2&y=1', 'hunter2'],
    ['a command line', 'run --x PASSWORD=hunter2 y', 'hunter2'],
    ['one of our own API keys', 'qk_abcdefghij_0123456789012345678901234567890123456789012', '0123456789'],
  ])('%s', (_, text, secret) => {
    expect(redactText(text)).toContain('[redacted]');
    expect(redactText(text)).not.toContain(secret);
    expect(redactText(redactText(text))).toBe(redactText(text));
  });

  test.each([
    'The token budget is 100 and the password is described in the manual.',
    'http://127.0.0.1:3000/mcp and https://user@example.org/x',
    '{"stage":1,"lower_bound":72050.1,"progressToken":"abc"}',
    'task-sk-1, risk-averse, basic solution, bearer of news',
  ])('leaves ordinary text alone: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe('by registered value', () => {
  const canary = 'c4n4ry+V/alue?=x';

  test('it never leaves, plain or encoded, alone or inside longer text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const redactor = new Redactor();
        redactor.registerSecret(canary);
        const text = before + canary + after;
        const bytes = Buffer.from(text);
        for (const spelling of [
          text,
          JSON.stringify(text),
          encodeURIComponent(canary),
          new URLSearchParams({ q: canary }).toString(),
          bytes.toString('hex'),
        ]) {
          const out = redactor.redactText(spelling);
          expect(out).not.toContain(canary);
          expect(decodeURIComponent(out.replaceAll('%', '%25'))).not.toContain(encodeURIComponent(canary));
          expect(out).not.toContain(Buffer.from(canary).toString('hex'));
        }
        for (const encoding of ['base64', 'base64url'] as const) {
          const out = redactor.redactText(bytes.toString(encoding));
          expect(out).toContain('[redacted]');
          expect(Buffer.from(out.replaceAll('[redacted]', ''), encoding).toString()).not.toContain(canary);
        }
      }),
    );
  });

  test('it is found in keys, errors, maps, sets and deep values', () => {
    const redactor = new Redactor();
    redactor.registerSecret(canary);
    const error = new Error(`failed with ${canary}`, { cause: new Error(canary) });
    const value = {
      [canary]: 1,
      list: [[{ deep: canary }]],
      error,
      map: new Map([['a', canary]]),
      set: new Set([canary]),
    };
    const text = JSON.stringify(redactor.redact(value));
    expect(text).not.toContain(JSON.stringify(canary).slice(1, -1));
    expect(text).toContain('failed with [redacted]');
  });

  test('it can be forgotten, and values too short to be secrets are ignored', () => {
    const redactor = new Redactor();
    const forget = redactor.registerSecret(canary);
    forget();
    redactor.registerSecret('abc');
    expect(redactor.redactText(`${canary} abc`)).toBe(`${canary} abc`);
  });
});

test('a value without secrets comes back as the same object', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const clean = {
        rows: [
          [1, 2.5],
          [3, 4],
        ],
        name: 'case',
        nested: { ok: true, none: null },
        number: value === 1,
      };
      expect(redact(clean)).toBe(clean);
    }),
  );
});

test('cycles and endless nesting end', () => {
  const loop: Record<string, unknown> = { name: 'loop' };
  loop.self = loop;
  loop.again = [loop, loop];
  expect(JSON.stringify(redact(loop))).toContain('[nested too deep]');
  let deep: unknown = 'x';
  for (let level = 0; level < 10_000; level += 1) deep = { deep };
  expect(JSON.stringify(redact(deep))).toContain('[nested too deep]');
});
