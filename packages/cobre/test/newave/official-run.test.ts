/** A year of the official deck, trained and simulated: what comes out has to be plausible, whatever the model of its plants. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';
import { runCobre } from '../../src/cli/program.js';
import { newRoot } from '../tools/served.js';
import { officialDeck, skipOfficial } from './decks.js';

async function cobre(...words: readonly string[]): Promise<string> {
  const terminal = memoryTerminal();
  const code = await runCobre(words, async () => {}, terminal);
  expect(code, terminal.stderr).toBe(0);
  return terminal.stdout;
}

type Row = Readonly<Record<string, number>>;
async function rowsOf(results: string, kind: string): Promise<Row[]> {
  const { columns, rows } = JSON.parse(await cobre('query', results, kind, '--limit', '1000000', '--json')) as {
    columns: string[];
    rows: number[][];
  };
  return rows.map((row) => Object.fromEntries(columns.map((name, k) => [name, row[k]!])));
}

async function edit(path: string, change: (content: Content) => void): Promise<void> {
  const content = JSON.parse(await readFile(path, 'utf8'));
  change(content);
  await writeFile(path, JSON.stringify(content));
}
// biome-ignore lint/suspicious/noExplicitAny: two files of different shapes, each changed in one place
type Content = any;

/** As little work as still trains: `passes` and `openings` of a few iterations. */
async function smaller(study: string, iterations: number, openings: number): Promise<void> {
  await edit(join(study, 'config.json'), ({ training, simulation }) => {
    training.selection.forward_passes = 1;
    training.stopping_rules = [{ type: 'iteration_limit', limit: iterations }];
    simulation.selection.num_scenarios = 2;
  });
  await edit(join(study, 'stages.json'), ({ stages }) => {
    for (const stage of stages) stage.num_openings = openings;
  });
}

describe.skipIf(skipOfficial)('a year of the official deck', () => {
  test.each([
    ['ree', 'constant', 10, 3],
    ['subsystem', 'constant', 10, 3],
    ['individual', 'constant', 3, 3],
    ['individual', 'fpha', 1, 2],
  ])(
    'as %s with %s production trains and simulates: power is balanced, and January has no deficit',
    { timeout: 900_000 },
    async (model, production, iterations, openings) => {
      const study = join(await newRoot(), 'case');
      const options = ['--years', '1', '--model', model, '--production', production];
      await cobre('import', 'newave', officialDeck, study, ...options);
      await smaller(study, iterations, openings);
      await cobre('run', study, '--threads', '1', '--no-progress', '--json');
      const results = join(study, 'output');
      const [buses, hydros, thermals, sources, lines] = await Promise.all(
        ['buses', 'hydros', 'thermals', 'non_controllable_sources', 'lines'].map((kind) => rowsOf(results, kind)),
      );
      const january = (rows: readonly Row[] | undefined) => rows!.filter(({ stage_id }) => stage_id === 0);
      expect(january(buses).reduce((sum, { deficit_mw }) => sum + deficit_mw!, 0)).toBeCloseTo(0, 6);
      expect(january(hydros).every((row) => row.inflow_nonnegativity_slack_m3s! < 1e-6)).toBe(true);
      const cellOf = (row: Row) => `${row.scenario_id} ${row.stage_id} ${row.block_id}`;
      const balance = new Map<string, number>();
      const add = (rows: readonly Row[] | undefined, of: (row: Row) => number) => {
        for (const row of rows!) balance.set(cellOf(row), (balance.get(cellOf(row)) ?? 0) + of(row));
      };
      for (const rows of [hydros, thermals, sources]) add(rows, ({ generation_mw }) => generation_mw!);
      add(lines, ({ losses_mw }) => -losses_mw!);
      add(buses, ({ deficit_mw, excess_mw, load_mw }) => deficit_mw! - excess_mw! - load_mw!);
      expect(balance.size).toBe(2 * 12 * 3);
      for (const [cell, rest] of balance) expect(Math.abs(rest), cell).toBeLessThan(1e-4);
    },
  );
});
