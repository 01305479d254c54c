import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Fault } from '@quadrivium/kernel/fault';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openSandbox, type Sandbox } from '../../src/sandbox/index.js';

/** Node cannot make named pipes; every POSIX system has this. */
const pipeMaker = 'mkfifo';

let home: string;
let root: string;
let outside: string;
let sandbox: Sandbox;

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'sandbox-')));
  root = join(home, 'allowed');
  outside = join(home, 'allowed-not');
  await mkdir(join(root, 'case', 'system'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(root, 'case', 'config.json'), '{"seed":42}');
  await writeFile(join(outside, 'secret.txt'), 'top secret');
  await symlink(outside, join(root, 'way-out'));
  await symlink(join(outside, 'secret.txt'), join(root, 'secret-link'));
  await symlink(join(outside, 'nothing'), join(root, 'dangling-link'));
  await symlink(join(root, 'case'), join(root, 'shortcut'));
  await symlink('loop-b', join(root, 'loop-a'));
  await symlink('loop-a', join(root, 'loop-b'));
  execFileSync(pipeMaker, [join(root, 'pipe')]);
  sandbox = await openSandbox([root]);
});

afterAll(() => rm(home, { recursive: true, force: true }));

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Fault)) throw new Error(`expected a Fault, got ${String(error)}`);
  return error;
}

describe('what is inside can be used', () => {
  test.each([
    ['an absolute path', () => join(root, 'case/config.json')],
    ['a relative path, which starts at the first root', () => 'case/config.json'],
    ['a path with dots that stay inside', () => 'case/./system/../config.json'],
    ['a path that leaves and comes back', () => `${root}/../allowed/case/config.json`],
    ['doubled slashes', () => `${root}//case///config.json`],
    ['a link that stays inside', () => 'shortcut/config.json'],
  ])('%s', async (_, path) => {
    expect(await sandbox.readFile(path(), 'utf8')).toBe('{"seed":42}');
    expect(await sandbox.resolve(path())).toBe(join(root, 'case/config.json'));
  });

  test('a directory lists its names in order', async () => {
    expect(await sandbox.readdir('case')).toEqual(['config.json', 'system']);
  });

  test('files and directories are created, and replaced in one step', async () => {
    expect(await sandbox.mkdir('out/deep/er')).toBe(join(root, 'out/deep/er'));
    await sandbox.mkdir('out/deep/er');
    await sandbox.writeFileAtomic('out/deep/er/a.json', 'one');
    await sandbox.writeFileAtomic('out/deep/er/a.json', 'two');
    expect(await readFile(join(root, 'out/deep/er/a.json'), 'utf8')).toBe('two');
    expect(await sandbox.readdir('out/deep/er')).toEqual(['a.json']);
    const handle = await sandbox.create('out/deep/er/b.bin');
    await handle.writeFile('bytes');
    await handle.close();
    await sandbox.removeFile('out/deep/er/a.json');
    expect(await sandbox.readdir('out/deep/er')).toEqual(['b.bin']);
  });
});

