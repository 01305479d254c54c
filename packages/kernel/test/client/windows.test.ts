import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { signalGroup } from '../../src/client/stdio/process-group.js';
import { guardGroup } from '../../src/client/stdio/watchdog.js';

// What can be seen here of the ways of Windows: no negative process ids, no shell. The rest needs a Windows machine.

test('a server and what it started are ended as a tree where there are no groups', async () => {
  const child = spawn(
    process.execPath,
    ['-e', "require('child_process').spawn('sleep', ['600'], { stdio: 'inherit' }); setTimeout(() => {}, 600000)"],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  await once(child, 'spawn');
  expect(signalGroup(child.pid ?? 0, 0, 'win32')).toBe(true);
  expect(signalGroup(child.pid ?? 0, 'SIGKILL', 'win32')).toBe(true);
  // The pipe closes when nobody holds it any more, the grandchild included.
  await once(child, 'close');
  expect(signalGroup(child.pid ?? 0, 0, 'win32')).toBe(false);
});

test('no shell guards a group where there is none', () => {
  expect(guardGroup(123_456_789, 'win32')()).toBeUndefined();
});
