/**
 * What machines take by the head of every state. SERRA of the small deck with machines of 20 m³/s instead of 60, so that water and
 * not the generator is the limit, and less than what flows in: two of them at 98 m, Francis; its net head is 0.98 · (80 + 0.1 · v),
 * 88.2 m at 100 hm³ and 98 m at 200. It takes 40 · √(h / 98): 37.95 m³/s when empty, 40 from 200 hm³ on, as at the mean head.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { importDeck } from '../../src/newave/import/import-deck.js';
import { rowsOf } from '../../src/parquet/table.js';
import { dry, optimum, wet } from '../case/hand-study.js';
import { cobre } from '../cli/program.js';
import { newRoot } from '../tools/served.js';
import { registerFile } from './binary-files.js';
import { writeDeck } from './decks.js';
import { imported, standard } from './imported.js';
import { register, smallDeck } from './small-deck.js';

const [serra, ...others] = register;
const edits = {
  'hidr.dat': registerFile([{ ...serra!, machines: [2, 50, 20, 98], outages: [0, 0] }, ...others]),
};
const byHead = (volume: number) => 40 * Math.sqrt((0.98 * (80 + 0.1 * volume)) / 98);

interface Named {
  readonly id: number;
  readonly name: string;
  readonly expression: string;
}
function limitsIn({ json, rows }: ReturnType<typeof imported>) {
  const named = (json('constraints/generic_constraints.json').constraints as Named[]).filter(({ name }) =>
    name.startsWith('turbines of'),
  );
  const bounds = rows('constraints/generic_constraint_bounds.parquet');
  return named.map(({ id, name, expression }) => ({
    name,
    expression,
    bounds: bounds.filter(({ constraint_id }) => constraint_id === id),
  }));
}

test('a line in the mean storage of the month follows them, where water is the limit', () => {
  const [limit, ...more] = limitsIn(imported({ turbines: 'head' }, edits));
  expect(more).toEqual([]);
  const [, half] = /^hydro_turbined\(0\) - (\S+) \* hydro_storage_initial\(0\) - \1 \* hydro_storage_final\(0\)$/.exec(
    limit!.expression,
  )!;
  expect(limit!.bounds).toHaveLength(14);
  // The chord from 100 to 200 hm³ misses 0.014 m³/s at most, and so the line half of it.
  for (const volume of [100, 125, 150, 175, 200]) {
    const told = Number(limit!.bounds[0]!.bound_upper) + 2 * Number(half) * volume;
    expect(Math.abs(told - byHead(volume)), `${volume} hm³`).toBeLessThan(0.0071);
  }
});

test('nothing is limited that generators limit already, or when nobody asks', () => {
  expect(limitsIn(imported({ turbines: 'head' }))).toEqual([]);
  expect(limitsIn(imported({}, edits))).toEqual([]);
});

test('a run keeps to it, block by block', async () => {
  const root = await newRoot();
  const [deck, study] = [join(root, 'deck'), join(root, 'case')];
  await writeDeck(deck, smallDeck(edits));
  const { code, err } = await cobre('import', 'newave', deck, study, '--turbines', 'head');
  expect(code, err).toBe(0);
  const config = JSON.parse(await readFile(join(study, 'config.json'), 'utf8'));
  config.training.stopping_rules = [{ type: 'iteration_limit', limit: 2 }];
  config.simulation.selection.num_scenarios = 3;
  await writeFile(join(study, 'config.json'), JSON.stringify(config));
  const run = await cobre('run', study, '--phases', 'both', '--threads', '1', '--no-progress');
  expect(run.code, run.err).toBe(0);
  const rows = rowsOf(await readFile(join(study, 'output/simulation/hydros.parquet'))).filter(
    (row) => row.hydro_id === 0,
  );
  const margins = rows.map((row) => {
    const volume = (Number(row.storage_initial_hm3) + Number(row.storage_final_hm3)) / 2;
    return Number(row.turbined_m3s) - Math.min(40, byHead(volume));
  });
  expect(Math.max(...margins)).toBeLessThan(0.0071);
  // The test is of use only if machines are at that limit somewhere, below what they take at the mean head.
  const tight = rows.filter((row, k) => margins[k]! > -0.01 && Number(row.turbined_m3s) < 39.9);
  expect(tight.length).toBeGreaterThan(0);
  // PEDRA (1) is run of river: its storage is no state, and no coefficient of a cut is its.
  const policy = await cobre('inspect-policy', join(study, 'output/policy'), '--stage', '1', '--json');
  expect(JSON.parse(policy.out).storage_ids).toEqual([0, 2, 3]);
});

test('the case is the one without it and rows more, so that its optimum cannot be cheaper', () => {
  const contents = (turbines: 'mean' | 'head') =>
    new Map(
      importDeck(readDeck(smallDeck(edits)), { ...standard, turbines }).files.map(({ path, content }) => [
        path,
        Buffer.from(content).toString('base64'),
      ]),
    );
  const [mean, head] = [contents('mean'), contents('head')];
  const changed = [...head.keys()].filter((path) => head.get(path) !== mean.get(path));
  expect(changed.filter((path) => path !== 'import-report.json')).toEqual([
    'constraints/generic_constraints.json',
    'constraints/generic_constraint_bounds.parquet',
  ]);
  const { bounds, constraints } = {
    bounds: imported({ turbines: 'head' }, edits).rows('constraints/generic_constraint_bounds.parquet'),
    constraints: imported({ turbines: 'head' }, edits).json('constraints/generic_constraints.json').constraints,
  };
  const before = imported({}, edits);
  expect(bounds).toEqual(expect.arrayContaining(before.rows('constraints/generic_constraint_bounds.parquet')));
  expect(constraints).toEqual(expect.arrayContaining(before.json('constraints/generic_constraints.json').constraints));
});

/**
 * The study of `hand-study.ts`: machines that take u ≤ 5 + 0.4 · mean storage. Water replaces the dear plant in either month, so
 * that all is used when nothing limits it. By the head, the first month begins with 50 hm³ and ends with 50 + 2.628 · (20 − u):
 * u ≤ 5 + 0.2 · (152.56 − 2.628 · u), 23.277 m³/s. That leaves 41.387 hm³, and of them u ≤ 5 + 0.2 · (109.054 − 2.628 · u) in the
 * second, 17.574 m³/s. Less in the first month would gain the second only 0.689 of it.
 */
test('by hand it costs what the water is worth that no longer gets through', async () => {
  const byHand = (slope: number) => ({
    'constraints/generic_constraints.json': {
      constraints: [
        {
          ...{ id: 0, name: 'turbines by head', slack: { enabled: false } },
          expression: `hydro_turbined(0) - ${slope / 2} * hydro_storage_initial(0) - ${slope / 2} * hydro_storage_final(0)`,
        },
      ],
    },
    'constraints/generic_constraint_bounds.parquet': [0, 1].map((stage_id) => ({
      ...{ constraint_id: 0, stage_id, block_id: null, bound_lower: null, bound_upper: 5 },
    })),
  });
  const first = 35.512 / 1.5256;
  const second = (51.28 - 1.0512 * first) / 1.5256;
  const limited = dry - 30 * 730 * (first + second);
  expect(await optimum(byHand(0.4))).toBeCloseTo(limited, 3);
  expect(limited - wet).toBeCloseTo(179_022.41, 2);
  // Machines that are large enough when empty change nothing.
  expect(await optimum(byHand(4))).toBeCloseTo(wet, 3);
});
