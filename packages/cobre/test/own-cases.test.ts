/**
 * The project's own cases: `packages/cobre/cases/<name>` has a case directory, the numbers it must give and their
 * derivation by hand. The case files are written from the definitions in `own-cases/`; after changing one, run this test
 * with UPDATE_CASES=1.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadCase, simulate, train } from '../src/index.js';
import { expectBalances, rowsOf } from './balances.js';
import { encode, writeFiles } from './case/write-case.js';
import { type Check, type OwnCase, ownCases } from './own-cases/index.js';

const root = fileURLToPath(new URL('../cases', import.meta.url));

interface Expected {
  readonly lower_bound: number;
  readonly tolerance: number;
  readonly checks: readonly Check[];
}

/** A relative error that leaves room for rounding of the LP solver only. */
const relativeTolerance = 1e-8;

function expectedOf({ lowerBound, tolerance, checks }: OwnCase): Expected {
  const allowed = tolerance ?? Math.abs(lowerBound) * relativeTolerance;
  return { lower_bound: lowerBound, tolerance: allowed, checks: checks ?? [] };
}

if (process.env.UPDATE_CASES === '1') {
  for (const own of ownCases) {
    await writeFiles(`${root}/${own.name}/case`, own.files);
    await writeFiles(`${root}/${own.name}`, { 'expected.json': expectedOf(own) });
  }
}

test('the folders are those of the definitions, each with a derivation', () => {
  expect(readdirSync(root).sort()).toEqual(ownCases.map((own) => own.name).sort());
  for (const { name } of ownCases) expect(existsSync(`${root}/${name}/DERIVATION.md`), name).toBe(true);
});

describe.each(ownCases)('$name', (own) => {
  const dir = `${root}/${own.name}`;

  test('is written as it is defined', () => {
    for (const [path, content] of Object.entries(own.files)) {
      if (content !== null)
        expect(readFileSync(`${dir}/case/${path}`), path).toEqual(Buffer.from(encode(path, content)));
    }
    expect(JSON.parse(readFileSync(`${dir}/expected.json`, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(expectedOf(own))),
    );
  });

  test('has the optimum and the decisions derived by hand', async () => {
    const expected = JSON.parse(readFileSync(`${dir}/expected.json`, 'utf8')) as Expected;
    const { case: study } = await loadCase(`${dir}/case`);
    const trained = await train(study);
    const { lowerBound } = trained.policy;
    expect(Math.abs(lowerBound - expected.lower_bound), `lower bound ${lowerBound}`).toBeLessThanOrEqual(
      expected.tolerance,
    );
    for await (const scenario of simulate(study, trained.policy, { scenarios: 1, problem: trained.problem })) {
      if (study.system.hydros.every((plant) => typeof plant.id === 'number')) expectBalances(study, scenario);
      for (const { table, where, column, value } of expected.checks) {
        const rows = rowsOf(scenario, table).filter((row) =>
          Object.entries(where).every(([key, id]) => row[key] === id),
        );
        expect(rows.length, `${table} ${JSON.stringify(where)}`).toBeGreaterThan(0);
        for (const row of rows)
          expect(row[column], `${table}.${column} ${JSON.stringify(where)}`).toBeCloseTo(value, 5);
      }
    }
  });
});
