import { describe, expect, test } from 'vitest';
import { load, problemsOf } from './loading.js';

/** A file with one server of these fields. */
const server = (...fields: string[]): string =>
  `mcpServers:\n  s:\n${fields.map((field) => `    ${field}\n`).join('')}`;

describe('the rules of the seed’s validation table', () => {
  test.each([
    ['a stdio server with a command', ['type: stdio', 'command: run']],
    ['an http server with a url', ['type: http', 'url: https://a.example/mcp']],
    ['an sse server with a url', ['type: sse', 'url: http://a.example/sse']],
    ['a timeout of zero', ['type: stdio', 'command: run', 'timeout: 0']],
    ['env for stdio', ['type: stdio', 'command: run', 'env: {A: b}']],
    ['headers for http', ['type: http', 'url: http://a.example', 'headers: {A: b}']],
    ['headers for sse', ['type: sse', 'url: http://a.example', 'headers: {A: b}']],
    ['a white list', ['type: stdio', 'command: run', 'enabledTools: [a]']],
    ['a black list', ['type: stdio', 'command: run', 'disabledTools: [a, "b_*"]']],
  ])('allow %s', (_, fields) => {
    expect(Object.keys(load(server(...fields)).config.mcpServers)).toEqual(['s']);
  });

  test.each([
    ['type is required', ['command: run'], '2:3 mcpServers.s.type: required; this looks like type: stdio'],
    [
      'type is required beside a url',
      ['url: http://a.example'],
      '2:3 mcpServers.s.type: required; say type: http or type: sse',
    ],
    ['type is one of three', ['type: ws'], '3:5 mcpServers.s.type: must be "stdio", "http", "sse"'],
    ['stdio needs a command', ['type: stdio'], '2:3 mcpServers.s.command: required for type "stdio"'],
    [
      'stdio has no url',
      ['type: stdio', 'command: run', 'url: http://a.example'],
      '5:5 mcpServers.s.url: not allowed for type "stdio"',
    ],
    ['sse needs a url', ['type: sse'], '2:3 mcpServers.s.url: required for type "sse"'],
    ['http needs a url', ['type: http'], '2:3 mcpServers.s.url: required for type "http"'],
    [
      'a url is http or https',
      ['type: http', 'url: ftp://a.example'],
      '4:5 mcpServers.s.url: must be an http:// or https:// address',
    ],
    [
      'a timeout is not negative',
      ['type: stdio', 'command: run', 'timeout: -1'],
      '5:5 mcpServers.s.timeout: must be at least 0',
    ],
    [
      'env is for stdio',
      ['type: http', 'url: http://a.example', 'env: {A: b}'],
      '5:5 mcpServers.s.env: not allowed for type "http"',
    ],
    [
      'headers are not for stdio',
      ['type: stdio', 'command: run', 'headers: {A: b}'],
      '5:5 mcpServers.s.headers: not allowed for type "stdio"',
    ],
    [
      'a white list is not empty',
      ['type: stdio', 'command: run', 'enabledTools: []'],
      '5:5 mcpServers.s.enabledTools: must not be empty',
    ],
    [
      'a black list is not empty',
      ['type: stdio', 'command: run', 'disabledTools: []'],
      '5:5 mcpServers.s.disabledTools: must not be empty',
    ],
    [
      'the lists exclude each other',
      ['type: stdio', 'command: run', 'enabledTools: [a]', 'disabledTools: [b]'],
      '6:5 mcpServers.s.disabledTools: not allowed together with enabledTools',
    ],
    [
      'a command is for stdio',
      ['type: http', 'url: http://a.example', 'command: run'],
      '5:5 mcpServers.s.command: not allowed for type "http"',
    ],
  ])('%s', (_, fields, expected) => {
    expect(problemsOf(server(...fields))).toEqual([`cpe.yaml:${expected}`]);
  });

  test('timeout is 60 when left out', () => {
    expect(load(server('type: stdio', 'command: run')).config.mcpServers.s?.timeout).toBe(60);
  });
});

