/** A proof in files, checked by the solver that did not make it, and what is named when something was changed. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Proof } from '../../src/sddp/index.js';
import { answerOf, cobre } from '../cli/program.js';
import { connect, newRoot, settings, writeStudy } from '../tools/served.js';

const proofAt = (directory: string) => join(directory, 'output/training/proof.json');
const read = async (directory: string) => JSON.parse(await readFile(proofAt(directory), 'utf8')) as Proof;

/** A place in a proof, and what becomes of what stands there. */
type Damage = readonly [path: string, by: (value: number, get: (path: string) => number) => number];

async function damaged(from: string, ...damages: readonly Damage[]): Promise<string> {
  const directory = join(await newRoot(), 'case_001');
  await cp(from, directory, { recursive: true });
  const proof = JSON.parse(await readFile(proofAt(directory), 'utf8'));
  const holder = (path: string) => {
    const keys = path.split('.');
    return [keys.slice(0, -1).reduce((inside, key) => inside[key], proof), keys.at(-1)!] as const;
  };
  const get = (path: string) => holder(path)[0][holder(path)[1]] as number;
  for (const [path, by] of damages) {
    const [inside, key] = holder(path);
    inside[key] = by(inside[key], get);
  }
  await writeFile(proofAt(directory), JSON.stringify(proof));
  return directory;
}

async function refutation(directory: string): Promise<{ code: number; kind: string; where: string }> {
  const { code, envelope } = await answerOf('verify-proof', join(directory, 'output'));
  const [error] = envelope.errors ?? [envelope.error];
  return { code, kind: error.kind, where: error.context.where };
}

describe('a study whose tree can be walked', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await writeStudy(await newRoot());
    const { code, out, err } = await cobre('run', directory, '--prove');
    expect(code, err).toBe(0);
    expect(out + err).toContain('Proven: the optimal cost over the openings is at least $');
  });

  test('its interval holds the bounds of the training, and the summary tells of it in a line', async () => {
    const { interval, upper, cost } = await read(directory);
    // 4 + 16 + 64 nodes.
    expect(upper).toMatchObject({ kind: 'tree', nodes: { length: 84 } });
    expect(interval.upper! - interval.lower!).toBeGreaterThanOrEqual(0);
    expect(cost.lp_solves).toBeGreaterThanOrEqual(84);
    const { out } = await cobre('summary', directory);
    expect(out).toMatch(/Proof +Proven: .* at most \$ .*\(the exact tree\)/);
  });

  test('it is checked from files alone, by the other solver', async () => {
    const { code, envelope } = await answerOf('verify-proof', join(directory, 'output'));
    expect(code).toBe(0);
    const { interval, solver } = await read(directory);
    expect(envelope.data).toMatchObject({ holds: true, lower_bound: interval.lower, upper_bound: interval.upper });
    expect([solver, envelope.data.solver]).toEqual(['simplex', 'highs']);
  });

  const cut = 'lower.stages.0.cuts.0';
  const more = (value: number) => value + 1;
  const less = (value: number) => value - 1;

  test.each<[string, string, readonly Damage[]]>([
    ['a cut that is raised', 'lower.stages[0].cuts[0]', [[`${cut}.intercept`, more]]],
    [
      'a cut that is turned around its state',
      'lower.stages[0].cuts[0]',
      [
        [`${cut}.slope.0`, (slope) => slope - 0.5],
        [`${cut}.intercept`, (intercept, get) => intercept + 0.5 * get(`${cut}.state.0`)],
      ],
    ],
    [
      'the plane of an opening that is raised',
      'lower.stages[1].cuts[0].openings[0]',
      [['lower.stages.1.cuts.0.openings.0.0', more]],
    ],
    [
      'weights that the expectation does not have',
      'lower.root.weights[0]',
      [
        ['lower.root.weights.0', (weight) => weight + 0.2],
        ['lower.root.weights.1', (weight) => weight - 0.2],
      ],
    ],
    [
      'a lower bound that is raised',
      'lower.value',
      [
        ['lower.value', (value) => value + 1000],
        ['interval.lower', (value) => value + 1000],
      ],
    ],
    ['an interval that is narrower than its parts', 'interval.lower', [['interval.lower', more]]],
    ['a node that costs less', 'upper.nodes[3]', [['upper.nodes.3.cost', less]]],
    ['a node that leaves more water', 'upper.nodes[0]', [['upper.nodes.0.leaves.0', more]]],
    [
      'an upper bound that is lowered',
      'upper.value',
      [
        ['upper.value', (value) => value * 0.99],
        ['interval.upper', (value) => value * 0.99],
      ],
    ],
  ])('%s is named', async (_, where, damages) => {
    expect(await refutation(await damaged(directory, ...damages))).toEqual({ code: 3, kind: 'ProofRefuted', where });
  });

  test('a case file that was changed is named, also when the case stays valid', async () => {
    const copy = await damaged(directory);
    const path = join(copy, 'system/thermals.json');
    await writeFile(
      path,
      (await readFile(path, 'utf8')).replace('"cost_per_mwh": 50', '"cost_per_mwh": 49').concat('\n'),
    );
    expect(await refutation(copy)).toMatchObject({ kind: 'ProofRefuted', where: 'case file system/thermals.json' });
  });

  test('a cut of the policy that was changed is named by its file', async () => {
    const copy = await damaged(directory);
    const path = join(copy, 'output/policy/cuts/stage_000.bin');
    const bytes = await readFile(path);
    bytes[bytes.length - 9]! ^= 1;
    await writeFile(path, bytes);
    expect(await refutation(copy)).toMatchObject({ where: 'policy file cuts/stage_000.bin' });
  });

  test('the case may have moved; without it, or with damage to the file, the answer says what is wrong', async () => {
    const copy = await damaged(directory);
    const elsewhere = join(await newRoot(), 'moved');
    await cp(join(copy, 'output'), elsewhere, { recursive: true });
    expect((await answerOf('verify-proof', elsewhere)).code).not.toBe(0);
    const { code, envelope } = await answerOf('verify-proof', elsewhere, '--case-dir', copy);
    expect([code, envelope.data?.holds]).toEqual([0, true]);
    await writeFile(proofAt(copy), '{"format":"cobre-proof/1"');
    const broken = await answerOf('verify-proof', join(copy, 'output'));
    expect(JSON.stringify(broken.envelope)).toContain('OutputCorrupted');
    await rm(proofAt(copy));
    const none = await answerOf('verify-proof', join(copy, 'output'));
    expect(JSON.stringify(none.envelope)).toContain('OutputNotFound');
  });
});

