/** A proof in files, checked by the solver that did not make it, and what is named when something was changed. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Proof } from '../../src/sddp/index.js';
import { stageEntry } from '../case/write-case.js';
import { answerOf, cobre } from '../cli/program.js';
import { connect, newRoot, settings, writeStudy } from '../tools/served.js';

const proofAt = (directory: string) => join(directory, 'output/training/proof.json');
const read = async (directory: string) => JSON.parse(await readFile(proofAt(directory), 'utf8')) as Proof;

/** A place in a proof, and what becomes of what stands there. */
type Damage = readonly [path: string, by: (value: number, get: (path: string) => number) => number];

async function damaged(from: string, ...damages: readonly Damage[]): Promise<string> {
  return rewritten(from, (proof) => {
    const holder = (path: string) => {
      const keys = path.split('.');
      return [keys.slice(0, -1).reduce((inside, key) => inside[key], proof), keys.at(-1)!] as const;
    };
    const get = (path: string) => holder(path)[0][holder(path)[1]] as number;
    for (const [path, by] of damages) {
      const [inside, key] = holder(path);
      inside[key] = by(inside[key], get);
    }
  });
}

// biome-ignore lint/suspicious/noExplicitAny: damage knows no schema.
async function rewritten(from: string, change: (proof: any) => void): Promise<string> {
  const directory = join(await newRoot(), 'case_001');
  await cp(from, directory, { recursive: true });
  const proof = JSON.parse(await readFile(proofAt(directory), 'utf8'));
  change(proof);
  await writeFile(proofAt(directory), JSON.stringify(proof));
  return directory;
}

/** The next number away from zero. */
function nextUp(value: number): number {
  const bits = new BigInt64Array(new Float64Array([value]).buffer);
  bits[0]! += 1n;
  return new Float64Array(bits.buffer)[0]!;
}

/** Places of all numbers in a value. */
function numbersIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'number') return [path.join('.')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => numbersIn(inside, [...path, key]));
}

/** Asked over MCP, by a server in this process: most of what a check of so small a study takes is the start of a program. */
async function refutation(directory: string): Promise<{ kind: string; where: string }> {
  const { call, close } = await connect(dirname(directory));
  const { isError, data } = await call('cobre/verify-proof', { output_dir: join(directory, 'output') });
  await close();
  expect(isError).toBe(true);
  const { kind, context } = data as unknown as { kind: string; context: { where: string } };
  return { kind, where: context.where };
}

/** Two openings in each of three stages, and little training, so that a check takes no time. */
const smaller = {
  'config.json': settings({ iterations: 5, scenarios: 0 }),
  'stages.json': {
    policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
    stages: [0, 1, 2].map((id) => stageEntry(id, { num_scenarios: 2 })),
  },
};