describe('a file with mistakes', () => {
  test('gets all of them at once, from top to bottom', () => {
    const text = [
      'mcpServers:',
      '  a:',
      '    type: http',
      '    timeout: soon',
      '  b:',
      '    type: stdio',
      '    command: run',
      '    url: http://x.example',
      '    args: nope',
      'defaults:',
      '  model: gpt',
      'subagent:',
      '  name: helper',
    ].join('\n');
    expect(problemsOf(text)).toEqual([
      'cpe.yaml:2:3 mcpServers.a.url: required for type "http"',
      'cpe.yaml:4:5 mcpServers.a.timeout: expected number, received string',
      'cpe.yaml:8:5 mcpServers.b.url: not allowed for type "stdio"',
      'cpe.yaml:9:5 mcpServers.b.args: expected array, received string',
      'cpe.yaml:11:3 defaults.model: no model has the ref "gpt"; there are no models',
      'cpe.yaml:12:1 subagent.description: required',
    ]);
  });

  test.each([
    ['mcpServer: {}', 'cpe.yaml:1:1 mcpServer: unknown key; did you mean mcpServers?'],
    [
      'mcpServers: {s: {type: stdio, command: run, enabled_tools: [a]}}',
      'cpe.yaml:1:45 mcpServers.s.enabled_tools: unknown key; did you mean enabledTools?',
    ],
    [
      'mcpServers: {s: {type: stdio, comand: run, command: run}}',
      'cpe.yaml:1:31 mcpServers.s.comand: unknown key; did you mean command?',
    ],
    [
      'defaults: {codeMode: {excludeTools: [a]}}',
      'cpe.yaml:1:23 defaults.codeMode.excludeTools: unknown key; did you mean excludedTools?',
    ],
    [
      'models: [{ref: a, id: a, type: openai, contextWindow: 5}]',
      'cpe.yaml:1:40 models[0].contextWindow: unknown key; did you mean context_window?',
    ],
    ['banana: 1', 'cpe.yaml:1:1 banana: unknown key'],
  ])('learns the nearest key: %s', (text, expected) => {
    expect(problemsOf(text)).toEqual([expected]);
  });

  test.each([
    ['a tab for indentation', 'mcpServers:\n\ts:\n', /^cpe\.yaml:2:1: .*[Tt]ab/],
    ['a key given twice', 'mcpServers: {}\nmcpServers: {}\n', /^cpe\.yaml:2:1: .*unique/],
    ['a bracket left open', 'mcpServers: [\n', /^cpe\.yaml:\d+:\d+: /],
    ['a list instead of settings', '- a\n', /^cpe\.yaml: must be a map of settings/],
  ])('learns the place of %s', (_, text, expected) => {
    expect(problemsOf(text)[0]).toMatch(expected);
  });

  test('is not brought down by a document that unfolds without end', () => {
    const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
      .concat(Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`))
      .join('\n');
    expect(problemsOf(bomb)[0]).toMatch(/^cpe\.yaml: .*alias/);
  });
});

describe('models and subagents', () => {
  const model = '{ref: a, id: m, type: openai}';

  test.each([
    [`models: [${model}, ${model}]`, 'models[1].ref: "a" is the ref of another model too'],
    [`models: [${model}]\ndefaults: {model: b}`, 'defaults.model: no model has the ref "b"; known are a'],
    [
      'models: [{ref: a, id: m, type: openai, auth_method: oauth}]',
      'models[0].auth_method: oauth works for type anthropic only',
    ],
    ['models: [{ref: a, id: m, type: llama}]', 'models[0].type: must be '],
    ['models: [{id: m, type: openai}]', 'models[0].ref: required'],
    ['defaults: {timeout: 5 minutes}', 'defaults.timeout: must be a duration such as 90s, 5m or 1h30m'],
    [
      'subagent: {name: a, description: b, outputSchemaPath: out.json}',
      'subagent.outputSchemaPath: out.json cannot be read',
    ],
  ])('refuse %s', (text, expected) => {
    expect(problemsOf(text).join('\n')).toContain(expected);
  });

  test('are not needed to look at servers', () => {
    expect(load(server('type: stdio', 'command: run')).config.models).toEqual([]);
  });

  test('an output schema is looked for beside the configuration, and must be an object', () => {
    const text = 'subagent: {name: a, description: b, outputSchemaPath: out.json}';
    expect(load(text, { files: { '/here/out.json': '{"type": "object"}' } }).config.subagent?.name).toBe('a');
    expect(problemsOf(text, { files: { '/here/out.json': '[]' } })[0]).toContain('is not a JSON object');
    expect(problemsOf(text, { files: { '/here/out.json': '{' } })[0]).toContain('is not JSON');
  });
});
