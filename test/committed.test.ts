/** A release names the commit it was made from: nothing that goes into it may differ from that commit. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clone = mkdtempSync(join(tmpdir(), 'quadrivium-committed-'));
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const git = (...words: string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd: clone });

beforeAll(() => {
  for (const folder of ['scripts', 'packages']) mkdirSync(join(clone, folder));
  cpSync(join(import.meta.dirname, '../scripts/committed.mjs'), join(clone, 'scripts/committed.mjs'));
  writeFileSync(join(clone, 'packages/a.ts'), '1');
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'a'],
  ])
    expect(git(...words).status).toBe(0);
});

function looked() {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/committed.mjs'], { cwd: clone, encoding: 'utf8' });
  return { status, said: stderr };
}

test('what somebody tried beside the sources holds no release up', () => {
  mkdirSync(join(clone, 'study'));
  writeFileSync(join(clone, 'study/config.json'), '{}');
  writeFileSync(join(clone, 'portarium.db'), '');
  expect(looked()).toEqual({ status: 0, said: '' });
});

test.each([
  ['a source that was changed', 'packages/a.ts'],
  ['a source that nobody committed', 'packages/b.ts'],
  ['a script of the build that nobody committed', 'scripts/b.ts'],
])('%s is named, and nothing is made', (_, file) => {
  writeFileSync(join(clone, file), '2');
  expect(looked()).toMatchObject({ status: 1, said: expect.stringContaining(file) });
  git('stash', '--include-untracked', '-q');
});