describe('what is outside is refused in the words of the specification', () => {
  const forbidden = [
    ['an absolute path', () => '/etc/passwd'],
    ['dots', () => '../allowed-not/secret.txt'],
    ['a sibling whose name starts like the root', () => join(outside, 'secret.txt')],
    ['a link to a file', () => 'secret-link'],
    ['a link to a directory', () => 'way-out/secret.txt'],
    ['a new name behind a link', () => 'way-out/new.txt'],
    ['a dangling link', () => 'dangling-link'],
    ['a link that loops', () => 'loop-a'],
    ['a name below a loop', () => 'loop-a/x'],
    ['NUL', () => `${root}/case\0/etc/passwd`],
    ['a percent-encoded step up', () => '%2e%2e/allowed-not/secret.txt'],
    ['a twice-encoded step up', () => '%252e%252e%252fallowed-not'],
    ['an encoded slash', () => 'case%2fconfig.json'],
    ['an overlong encoding', () => '%c0%ae%c0%ae/x'],
    ['a backslash', () => '..\\allowed-not\\secret.txt'],
    ['a trailing dot', () => 'case/config.json.'],
    ['a trailing space', () => 'case/config.json '],
    ['a device name', () => 'case/NUL.txt'],
    ['a console device', () => 'CON'],
    ['a line break', () => 'case/config\n.json'],
    ['a right-to-left override', () => 'case/\u202egnp.exe'],
    ['half a character', () => 'case/\ud800'],
    ['an endless path', () => 'a/'.repeat(5000)],
    ['nothing', () => ''],
    ['the process itself', () => '/proc/self/environ'],
    ['the root of the file system', () => '/'],
    ['the parent', () => '..'],
  ] as const;

  test.each(forbidden)('%s', async (_, path) => {
    for (const attempt of [
      () => sandbox.resolve(path()),
      () => sandbox.resolveNew(path()),
      () => sandbox.open(path()),
      () => sandbox.readFile(path()),
      () => sandbox.stat(path()),
      () => sandbox.readdir(path()),
      () => sandbox.mkdir(path()),
      () => sandbox.writeFileAtomic(path(), 'x'),
      () => sandbox.create(path()),
      () => sandbox.removeFile(path()),
    ]) {
      const fault = await faultOf(attempt());
      expect(fault.kind).toBe('MissingFile');
      expect(fault.message).toMatch(/is not within the allowed directories$/);
      expect(fault.suggestion).toBe("Provide a path within the server's configured allowed directories.");
      expect(Object.keys(fault.context)).toEqual(['path']);
    }
  });

  test('a value that is not text', async () => {
    for (const odd of [undefined, null, 7, {}, ['case'], Buffer.from('case')]) {
      expect((await faultOf(sandbox.resolve(odd as unknown as string))).kind).toBe('MissingFile');
    }
  });

  test('the answer is the same whether the target exists or not, and never names an allowed directory', async () => {
    const words = async (path: string) => {
      const record = (await faultOf(sandbox.readFile(path))).toRecord();
      expect(JSON.stringify(record)).not.toContain(root);
      return JSON.stringify(record).replaceAll(path, 'PATH');
    };
    expect(await words('../allowed-not/secret.txt')).toBe(await words('../allowed-not/nothing.txt'));
    expect(await words('way-out/secret.txt')).toBe(await words('way-out/nothing.txt'));
    expect(await words('secret-link')).toBe(await words('dangling-link'));
  });
});

describe('what is inside but unfit', () => {
  test.each([
    ['a missing file', () => sandbox.readFile('case/none.json'), 'MissingFile', /does not exist/],
    ['a directory read as a file', () => sandbox.readFile('case'), 'UnfitFile', /not a regular file/],
    ['a file listed as a directory', () => sandbox.readdir('case/config.json'), 'UnfitFile', /not a directory/],
    ['a pipe, which does not hang', () => sandbox.readFile('pipe'), 'UnfitFile', /not a regular file/],
    ['a new file that exists', () => sandbox.create('case/config.json'), 'UnfitFile', /already exists/],
    ['a file in a missing directory', () => sandbox.writeFileAtomic('no/a', ''), 'MissingFile', /'no' does not exist/],
    ['a directory over a file', () => sandbox.mkdir('case/config.json'), 'UnfitFile', /not a directory/],
    ['a file over a directory', () => sandbox.writeFileAtomic('case', ''), 'UnfitFile', /not a regular file/],
  ])('%s', async (_, attempt, kind, message) => {
    const fault = await faultOf(attempt());
    expect(fault.kind).toBe(kind);
    expect(fault.message).toMatch(message);
    expect(JSON.stringify(fault.toRecord())).not.toContain(root);
  });

  test('a file beyond the reading limit', async () => {
    const small = await openSandbox([root], { largestRead: 4 });
    expect((await faultOf(small.readFile('case/config.json'))).message).toMatch(/this server reads files of at most 4/);
  });

  test('an allowed directory that does not exist is an error of the operator', async () => {
    expect((await faultOf(openSandbox([join(home, 'none')]))).kind).toBe('BadAllowedDirectory');
  });
});

test('a root may be named oddly or reached through a link, and its files are still found', async () => {
  const odd = join(home, 'aux. %2e');
  await mkdir(odd);
  await writeFile(join(odd, 'a.txt'), 'a');
  await symlink(odd, join(home, 'plain'));
  const strange = await openSandbox([join(home, 'plain')]);
  expect(await strange.readFile(join(odd, 'a.txt'), 'utf8')).toBe('a');
  expect(await strange.readFile(join(home, 'plain', 'a.txt'), 'utf8')).toBe('a');
});

test('without a root nothing is allowed', async () => {
  const closed = await openSandbox([]);
  expect((await faultOf(closed.readFile(join(root, 'case/config.json')))).kind).toBe('MissingFile');
});
