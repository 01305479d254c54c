import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '@quadrivium/kernel/essentials';
import { afterAll, describe, expect, it } from 'vitest';

const place = mkdtempSync(join(tmpdir(), 'make-folder-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('a folder that is made', () => {
  it('comes with those above it, closed to others when asked, and may be there already', () => {
    const folder = join(place, 'a', 'b', 'c');
    makeFolder(folder, 0o700);
    makeFolder(folder, 0o700);
    expect(statSync(folder).isDirectory()).toBe(true);
    expect(statSync(join(place, 'a')).mode & 0o077).toBe(0);
  });

  it('is refused where a file stands in its way', () => {
    writeFileSync(join(place, 'file'), '');
    expect(() => makeFolder(join(place, 'file', 'below'))).toThrow(/ENOTDIR/);
    expect(() => makeFolder(join(place, 'file'))).toThrow(/EEXIST/);
  });

  it.runIf(process.platform === 'linux')('is refused below /proc, where Node would try for ever', () => {
    expect(() => makeFolder('/proc/nothing/below')).toThrow(/ENOENT/);
  });
});