test('over MCP a run takes the wish for a proof, and the proof is checked there too', async () => {
  const root = await newRoot();
  const directory = await writeStudy(root);
  const { call, close } = await connect(root);
  const run = await call('cobre/run', { case_dir: directory, phases: 'training', prove: true });
  expect(run.data.proof).toMatchObject({ upper_bound_kind: 'tree', statement: expect.stringContaining('Proven') });
  const check = await call('cobre/verify-proof', { output_dir: join(directory, 'output') });
  expect(check.data).toMatchObject({ holds: true });
  // A run without the wish takes away a proof that is no longer about its policy.
  const again = await call('cobre/run', { case_dir: directory, phases: 'training' });
  expect(again.data).not.toHaveProperty('proof');
  const gone = await call('cobre/verify-proof', { output_dir: join(directory, 'output') });
  expect([gone.isError, gone.data.kind]).toEqual([true, 'OutputNotFound']);
  await close();
});

describe('a study whose tree is too large', () => {
  // 20 + 400 + 8000 nodes: more than are walked.
  const wide = async (): Promise<string> => {
    const directory = await writeStudy(await newRoot());
    const path = join(directory, 'stages.json');
    const stages = JSON.parse(await readFile(path, 'utf8'));
    for (const stage of stages.stages) {
      stage.num_scenarios = 20;
      stage.risk_measure = { cvar: { alpha: 0.3, lambda: 0.5 } };
    }
    await writeFile(path, JSON.stringify(stages));
    await writeFile(join(directory, 'config.json'), JSON.stringify(settings({ iterations: 25, scenarios: 0 })));
    return directory;
  };

  test('has an inner approximation, under CVaR too, with settings of the run alone; a lowered corner is named', async () => {
    const directory = await wide();
    const { code, err } = await cobre('run', directory, '--prove', '--set', 'training.tree_seed=5');
    expect(code, err).toBe(0);
    const proof = await read(directory);
    expect(proof.upper.kind).toBe('inner');
    expect(proof.interval.gap!).toBeGreaterThanOrEqual(0);
    expect(proof.interval.gap!).toBeLessThan(0.05);
    expect((await answerOf('verify-proof', join(directory, 'output'))).envelope.data).toMatchObject({ holds: true });
    const lowered = await damaged(directory, ['upper.stages.2.values.0', (value) => value - 1]);
    expect(await refutation(lowered)).toMatchObject({ where: 'upper.stages[2].values[0]' });
  });
});
