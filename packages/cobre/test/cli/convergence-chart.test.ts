import { expect, test } from 'vitest';
import { convergenceChart } from '../../src/cli/convergence-chart.js';

test.each([
  ['are the same', 1e6, 1e6],
  ['differ in the last digit', 1e6, 1e6 + 2 ** -33],
  ['are enormous and the same', 1e18, 1e18],
  ['are enormous and differ in the last digit', 1e18, 1e18 + 128],
  ['are zero', 0, 0],
])('bounds that %s are drawn as one line in a chart of the usual height', (_, lower, upper) => {
  const history = [1, 2, 3].map((iteration) => ({ iteration, lower, upper, margin: 0 }));
  const lines = convergenceChart(history, 80).split('\n');
  // Twelve steps have thirteen rows; the axis and the legend follow.
  expect(lines).toHaveLength(15);
  expect(lines.filter((line) => line.includes('────────'))).toHaveLength(1);
});
