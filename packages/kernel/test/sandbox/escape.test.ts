import { mkdir, mkdtemp, readdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openSandbox, type Sandbox } from '../../src/sandbox/index.js';

let home: string;
let root: string;
let outside: string;
let sandbox: Sandbox;

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'escape-')));
  root = join(home, 'root');
  outside = join(home, 'outside');
  await mkdir(join(root, 'a', 'b'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(root, 'a', 'file'), 'inside');
  await writeFile(join(outside, 'file'), 'outside');
  await symlink('../../outside', join(root, 'a', 'out'));
  await symlink('..', join(root, 'a', 'up'));
  await symlink('../..', join(root, 'upup'));
  await symlink('/', join(root, 'slash'));
  await symlink('b', join(root, 'a', 'link'));
  sandbox = await openSandbox([root]);
});

afterAll(() => rm(home, { recursive: true, force: true }));

const step = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'file', 'out', 'up', 'upup', 'slash', 'link', 'root', 'outside') },
  { weight: 6, arbitrary: fc.constantFrom('..', '.', '', '...', '.. ', '..;', '%2e%2e', '%2e.', '..%2f', '..\\', '~') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('etc', 'passwd', 'proc', 'self', 'cwd', 'tmp', 'FILE', 'A', 'file.', 'nul', '\0'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 12, unit: 'binary' }) },
);

const nastyPath = fc
  .tuple(
    fc.constantFrom('', '/', '//', './', '../', 'HOME/', 'ROOT/', 'OUTSIDE/', 'file://', '\\\\?\\'),
    fc.array(step, { maxLength: 9 }),
  )
  .map(([start, steps]) => start + steps.join('/'));

const spelled = (path: string) => path.replace('HOME', home).replace('ROOT', root).replace('OUTSIDE', outside);

test('of thousands of nasty paths none resolves or reads outside the root', async () => {
  let reached = 0;
  await fc.assert(
    fc.asyncProperty(nastyPath, async (pattern) => {
      const path = spelled(pattern);
      const resolved = await sandbox.resolve(path).catch(() => undefined);
      const planned = await sandbox.resolveNew(path).catch(() => undefined);
      const text = await sandbox.readFile(path, 'utf8').catch(() => undefined);
      for (const place of [resolved, planned]) {
        if (place !== undefined) expect(place === root || place.startsWith(`${root}/`)).toBe(true);
      }
      if (resolved !== undefined) {
        reached += 1;
        expect(await realpath(resolved)).toBe(resolved);
      }
      if (text !== undefined) expect(text).toBe('inside');
    }),
    { numRuns: 4000 },
  );
  // Some lead somewhere, or nothing was tried.
  expect(reached).toBeGreaterThan(100);
});

test('of hundreds of nasty paths none creates anything outside the root', async () => {
  const before = await tree();
  await fc.assert(
    fc.asyncProperty(nastyPath, async (pattern) => {
      const path = `${spelled(pattern)}/new-${pattern.length}`;
      await sandbox.mkdir(path).catch(() => {});
      await sandbox.writeFileAtomic(`${path}/x`, 'x').catch(() => {});
    }),
    { numRuns: 400 },
  );
  expect(await tree()).toEqual(before);
});

async function tree(): Promise<readonly string[][]> {
  return await Promise.all(
    [home, outside, tmpdir(), '/'].map(async (path) => (await readdir(path)).filter(ours).sort()),
  );
}

/** Other test files share the temporary directory, so only names this test could have made count there. */
function ours(name: string): boolean {
  return name.startsWith('new-') || ['root', 'outside', 'file', 'x'].includes(name);
}

/** The sandbox may make the missing directory anew at any moment; out of the way with it, as often as it takes. */
async function putBack(aside: string, victim: string): Promise<void> {
  for (;;) {
    await rm(victim, { recursive: true, force: true }).catch(() => {});
    const trouble = await rename(aside, victim).catch((error: NodeJS.ErrnoException) => error);
    if (trouble === undefined) return;
    if (trouble.code !== 'ENOTEMPTY' && trouble.code !== 'EEXIST' && trouble.code !== 'ENOTDIR') throw trouble;
  }
}

test('a directory swapped for a link while it is used never leads outside', async () => {
  const victim = join(root, 'swap');
  const aside = join(root, 'swap-aside');
  const planted = join(root, 'planted');
  await mkdir(victim);
  await writeFile(join(victim, 'file'), 'inside');
  await symlink(outside, planted);
  let running = true;
  const swapper = (async () => {
    while (running) {
      await rename(victim, aside);
      await rename(planted, victim).catch(() => {});
      await rename(victim, planted).catch(() => {});
      await putBack(aside, victim);
      await symlink(outside, planted).catch(() => {});
    }
  })();
  const seen = { inside: 0, refused: 0 };
  for (let round = 0; round < 600; round += 1) {
    const text = await sandbox.readFile('swap/file', 'utf8').catch(() => undefined);
    expect([undefined, 'inside']).toContain(text);
    seen[text === undefined ? 'refused' : 'inside'] += 1;
    await sandbox.writeFileAtomic('swap/written', 'x').catch(() => {});
    await sandbox.mkdir(`swap/made-${round % 3}`).catch(() => {});
    await sandbox.create(`swap/created-${round}`).then(
      (handle) => handle.close(),
      () => {},
    );
  }
  running = false;
  await swapper;
  expect(await readdir(outside)).toEqual(['file']);
  expect(seen.inside).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(0);
});
