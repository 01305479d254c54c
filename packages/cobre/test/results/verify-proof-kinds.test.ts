/** Proofs of every kind of study, checked from files alone; and proofs forged with care, the digest made again. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { digestOfProof } from '../../src/results/index.js';
import { intervalOf, type Proof, statementOf } from '../../src/sddp/index.js';
import { type CaseContents, stageEntry, writeCase } from '../case/write-case.js';
import { answerOf, cobre } from '../cli/program.js';
import { studyAhead } from '../extensive-form/ahead.js';
import { currentFilesOf } from '../extensive-form/current-files.js';
import { nodeFilesOf, studyOnNodes } from '../extensive-form/nodes.js';
import { newRoot, settings, writeStudy } from '../tools/served.js';

const proofAt = (directory: string) => join(directory, 'output/training/proof.json');
const read = async (directory: string) => JSON.parse(await readFile(proofAt(directory), 'utf8')) as Proof;

async function proven(directory: string): Promise<Proof> {
  const { code, err } = await cobre('run', directory, '--prove', '--phases', 'training');
  expect(code, err).toBe(0);
  return read(directory);
}

const verify = async (directory: string) => answerOf('verify-proof', join(directory, 'output'));

/** Two openings in each stage and little training, so that a proof takes no time. */
function small(count: number, changes: CaseContents = {}, policy = {}): CaseContents {
  return {
    'config.json': settings({ iterations: 5, scenarios: 0, policy }),
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0.1 },
      stages: Array.from({ length: count }, (_, id) => stageEntry(id, { num_scenarios: 2 })),
    },
    ...changes,
  };
}

const tailOnly = {
  'stages.json': {
    policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
    // All weight is on the costlier half, so that one of two openings has none.
    stages: [0, 1, 2].map((id) =>
      stageEntry(id, { num_scenarios: 2, risk_measure: { cvar: { alpha: 0.5, lambda: 1 } } }),
    ),
  },
};

const battery = {
  id: 900,
  name: 'Cell',
  bus_id: 0,
  energy: { capacity_mwh: 2000, initial_mwh: 100 },
  charge: { max_mw: 10, efficiency: 0.9 },
  discharge: { max_mw: 10, efficiency: 0.9, cost_per_mwh: 1 },
};

/** A case in a folder of its own. */
type Written = (root: string) => Promise<string>;

const kinds: readonly (readonly [string, 'tree' | 'inner', Written])[] = [
  [
    'an endless cycle',
    'inner',
    async (root) => {
      const from = fileURLToPath(new URL('../../cases/cyclic-horizon/case', import.meta.url));
      await cp(from, join(root, 'cycle'), { recursive: true });
      return join(root, 'cycle');
    },
  ],
  ['a policy graph with nodes', 'tree', async (root) => writeCase(join(root, 'nodes'), nodeFilesOf(studyOnNodes(2)))],
  [
    'cuts behind the last stage',
    'tree',
    async (root) => {
      const long = await writeStudy(root, 'long', small(3));
      await cobre('run', long, '--phases', 'training');
      const boundary = { path: '../long/output/policy', source_stage: 1 };
      return writeStudy(root, 'short', small(2, {}, { boundary }));
    },
  ],
  [
    'a battery',
    'tree',
    async (root) => writeStudy(root, 'cells', small(2, { 'system/batteries.json': { batteries: [battery] } })),
  ],
  ['a risk measure that looks at the tail alone', 'tree', async (root) => writeStudy(root, 'tail', small(3, tailOnly))],
  [
    'promises and water on its way',
    'tree',
    async (root) => writeCase(join(root, 'ahead'), currentFilesOf({ ...studyAhead(1), iterations: 30 })),
  ],
  ['a single stage', 'tree', async (root) => writeStudy(root, 'single', small(1))],
];

test.each(sampled('kinds of study with a proof in files', kinds, 2))(
  '%s: holds for the other solver, and no more than it says',
  async (_, kind, written) => {
    const directory = await written(await newRoot());
    const proof = await proven(directory);
    expect([proof.upper.kind, proof.solver]).toEqual([kind, 'simplex']);
    const { code, envelope } = await verify(directory);
    expect([code, envelope.data?.holds, envelope.data?.solver]).toEqual([0, true, 'highs']);
    await forge(directory, ({ lower }) => {
      if (!('kind' in lower)) lower.value += 10 + Math.abs(lower.value);
    });
    expect(await refutedAt(directory)).toBe('lower.value');
  },
);

