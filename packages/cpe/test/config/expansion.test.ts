// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the configuration look like this.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandText } from '../../src/config/expand.js';
import { load, problemsOf } from './loading.js';

const withHeader = (value: string, more = ''): string =>
  `mcpServers:\n  s:\n    type: http\n    url: http://a.example\n    headers:\n      A: ${value}\n${more}`;

describe('variables in a configuration', () => {
  test.each([
    ['"Bearer ${TOKEN}"', 'Bearer t0'],
    ['"${TOKEN}-${TOKEN}"', 't0-t0'],
    ['"${env:TOKEN}"', 't0'],
    ['"${MISSING:-fallback}"', 'fallback'],
    ['"${MISSING:-}"', ''],
    ['"${EMPTY:-used instead}"', 'used instead'],
    ['"${EMPTY}"', ''],
    ['"$${TOKEN}"', '${TOKEN}'],
    ['"$TOKEN"', '$TOKEN'],
    ['"${file:key.txt}"', 'from file'],
  ])('%s becomes %s', (written, expected) => {
    const { config } = load(withHeader(written), {
      env: { TOKEN: 't0', EMPTY: '' },
      files: { '/here/key.txt': 'from file\n' },
    });
    expect(config.mcpServers.s?.headers).toEqual({ A: expected });
  });

  test.each([
    ['"${MISSING}"', 'variable MISSING is not set; set it, or write ${MISSING:-default}'],
    ['"${MISSING:?ask the admin}"', 'variable MISSING: ask the admin'],
    ['"${input:key}"', '${input:key} is not a variable; write $${ for a dollar sign and a brace'],
    ['"${file:none.txt}"', 'file none.txt cannot be read'],
    ['"${constructor}"', 'variable constructor is not set; set it, or write ${constructor:-default}'],
  ])('%s is refused at its place', (written, expected) => {
    expect(problemsOf(withHeader(written))).toEqual([`cpe.yaml:6:7 mcpServers.s.headers.A: ${expected}`]);
  });

  test('an unset one costs only its server when that is not required', () => {
    const other = '  other:\n    type: stdio\n    command: run\n';
    const text = withHeader('"${MISSING}"', `    required: false\n${other}`);
    const { config, skipped } = load(text);
    expect(Object.keys(config.mcpServers)).toEqual(['other']);
    expect([...skipped]).toEqual([
      ['s', expect.stringContaining('cpe.yaml:6:7 mcpServers.s.headers.A: variable MISSING is not set')],
    ]);
  });

  test('a value arrives as it is, whatever stands in it', () => {
    const nasty = ['a: b # c', '"quoted"', "it's", '- x', '{', '\n', '${OTHER}', '$&', '*anchor'];
    for (const value of nasty) {
      expect(load(withHeader('${V}'), { env: { V: value, OTHER: 'wrong' } }).config.mcpServers.s?.headers).toEqual({
        A: value,
      });
    }
  });

  test('any value arrives as it is', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(expandText('<${V}>', { env: { V: value }, readText: () => undefined })).toEqual({ text: `<${value}>` });
      }),
    );
  });

  test('text without a variable is never changed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('${'));
        expect(expandText(text, { env: {}, readText: () => undefined })).toEqual({ text });
      }),
    );
  });

  test('prose is left alone', () => {
    const text = 'subagent: {name: a, description: "costs ${5}"}';
    expect(load(text).config.subagent?.description).toBe('costs ${5}');
  });

  test('numbers and switches in env are the text that was written', () => {
    const text = 'mcpServers: {s: {type: stdio, command: run, args: [--port, 3000], env: {V: 1.0, DEBUG: true}}}';
    expect(load(text).config.mcpServers.s).toMatchObject({
      args: ['--port', '3000'],
      env: { V: '1.0', DEBUG: 'true' },
    });
  });

  test('what is shown keeps the variable instead of its value', () => {
    expect(load(withHeader('"${TOKEN}"'), { env: { TOKEN: 'secret' } }).written.s?.headers).toEqual({ A: '${TOKEN}' });
  });
});
