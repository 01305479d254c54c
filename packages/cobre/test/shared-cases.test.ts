/**
 * The known answers that come with the specification: every asserted number of `../shared/cases/*` within its tolerance.
 * Their origin is stated in each `expected.json`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Case, loadCase, type ScenarioResult, simulate, type Trained, train } from '../src/index.js';
import { expectBalances } from './balances.js';

const cases = fileURLToPath(new URL('../../../../shared/cases', import.meta.url));
const present = existsSync(cases);

interface Outcome {
  readonly study: Case;
  readonly run: Trained;
  readonly rows: ScenarioResult[];
}

interface Expectation {
  readonly quantity: string;
  readonly value: number | boolean | null;
  readonly tolerance: number;
  readonly comparator: string;
  readonly iteration_limit?: number;
}

/** Long runs are measured elsewhere; here they would only cost time. */
const tooLong = new Set(['4ree']);
const hasBoth = (name: string) => ['config.json', 'expected.json'].every((file) => existsSync(join(cases, name, file)));
const names = present ? readdirSync(cases).filter(hasBoth) : [];

test('the shared cases are there when the checks run for good', () => {
  expect(present || process.env.CI !== 'true').toBe(true);
});

describe.skipIf(!present)('shared cases', () => {
  const trained = new Map<string, Promise<Outcome>>();

  function outcomeOf(name: string) {
    const known = trained.get(name) ?? runCase(name);
    trained.set(name, known);
    return known;
  }

  for (const name of names.filter((entry) => !tooLong.has(entry))) {
    for (const expected of expectationsOf(name).filter(checks)) {
      test(`${name}: ${expected.quantity}`, async () => {
        const { study, run, rows } = await outcomeOf(name);
        if (expected.quantity.includes('balance residual')) return expectBalances(study, rows[0]!);
        const d02 = expected.quantity.includes('D02') ? await outcomeOf('d02-single-hydro') : undefined;
        const actual = measure(expected.quantity, run, rows, d02?.run);
        expect(actual, `no measure for "${expected.quantity}"`).toBeDefined();
        compare(actual!, expected);
      });
    }
  }
});

function expectationsOf(name: string): readonly Expectation[] {
  return JSON.parse(readFileSync(join(cases, name, 'expected.json'), 'utf8')) as Expectation[];
}

/** Rows about files, structure and continued runs are checked in shared-runs.test.ts. */
function checks({ quantity }: Expectation): boolean {
  return !/^(structure|output\/|python smoke|policy checkpoint|resume|warm start|boundary|lower bound with|estimation)/.test(
    quantity,
  );
}

async function runCase(name: string): Promise<Outcome> {
  const { case: study } = await loadCase(join(cases, name));
  const run = await train(study);
  const rows: ScenarioResult[] = [];
  for await (const scenario of simulate(study, run.policy, { scenarios: 1, problem: run.problem })) rows.push(scenario);
  return { study, run, rows };
}

function compare(actual: number, { comparator, value, tolerance }: Expectation): void {
  const wanted = Number(value);
  if (comparator === 'abs_diff<=tolerance' || comparator === 'equals') {
    expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(tolerance);
  } else if (comparator === 'abs_diff<tolerance') expect(Math.abs(actual - wanted)).toBeLessThan(tolerance);
  else if (comparator === 'actual<=value') expect(actual).toBeLessThanOrEqual(wanted);
  else if (comparator === 'actual>=value') expect(actual).toBeGreaterThanOrEqual(wanted);
  else if (comparator === 'actual>value') expect(actual).toBeGreaterThan(wanted);
  else if (comparator === 'actual<value') expect(actual).toBeLessThan(wanted);
  else if (comparator.startsWith('final_lower_bound<=')) {
    expect(actual).toBeLessThanOrEqual(wanted + tolerance);
    expect(actual).toBeGreaterThanOrEqual(wanted * 0.999);
  } else throw new Error(`Unknown comparator ${comparator}`);
}

function measure(quantity: string, run: Trained, rows: ScenarioResult[], d02?: Trained): number | undefined {
  const last = run.iterations.at(-1)!;
  const column = (folder: string, name: string) => columnOf(rows[0]!, folder, name);
  const most = (folder: string, name: string) => Math.max(...column(folder, name));
  if (quantity === 'final_lower_bound') return run.policy.lowerBound;
  if (quantity.startsWith('exact optimum')) return run.policy.lowerBound;
  if (quantity === 'iterations') return last.iteration;
  if (quantity === 'final_gap') return last.gap;
  if (quantity === 'abs(final_lower_bound - D02)') return Math.abs(run.policy.lowerBound - d02!.policy.lowerBound);
  if (quantity === 'active cuts after training') return last.cutsActive;
  if (quantity === 'simulation_mean_cost') return rows[0]!.cost;
  if (quantity.startsWith('simulation discount_factor stage'))
    return column('costs', 'discount_factor')[Number(quantity.at(-1))];
  if (quantity.startsWith('max ')) return most('hydros', quantity.split(' ')[1]!);
  if (quantity.startsWith('per-stage |hydro_violation_cost')) return violationResidual(rows[0]!);
  if (quantity === 'hydro rows per stage') return column('hydros', 'stage_id').filter((stage) => stage === 0).length;
  return undefined;
}

function columnOf(scenario: ScenarioResult, folder: string, name: string): number[] {
  const table = scenario.tables.find((entry) => entry.table.folder === folder)!;
  return table.columns[table.table.columns.findIndex((entry) => entry.name === name)]!.map(Number);
}

/** D21: one plant, 730 h, 5000 $/(m³/s·h), nothing but the minimum outflow is violated. */
function violationResidual(scenario: ScenarioResult): number {
  const slack = columnOf(scenario, 'hydros', 'outflow_slack_below_m3s');
  return Math.max(
    ...columnOf(scenario, 'costs', 'hydro_violation_cost').map((cost, t) => Math.abs(cost - slack[t]! * 5000 * 730)),
  );
}
