import { expect, test } from 'vitest';
import { gapOf } from '../../src/sddp/index.js';
import type { ConvergenceHistory } from '../../src/service/answers/convergence.js';
import { diagnose } from '../../src/service/answers/diagnosis.js';

/** A history with the given lower bounds and an upper bound that does not move. */
function historyOf(lowerBounds: readonly number[], upper = 110, ci = 1): ConvergenceHistory {
  const iterations = lowerBounds.map((lower_bound, k) => ({
    iteration: k + 1,
    lower_bound,
    upper_bound: upper,
    upper_bound_std: ci,
    ci_95: ci,
    gap: gapOf(lower_bound, upper),
    wall_time_ms: 100 * (k + 1),
    iteration_time_ms: 100,
  }));
  return { iterations, total_iterations: iterations.length, termination_reason: 'iteration_limit' };
}

test.each([
  ['climbs to the end', [10, 20, 30, 40, 50, 60, 70], null],
  ['is flat for too short a time', [10, 100, 100, 100, 100], null],
  ['is flat from the third iteration on', [10, 90, 100, 100, 100, 100, 100], { since: 3, length: 5, rise: 0 }],
  ['creeps', [10, 100, 100.001, 100.002, 100.003, 100.004], { since: 2, length: 5 }],
])('a lower bound that %s has its stall measured', (_, bounds, stall) => {
  const found = diagnose(historyOf(bounds))?.stall;
  if (stall === null) expect(found).toBeNull();
  else expect(found).toMatchObject(stall);
});

test('advice follows from the numbers', () => {
  const adviceOf = (history: ConvergenceHistory) => diagnose(history)?.advice.join(' ') ?? '';
  expect(adviceOf(historyOf([10, 20, 30, 40]))).toContain('iteration_limit');
  expect(adviceOf(historyOf([10, ...Array(10).fill(100)]))).toContain('bound_stalling');
  expect(adviceOf(historyOf([10, ...Array(10).fill(100)], 110, 0))).toContain('forward_passes');
  expect(adviceOf(historyOf([10, ...Array(10).fill(100)], 110, 9))).toContain('noise');
  // The upper bound lies 10 below the lower one: within an interval of 15, beyond one of 5.
  expect(adviceOf(historyOf([10, 100, 120], 110, 15))).toContain('an estimate from few trajectories');
  expect(adviceOf(historyOf([10, 100, 120], 110, 5))).toContain('sampling hardly explains');
  const averse = diagnose(historyOf([10, 100, 120], 110, 15), 'cvar (alpha 0.2, lambda 0.5)')?.advice.join(' ');
  expect(averse).toContain('The risk measure is cvar');
  expect(averse).not.toContain('trajectories');
});

test('a run without iterations has no diagnosis', () => {
  expect(diagnose(historyOf([]))).toBeNull();
});
