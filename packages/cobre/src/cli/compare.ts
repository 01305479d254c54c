import { dirname } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import { type Answer, colors, exitCodes, type Io, someArguments } from '@quadrivium/kernel/shell';
import { comparePolicies } from '../operations/compare-policies.js';
import { simulatedCosts } from '../operations/simulated-costs.js';
import type { PolicyComparison } from '../service/answers/compare.js';
import type { Spread } from '../service/answers/statistics.js';
import { call, cobreCommand, type GlobalOptions } from './calls.js';
import { policyDirectory } from './results-directory.js';
import { heading, money, percent, table } from './text.js';

export const compareCommand = cobreCommand({
  name: 'compare',
  description: 'Bounds, cuts and costs of runs next to each other',
  arguments: { runs: someArguments('Two or more policies, output directories or cases') },
  run: (io, given) => compare(io, given, given.runs),
});

async function compare(io: Io, given: GlobalOptions, runs: readonly string[]): Promise<Answer> {
  if (runs.length < 2) {
    throw new Fault('InvalidArguments', 'Two runs are needed to compare', {
      context: { field: 'runs', value: runs },
      suggestion: 'Name a second policy, output directory or case.',
    });
  }
  const directories = runs.map(policyDirectory);
  const comparison = await call(comparePolicies, { policy_dirs: directories }, io, given);
  const costs: (Spread | null)[] = [];
  const shortfalls: string[] = [];
  for (const directory of directories) {
    const found = await call(simulatedCosts, { output_dir: dirname(directory) }, io, given).catch(() => null);
    costs.push(found?.costs ?? null);
    if (found?.incomplete) shortfalls.push(`${dirname(directory)}: ${found.incomplete.note}`);
  }
  const errors = comparison.errors ?? [];
  return {
    exitCode: comparison.compatible ? exitCodes.ok : exitCodes.failed,
    errors,
    data: { ...comparison, simulations: costs, ...(shortfalls.length > 0 ? { incomplete: shortfalls } : {}) },
    summary: [sentence(comparison), ...shortfalls].join(' '),
    details: () => `${heading('Runs')}\n${comparisonTable(runs, comparison, costs)}\n\n`,
  };
}

function sentence({ compatible, deltas, policies }: PolicyComparison): string {
  if (!compatible) return 'These runs belong to different systems and cannot be compared number by number.';
  if (deltas?.lb_delta === undefined) return `${policies.length} runs compared`;
  const sign = deltas.lb_delta >= 0 ? '+' : '−';
  return `The second lower bound is ${sign}${money(Math.abs(deltas.lb_delta))} (${percent(deltas.lb_delta_pct ?? 0)}) from the first.`;
}

function comparisonTable(
  runs: readonly string[],
  { policies }: PolicyComparison,
  costs: readonly (Spread | null)[],
): string {
  const dollars = (value: number | null | undefined) => (value == null ? '-' : money(value));
  const row = (name: string, cell: (k: number) => string) => [name, ...runs.map((_, k) => cell(k))];
  return table(
    ['', ...runs],
    [
      row('lower bound', (k) => colors.blue(dollars(policies[k]?.final_lower_bound))),
      row('upper bound', (k) => dollars(policies[k]?.final_upper_bound)),
      row('gap', (k) => (policies[k]?.final_gap == null ? '-' : percent(policies[k]?.final_gap ?? 0))),
      row('iterations', (k) => String(policies[k]?.iterations ?? '-')),
      row('cuts', (k) => String(policies[k]?.total_cuts ?? '-')),
      row('stages', (k) => String(policies[k]?.stages ?? '-')),
      row('mean cost', (k) => dollars(costs[k]?.mean)),
      row('5 % to 95 %', (k) => (costs[k] ? `${dollars(costs[k]?.p5)} to ${dollars(costs[k]?.p95)}` : '-')),
    ],
  );
}
