import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { isPiped, pipedInput } from '../../src/commands/piped-input.js';

function listening() {
  const told: string[] = [];
  return { told, tell: (text: string) => void told.push(text) };
}

test('everything is read once something has come', async () => {
  const stdin = new PassThrough();
  const { told, tell } = listening();
  const read = pipedInput(stdin, tell, { tellMs: 600_000, giveUpMs: 600_000 });
  stdin.write('one ');
  await new Promise((done) => setImmediate(done));
  stdin.end('two');
  expect(Buffer.from(await read).toString()).toBe('one two');
  expect(told).toEqual([]);
});

test('a pipe that nobody writes to is told and then left, so that it cannot hang a script', async () => {
  const stdin = new PassThrough();
  const { told, tell } = listening();
  expect(await pipedInput(stdin, tell, { tellMs: 1, giveUpMs: 2 })).toHaveLength(0);
  expect(told).toEqual([
    expect.stringContaining('waiting for standard input'),
    expect.stringContaining('going on without it'),
  ]);
  expect(stdin.destroyed).toBe(true);
});

test('an end without a word is nothing, and a descriptor that is closed is no pipe', async () => {
  const stdin = new PassThrough();
  stdin.end();
  expect(await pipedInput(stdin, () => undefined)).toHaveLength(0);
  expect(isPiped(9_999)).toBe(false);
});
