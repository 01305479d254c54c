/** A policy takes the place of what is there, so nobody's files are ever in that place. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeCurrentCase } from '../case/current-case.js';
import { cobre, temporaryDirectory } from '../cli/program.js';
import { settings, writeStudy } from '../tools/served.js';

const withPath = (path: string) => ({ 'config.json': settings({ iterations: 2, scenarios: 0, policy: { path } }) });

test.each(['..', '.', '../..', '../output'])(
  'a run of release 0.5.1 refuses the policy path %s and keeps the case',
  async (path) => {
    const directory = await writeStudy(temporaryDirectory(), 'case', withPath(path));
    const before = readdirSync(directory, { recursive: true }).filter((name) => !String(name).startsWith('output'));
    const { code, err } = await cobre('run', directory, '--threads', '1');
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringMatching(/policy\.path .* output directory/) });
    const after = readdirSync(directory, { recursive: true }).filter((name) => !String(name).startsWith('output'));
    expect(after).toEqual(before);
  },
);

test('a folder with files of somebody else is not taken, and one with an older policy is', async () => {
  const root = temporaryDirectory();
  const directory = await writeStudy(root, 'case', withPath('mine'));
  const mine = join(directory, 'output/mine');
  mkdirSync(mine, { recursive: true });
  writeFileSync(join(mine, 'thesis.json'), '{}');
  const { code, err } = await cobre('run', directory, '--threads', '1');
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringMatching(/thesis\.json.* no part of a policy/) });
  expect(readdirSync(mine)).toEqual(['thesis.json']);
  const other = await writeStudy(root, 'other', withPath('policy'));
  for (let k = 0; k < 2; k++) expect((await cobre('run', other, '--threads', '1')).code).toBe(0);
  expect(existsSync(join(other, 'output/policy/cuts'))).toBe(true);
});

test('a current case with such a path is not valid to begin with', async () => {
  const config = {
    training: {
      selection: { method: 'sampled', forward_passes: 1 },
      stopping_rules: [{ type: 'iteration_limit', limit: 2 }],
    },
    policy: { path: './' },
  };
  const directory = await writeCurrentCase(join(temporaryDirectory(), 'case'), { 'config.json': config });
  const { code, err } = await cobre('validate', directory);
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringMatching(/a folder of its own/) });
});
