/**
 * What machines take by the head of every state. SERRA of the small deck with machines of 20 m³/s instead of 60, so that water and
 * not the generator is the limit, and less than what flows in: two of them at 98 m, Francis; its net head is 0.98 · (80 + 0.1 · v),
 * 88.2 m at 100 hm³ and 98 m at 200. It takes 40 · √(h / 98): 37.95 m³/s when empty, 40 from 200 hm³ on, as at the mean head.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rowsOf } from '../../src/parquet/table.js';
import { cobre } from '../cli/program.js';
import { newRoot } from '../tools/served.js';
import { registerFile } from './binary-files.js';
import { writeDeck } from './decks.js';
import { imported } from './imported.js';
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
});
