import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import { faultOf, machine } from './loading.js';

const named = (name: string): string => `mcpServers: {${name}: {type: stdio, command: run}}`;

describe('where the configuration comes from', () => {
  const files = {
    '/here/cpe.yaml': named('first'),
    '/here/cpe.yml': named('second'),
    '/home/ana/.config/cpe/cpe.yaml': named('third'),
    '/home/ana/.config/cpe/cpe.yml': named('fourth'),
    '/else/mine.yaml': named('explicit'),
  };
  const order = Object.keys(files).slice(0, 4);

  test.each(order.map((path, index) => [path, index] as const))('%s comes in its turn', (path, index) => {
    const rest = Object.fromEntries(Object.entries(files).filter(([each]) => order.indexOf(each) >= index));
    expect(loadConfig(machine({ files: rest })).path).toBe(path);
  });

  test('a file that is asked for comes before all others', () => {
    expect(Object.keys(loadConfig(machine({ files }), '/else/mine.yaml').config.mcpServers)).toEqual(['explicit']);
  });

  test('a file that is asked for and missing is an error of its own', () => {
    expect(faultOf(() => loadConfig(machine({ files }), 'none.yaml'))).toMatchObject({
      kind: 'ConfigMissing',
      message: 'The configuration file none.yaml does not exist.',
    });
  });

  test('a file that cannot be read is an error of its own', () => {
    const world = {
      ...machine({}),
      readText: () => {
        throw new Error('EACCES: permission denied');
      },
    };
    expect(faultOf(() => loadConfig(world))).toMatchObject({
      kind: 'ConfigMissing',
      message: expect.stringContaining('cannot be read: EACCES'),
    });
  });

  test.each([
    ['linux', {}, '/home/ana/.config/cpe/cpe.yaml'],
    ['linux', { XDG_CONFIG_HOME: '/xdg' }, '/xdg/cpe/cpe.yaml'],
    ['darwin', {}, '/home/ana/Library/Application Support/cpe/cpe.yaml'],
  ] as const)('without any file, both places are named on %s %o', (platform, env, place) => {
    const fault = faultOf(() => loadConfig(machine({ platform, env })));
    expect(fault.suggestion).toContain(`/here/cpe.yaml or ${place}`);
  });
});

describe('JSON', () => {
  const text = '{\n\t// a comment\n\t"mcpServers": {\n\t\t"s": {"type": "stdio", "command": "run",},\n\t},\n}';

  test('is read with comments, tabs and trailing commas', () => {
    const world = machine({ files: { '/here/cpe.json': text } });
    expect(Object.keys(loadConfig(world).config.mcpServers)).toEqual(['s']);
  });

  test('keeps its places in complaints', () => {
    const world = machine({ files: { '/here/cpe.json': text.replace('"command"', '"comand"') } });
    expect(faultOf(() => loadConfig(world)).message.split('\n')).toEqual([
      'cpe.json:4:3 mcpServers.s.command: required for type "stdio"',
      'cpe.json:4:26 mcpServers.s.comand: unknown key; did you mean command?',
    ]);
  });

  test('may not be YAML in disguise', () => {
    const world = machine({ files: { '/here/cpe.json': 'mcpServers: {}' } });
    expect(faultOf(() => loadConfig(world)).message).toMatch(/^cpe\.json:1:1: .*JSON/);
  });

  test('may stand in a file without a telling name', () => {
    const world = machine({ files: { '/else/servers': text } });
    expect(Object.keys(loadConfig(world, '/else/servers').config.mcpServers)).toEqual(['s']);
  });
});

test('anchors under a key of one’s own are shared between servers', () => {
  const text = [
    'x-local: &local {type: stdio, timeout: 5}',
    'mcpServers:',
    '  a: {<<: *local, command: one}',
    '  b: {<<: *local, command: two}',
  ].join('\n');
  const { config } = loadConfig(machine({ files: { '/here/cpe.yaml': text } }));
  expect(config.mcpServers.b).toMatchObject({ type: 'stdio', command: 'two', timeout: 5 });
});