describe('a study whose tree can be walked', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await writeStudy(await newRoot(), 'case_001', smaller);
    const { code, out, err } = await cobre('run', directory, '--prove');
    expect(code, err).toBe(0);
    expect(out + err).toContain('Proven: the optimal cost over the openings is at least $');
    // 14 nodes, and two openings for each visited state: said before the proof begins.
    const [, planned] = /proof {2}about (\d+) linear programs, the policy followed at every node/.exec(err)!;
    expect(Number(planned)).toBeGreaterThan(14);
    expect(Number(planned) % 2).toBe(0);
  });

  test('its interval holds the bounds of the training, and the summary tells of it in a line', async () => {
    const { interval, upper, cost } = await read(directory);
    // 2 + 4 + 8 nodes.
    expect(upper).toMatchObject({ kind: 'tree', nodes: { length: 14 } });
    expect(interval.upper! - interval.lower!).toBeGreaterThanOrEqual(0);
    expect(cost.lp_solves).toBeGreaterThanOrEqual(14);
    const { out } = await cobre('summary', directory);
    expect(out).toMatch(/Proof +Proven: .* at most \$ .*\(the exact tree; limits kept to 1e-\d+ of their size\)/);
  });

  test('it is checked from files alone, by the other solver', async () => {
    const { code, envelope } = await answerOf('verify-proof', join(directory, 'output'));
    expect(code).toBe(0);
    const { interval, solver } = await read(directory);
    expect(envelope.data).toMatchObject({ holds: true, lower_bound: interval.lower, upper_bound: interval.upper });
    expect([solver, envelope.data.solver]).toEqual(['simplex', 'highs']);
  });

  const cut = 'lower.places.0.cuts.0';
  const more = (value: number) => value + 1;
  const less = (value: number) => value - 1;

  test.each<[string, string, readonly Damage[]]>([
    ['a cut that is raised', 'lower.places[0].cuts[0]', [[`${cut}.intercept`, more]]],
    [
      'a cut that is turned around its state',
      'lower.places[0].cuts[0]',
      [
        [`${cut}.slope.0`, (slope) => slope - 0.5],
        [`${cut}.intercept`, (intercept, get) => intercept + 0.5 * get(`${cut}.state.0`)],
      ],
    ],
    [
      'the plane of an opening that is raised',
      'lower.places[1].cuts[0].openings[0]',
      [['lower.places.1.cuts.0.openings.0.0', more]],
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
    ['limits that are kept loosely', 'upper.missed', [['upper.missed', () => 1e-3]]],
    [
      'an upper bound that is lowered',
      'upper.value',
      [
        ['upper.value', (value) => value * 0.99],
        ['interval.upper', (value) => value * 0.99],
      ],
    ],
  ])('%s is named', async (_, where, damages) => {
    expect(await refutation(await damaged(directory, ...damages))).toEqual({ kind: 'ProofRefuted', where });
  });

  // A cut is held to its planes to the last bit. Where a bound still holds, the digest of the whole file tells it all the same.
  test.each<[string, string, Damage]>([
    ['the intercept of a cut', 'lower.places[0].cuts[0]', [`${cut}.intercept`, nextUp]],
    ['the state of a cut', 'digest', [`${cut}.state.0`, nextUp]],
    ['what the proof cost', 'digest', ['cost.seconds', (seconds) => seconds / 2]],
    ['the upper bound', 'interval.upper', ['upper.value', nextUp]],
  ])('the last digit of %s', async (_, where, damage) => {
    expect(await refutation(await damaged(directory, damage))).toEqual({ kind: 'ProofRefuted', where });
  });

  test('a cut that is missing and stages that changed places are named', async () => {
    const without = await rewritten(directory, ({ lower }) => lower.places[1].cuts.splice(0));
    expect(await refutation(without)).toMatchObject({
      kind: 'ProofRefuted',
      where: expect.stringMatching(/^lower\.places\[0\]/),
    });
    const swapped = await rewritten(directory, ({ lower }) =>
      lower.places.splice(0, 2, lower.places[1], lower.places[0]),
    );
    expect(await refutation(swapped)).toMatchObject({ kind: 'ProofRefuted', where: expect.stringMatching(/^lower\./) });
    const fewer = await rewritten(directory, ({ lower }) => lower.places.pop());
    expect(await refutation(fewer)).toMatchObject({ kind: 'ProofRefuted', where: 'lower.places' });
    const shorter = await rewritten(directory, ({ upper }) => upper.nodes[0].leaves.pop());
    expect(await refutation(shorter)).toMatchObject({ kind: 'ProofRefuted', where: 'upper.nodes[0]' });
  });

  test('whatever number is changed, and wherever the file ends, the answer says what is wrong', async () => {
    const proof = await read(directory);
    const places = numbersIn(proof);
    // Every so many places, so that all parts of the file have their turn; factors no rounding explains.
    const every = Math.ceil(places.length / 12);
    for (const [k, path] of places.filter((_, at) => at % every === 0).entries()) {
      const { kind } = await refutation(await damaged(directory, [path, (v) => (k % 2 ? -1 - v : 1e30)]));
      expect([path, ['ProofRefuted', 'OutputCorrupted'].includes(kind)]).toEqual([path, true]);
    }
    const text = await readFile(proofAt(directory), 'utf8');
    const copy = await damaged(directory);
    for (const share of [0, 0.3, 0.7, 0.999]) {
      await writeFile(proofAt(copy), text.slice(0, Math.floor(share * (text.length - 2))));
      expect([share, (await refutation(copy)).kind]).toEqual([share, 'OutputCorrupted']);
    }
  });

  test('the command ends with exit code 3 and says where', async () => {
    const { code, envelope } = await answerOf(
      'verify-proof',
      join(await damaged(directory, [`${cut}.intercept`, more]), 'output'),
    );
    const [error] = envelope.errors ?? [envelope.error];
    expect([code, error.kind, error.context.where]).toEqual([3, 'ProofRefuted', 'lower.places[0].cuts[0]']);
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
    await writeFile(proofAt(copy), '{"format":"cobre-proof/4"');
    const broken = await answerOf('verify-proof', join(copy, 'output'));
    expect(JSON.stringify(broken.envelope)).toContain('OutputCorrupted');
    await rm(proofAt(copy));
    const none = await answerOf('verify-proof', join(copy, 'output'));
    expect(JSON.stringify(none.envelope)).toContain('OutputNotFound');
  });
});

