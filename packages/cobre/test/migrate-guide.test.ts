/** The commands of the guide run as they stand there, on a case of release 0.5.1 in which nothing changes its meaning. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConvergence } from '../src/results/index.js';
import { smallCase, writeCase } from './case/write-case.js';
import { cobre, temporaryDirectory } from './cli/program.js';
import { set } from './validation/edit.js';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/cobre-migrate.md'), 'utf8');

function commands(): string[][] {
  const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, text = '']) => text.trim().split('\n'));
  return blocks.map((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1));
}

test('a case is looked at, migrated, run in both forms, and migrated in its place', async () => {
  const place = temporaryDirectory();
  const at = (word: string) => (word.startsWith('studies/') ? join(place, word) : word);
  const files = smallCase();
  set(files, 'config.json', 'simulation', { enabled: true, num_scenarios: 2 });
  await writeCase(at('studies/may'), files);
  const said = commands();
  // What replaces the old case comes last here, so that both can be run before.
  const inOrder = [
    ...said.filter((words) => !words.includes('--in-place')),
    ...said.filter((words) => words.includes('--in-place')),
  ];
  expect(inOrder.map(([command]) => command)).toEqual([
    'migrate',
    'migrate',
    'validate',
    'run',
    'run',
    'query',
    'migrate',
  ]);
  for (const words of inOrder) {
    const { code, err } = await cobre(...words.map(at));
    expect(code, `${words.join(' ')}: ${err}`).toBe(0);
  }
  const bound = async (output: string) => (await readConvergence(at(`studies/${output}`))).at(-1)!.lowerBound;
  expect((await bound('out-new')) / (await bound('out-old'))).toBeCloseTo(1, 9);
  expect(existsSync(at('studies/may.old/config.json'))).toBe(true);
});
