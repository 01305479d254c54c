/** The proof that equipment stands in one place: without its room and its line the program compiles and runs as before. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { loadCase, train } from '../../src/index.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const source = join(root, 'packages/cobre/src');

async function copyWithout(copy: string, room: string): Promise<void> {
  await cp(source, join(copy, 'src'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await rm(join(copy, 'src/equipment', room), { recursive: true });
  const list = join(copy, 'src/equipment/index.ts');
  const lines = (await readFile(list, 'utf8')).split('\n');
  const kept = lines.filter((line) => !line.includes(`'./${room}/`));
  expect(lines.length - kept.length, 'lines of the list').toBe(1);
  await writeFile(list, kept.join('\n'));
  const compilerOptions = { customConditions: ['quadrivium-source'], noEmit: true, composite: false };
  const settings = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['src'] };
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(settings));
  await writeFile(join(copy, 'package.json'), await readFile(join(root, 'packages/cobre/package.json')));
}

const rooms = [
  ['pumping', /pumping/i],
  ['battery', /batter/i],
] as const;

// Compiling all of it takes long.
describe.each(sampled('equipment that is taken away', rooms, 2))('without equipment/%s/', (room, word) => {
  let copy = '';

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), `cobre-without-${room}-`));
    await copyWithout(copy, room);
  });

  afterAll(() => rm(copy, { recursive: true, force: true }));

  test('nothing else speaks of it', async () => {
    const files = (await readdir(join(copy, 'src'), { recursive: true })).filter((name) => name.endsWith('.ts'));
    const speaking = [];
    for (const name of files) if (word.test(await readFile(join(copy, 'src', name), 'utf8'))) speaking.push(name);
    expect(speaking).toEqual([]);
  });

  test('the rest compiles', async () => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', copy]).catch((failed) => failed);
    expect(stdout).toBe('');
  });

  test('cases that have none come to the same cost', async () => {
    const directory = join(root, 'packages/cobre/cases/two-hydro-cascade/case');
    const program = join(copy, 'src/bin/cobre.ts');
    const flags = ['--conditions=quadrivium-source', '--import', import.meta.resolve('tsx')];
    const asked = ['run', directory, '--output', join(copy, 'output'), '--output-format', 'json'];
    const { stdout } = await run(process.execPath, [...flags, program, ...asked]);
    const { policy } = await train((await loadCase(directory)).case);
    expect(JSON.parse(stdout).data.training.final_lower_bound).toBe(policy.lowerBound);
  });
});
