import type { Chart } from './chart.js';
import { blue, orange } from './look.js';

const [lower, upper] = ['Lower bound', 'Upper bound'];

export const convergence: Chart = {
  name: 'convergence',
  title: 'Convergence',
  caption:
    'The lower bound climbs towards the expected cost of the best policy; the upper bound is the mean cost of the sampled paths, with its 95 % interval.',
  async draw(results) {
    const history = await results.convergence();
    if (history === null || history.iterations.length === 0) return null;
    const values = history.iterations.map((at) => ({
      iteration: at.iteration,
      lower: at.lower_bound / 1e6,
      upper: at.upper_bound / 1e6,
      low: (at.upper_bound - at.ci_95) / 1e6,
      high: (at.upper_bound + at.ci_95) / 1e6,
    }));
    const scale = { zero: false, ...topOf(values) };
    const y = (field: string) => ({ field, type: 'quantitative', title: 'Cost (million $)', scale });
    const line = (field: string, name: string) => ({
      mark: { type: 'line', clip: true, strokeWidth: 2.4, ...(values.length < 60 ? { point: { size: 28 } } : {}) },
      encoding: { y: y(field), color: { datum: name } },
    });
    const last = history.iterations.at(-1)!;
    return {
      title: {
        text: 'Convergence',
        subtitle: `${history.total_iterations} iterations, stopped by ${history.termination_reason}; final gap ${(last.gap * 100).toFixed(2)} %`,
      },
      width: 720,
      height: 380,
      data: { values },
      encoding: {
        x: { field: 'iteration', type: 'quantitative', title: 'Iteration', scale: { nice: false } },
        color: {
          scale: { domain: [lower, upper], range: [blue, orange] },
          legend: { title: null, orient: 'bottom-right', offset: 14 },
        },
      },
      layer: [
        {
          mark: { type: 'area', clip: true, color: orange, opacity: 0.16 },
          encoding: { y: y('low'), y2: { field: 'high' } },
        },
        line('upper', upper),
        line('lower', lower),
      ],
    };
  },
};

/** The first iterations know nothing of the future; where they cost a multiple of the rest they run off the top. */
function topOf(values: readonly { readonly upper: number; readonly lower: number; readonly high: number }[]): object {
  const sorted = values.map(({ high }) => high).sort((a, b) => a - b);
  const usual = Math.max(sorted[Math.floor(sorted.length * 0.9)] ?? 0, ...values.map(({ lower: bound }) => bound));
  return (sorted.at(-1) ?? 0) > 1.8 * usual ? { domainMax: 1.15 * usual } : {};
}
