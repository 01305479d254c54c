import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { Fault } from '@quadrivium/kernel/fault';
import { expect, test } from 'vitest';

import { openLog } from '../../src/log/pino-log.js';
import { registerSecret } from '../../src/redact/index.js';

test('log lines are JSON and carry neither named, shaped nor registered secrets', () => {
  const lines: string[] = [];
  const forget = registerSecret('canary-in-the-log');
  const log = openLog({ name: 'test', level: 'debug', stream: { write: (line) => lines.push(line) } });
  log.info({ password: 'hunter2', err: new Fault('X', 'boom canary-in-the-log') }, 'with Bearer abcdefgh12345 in it');
  log.child({ api_key: 'hunter2' }).warn('and canary-in-the-log');
  forget();
  expect(lines).toHaveLength(2);
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({
    level: 'info',
    name: 'test',
    password: '[redacted]',
    msg: 'with Bearer [redacted] in it',
  });
  expect(first?.err).toMatchObject({ kind: 'X', message: 'boom [redacted]' });
  expect(second).toMatchObject({ api_key: '[redacted]', msg: 'and [redacted]' });
});

test('logs go to stderr and leave stdout to the protocol', () => {
  const module = fileURLToPath(new URL('../../src/log/pino-log.ts', import.meta.url));
  const script = `import { openLog } from ${JSON.stringify(module)}; openLog({ name: 'x' }).error({ a: 1 }, 'to stderr');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(JSON.parse(stderr)).toMatchObject({ name: 'x', a: 1, msg: 'to stderr' });
});
