import { expect, test } from 'vitest';
import { connect, parseServerConfig } from '../../src/client/index.js';
import { faultOf } from './misbehaving.js';

test.each([
  [
    'a process',
    { type: 'stdio', command: 'filesystem-mcp', args: ['--root', '/data'], env: { DEBUG: 'true' }, timeout: 60 },
  ],
  [
    'an HTTP endpoint',
    { type: 'http', url: 'https://api.example.com/mcp', headers: { Authorization: 'Bearer x' }, timeout: 30 },
  ],
  [
    'an event stream',
    { type: 'sse', url: 'https://search.example.com/sse', enabledTools: ['web_search', 'image_search'] },
  ],
])("the seed's example of %s is accepted", (_, config) => {
  expect(parseServerConfig(config)).toMatchObject(config);
});

test('a server has 60 seconds unless it says otherwise', () => {
  expect(parseServerConfig({ type: 'stdio', command: 'x' })).toEqual({
    type: 'stdio',
    command: 'x',
    args: [],
    env: {},
    timeout: 60,
  });
});

test.each([
  ['no type', { command: 'x' }],
  ['an unknown type', { type: 'websocket', url: 'ws://x' }],
  ['stdio without a command', { type: 'stdio' }],
  ['http without a url', { type: 'http' }],
  ['http with env', { type: 'http', url: 'http://x/', env: {} }],
  ['stdio with headers', { type: 'stdio', command: 'x', headers: {} }],
  ['stdio with a url', { type: 'stdio', command: 'x', url: 'http://x/' }],
  ['a url that is none', { type: 'sse', url: 'not a url' }],
  ['a timeout of nothing', { type: 'stdio', command: 'x', timeout: 0 }],
  ['both filters', { type: 'stdio', command: 'x', enabledTools: ['a'], disabledTools: ['b'] }],
  ['an unknown field', { type: 'stdio', command: 'x', comand: 'y' }],
])('%s is refused', async (_, config) => {
  const fault = await faultOf(connect(config as never));
  expect(fault.kind).toBe('InvalidConfig');
  expect(fault.message).toContain('not valid');
});
