import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@quadrivium/ledger';
import { expect, test } from 'vitest';
import { holderOf, lockFolder } from '../src/folder/folder-lock.js';

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'quadrivium-lock-'));
}

test('a folder is locked once, and again after its release', () => {
  const folder = newFolder();
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(/runs on .* already/);
  expect(holderOf(folder)).toBe('somewhere');
  lock.release();
  expect(holderOf(folder)).toBeUndefined();
  lockFolder(folder).release();
});

test('a process that meets another one while both make the lock is told that the folder is in use', () => {
  const folder = newFolder();
  // The other one in its very first moment: the database has no write-ahead log yet, and it lets nobody else in.
  const other = openSqlite(join(folder, 'lock.db'));
  other.exec('PRAGMA journal_mode = DELETE');
  other.exec('BEGIN EXCLUSIVE');
  expect(() => lockFolder(folder)).toThrow(/runs on .* already/);
  other.exec('ROLLBACK');
  other.close();
  lockFolder(folder).release();
});