test('over MCP a run takes the wish for a proof, and the proof is checked there too', async () => {
  const root = await newRoot();
  const directory = await writeStudy(root, 'case_001', smaller);
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

test('a study of which nothing can be proven says so before it is trained, and again at the end', async () => {
  // Inflows that remember the last one, cut off at zero: the cost bends the wrong way.
  const stats = [-1, 0, 1, 2].flatMap((stage_id) =>
    [0, 1].map((hydro_id) => ({ hydro_id, stage_id, mean_m3s: 12, std_m3s: 6 })),
  );
  const directory = await writeStudy(await newRoot(), 'case_001', {
    ...smaller,
    'stages.json': {
      ...smaller['stages.json'],
      pre_study_stages: [{ id: -1, start_date: '2023-12-01', end_date: '2024-01-01', season_id: 11 }],
    },
    'initial_conditions.json': {
      storage: [0, 1].map((hydro_id) => ({ hydro_id, value_hm3: 50 })),
      filling_storage: [],
      past_inflows: [0, 1].map((hydro_id) => ({ hydro_id, values_m3s: [10] })),
    },
    'scenarios/inflow_seasonal_stats.parquet': stats,
    'scenarios/inflow_ar_coefficients.parquet': [0, 1, 2].flatMap((stage_id) =>
      [0, 1].map((hydro_id) => ({ hydro_id, stage_id, lag: 1, coefficient: 0.5, residual_std_ratio: 0.8 })),
    ),
  });
  const { code, err, out } = await cobre('run', directory, '--prove');
  expect(code, err).toBe(0);
  expect(err).not.toContain('linear programs');
  const told = err.indexOf('none is possible: inflows are cut off at zero');
  expect(told).toBeGreaterThanOrEqual(0);
  expect(told).toBeLessThan(err.indexOf('iteration'));
  expect(out + err).toMatch(/only statistical: mean \$ .*, 95 % between .* over 2 forward passes/);
  const overMcp: string[] = [];
  const { client, close } = await connect(dirname(directory));
  const again = { case_dir: directory, phases: 'training', prove: true };
  await client.callTool(
    { name: 'cobre/run', arguments: again },
    { onprogress: ({ message }) => overMcp.push(message ?? '') },
  );
  await close();
  expect(overMcp[0]).toMatch(/^no proof is possible: inflows are cut off at zero/);
  // What is not proven is not refuted either; the file is whole.
  expect((await answerOf('verify-proof', join(directory, 'output'))).envelope.data).toMatchObject({
    lower_bound: null,
    upper_bound: null,
  });
});

describe('a study whose tree is too large', () => {
  // 2 + 100 + 6000 nodes: more than are walked.
  const wide = async (): Promise<string> => {
    const directory = await writeStudy(await newRoot());
    const path = join(directory, 'stages.json');
    const stages = JSON.parse(await readFile(path, 'utf8'));
    for (const stage of stages.stages) {
      stage.num_scenarios = [2, 50, 60][stage.id];
      stage.risk_measure = { cvar: { alpha: 0.3, lambda: 0.5 } };
    }
    await writeFile(path, JSON.stringify(stages));
    await writeFile(join(directory, 'config.json'), JSON.stringify(settings({ iterations: 12, scenarios: 0 })));
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
    const lowered = await damaged(directory, ['upper.places.1.values.0', (value) => value - 1]);
    expect(await refutation(lowered)).toMatchObject({ where: 'upper.places[1].values[0]' });
  });
});