type Draft = { -readonly [Key in keyof Proof]: Proof[Key] } & {
  // biome-ignore lint/suspicious/noExplicitAny: a forger knows no schema.
  lower: any;
  // biome-ignore lint/suspicious/noExplicitAny: a forger knows no schema.
  upper: any;
};

/** Changes a proof, and all that follows from the numbers with it. */
async function forge(directory: string, change: (proof: Draft) => void, consequences = true): Promise<void> {
  const proof = (await read(directory)) as Draft;
  change(proof);
  if (consequences) Object.assign(proof, { interval: intervalOf(proof), statement: statementOf(proof) });
  await writeFile(proofAt(directory), JSON.stringify({ ...proof, digest: digestOfProof(proof) }));
}

async function refutedAt(directory: string): Promise<string> {
  const { code, envelope } = await verify(directory);
  const [error] = envelope.errors ?? [envelope.error];
  expect([code, error.kind]).toEqual([3, 'ProofRefuted']);
  return error.context.where;
}

describe('a proof whose digest was made again', () => {
  let directory: string;
  let risky: string;

  beforeAll(async () => {
    directory = await writeStudy(await newRoot(), 'case_001', small(3));
    risky = await writeStudy(await newRoot(), 'case_002', small(3, tailOnly));
    await proven(directory);
    await proven(risky);
  });

  async function copyOf(from: string): Promise<string> {
    const copy = join(await newRoot(), 'case_001');
    await cp(from, copy, { recursive: true });
    return copy;
  }

  test.each<[string, string, (proof: Draft) => void, boolean]>([
    [
      'a node that borrows water the reservoir does not have',
      'upper.nodes[0]',
      ({ upper }) => {
        upper.nodes[0].leaves[0] = -5;
      },
      true,
    ],
    [
      'a proof that says nothing could be proven',
      'lower',
      (proof) => {
        proof.lower = { kind: 'none', reason: 'it is too hard' };
      },
      true,
    ],
    [
      'a sentence that promises more than the numbers',
      'statement',
      (proof) => {
        proof.statement = 'Proven: the optimal cost is $ 1.';
      },
      false,
    ],
    [
      'assumptions that nobody checks with',
      'rounding',
      (proof) => {
        proof.rounding = { ...proof.rounding, assumed_ceiling: 1 };
      },
      false,
    ],
    [
      'limits that may be missed by more',
      'limits_kept_to',
      (proof) => {
        proof.limits_kept_to = 1e-3;
      },
      true,
    ],
    [
      'decisions that miss limits by more than the proof allows',
      'upper.missed',
      ({ upper }) => {
        upper.missed = 1e-6;
      },
      true,
    ],
    [
      'a proof about no policy',
      'policy file cuts/stage_000.bin',
      (proof) => {
        proof.policy = { ...proof.policy, files: {} };
      },
      false,
    ],
    [
      'cuts that speak of another stage',
      'lower.places[1]',
      ({ lower }) => {
        lower.places[1].stage_id = 7;
      },
      false,
    ],
    [
      'a measure of risk that the case does not have',
      'risk_measure',
      (proof) => {
        proof.risk_measure = 'cvar';
      },
      false,
    ],
  ])('%s', async (_, where, change, consequences) => {
    const copy = await copyOf(directory);
    await forge(copy, change, consequences);
    expect(await refutedAt(copy)).toBe(where);
  });

  // A plane far below everything, with a weight a little below nothing, would lift the cut as far as one likes.
  test('a weight below nothing on a plane that lies very low', async () => {
    const copy = await copyOf(risky);
    await forge(copy, ({ lower }) => {
      const [weights, openings] = [lower.root.weights, lower.root.openings];
      const unused = weights.indexOf(0);
      weights[unused] = -1e-10;
      openings[unused][0] = -1e20;
    });
    expect(await refutedAt(copy)).toMatch(/^lower\.root\.weights\[\d\]$/);
  });

  test('the proof of another study is about other files', async () => {
    const copy = await copyOf(directory);
    await cp(proofAt(risky), proofAt(copy));
    await forge(
      copy,
      (proof) => {
        proof.case = { ...proof.case, path: '..' };
      },
      false,
    );
    expect(await refutedAt(copy)).toBe('case file stages.json');
  });
});

test('a policy behind the last stage that was changed is named by its file', async () => {
  const root = await newRoot();
  const directory = await kinds[2]![2](root);
  await proven(directory);
  const path = join(root, 'long/output/policy/cuts/stage_000.bin');
  const bytes = await readFile(path);
  bytes[bytes.length - 9]! ^= 1;
  await writeFile(path, bytes);
  expect(await refutedAt(directory)).toBe('boundary policy file cuts/stage_000.bin');
});
