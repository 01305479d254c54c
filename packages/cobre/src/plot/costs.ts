import type { Chart } from './chart.js';
import { blue } from './look.js';

const bins = 20;

export const costs: Chart = {
  name: 'costs',
  title: 'Cost of scenarios',
  caption: 'How many scenarios cost how much, discounted to the beginning of the study.',
  async draw(results) {
    const found = await results.costHistogram(bins);
    if (found === null) return null;
    const width = (found.high - found.low) / bins;
    const single = width === 0;
    const values = found.counts
      .map((count, k) => ({ count, from: (found.low + k * width) / 1e6, to: (found.low + (k + 1) * width) / 1e6 }))
      .slice(0, single ? 1 : bins);
    return {
      title: { text: 'Cost of scenarios', subtitle: `${found.counts.reduce((sum, at) => sum + at, 0)} scenarios` },
      width: 720,
      height: 300,
      data: { values: single ? values.map((at) => ({ ...at, to: at.from + Math.max(1e-6, at.from / 100) })) : values },
      mark: { type: 'bar', color: blue },
      encoding: {
        x: { field: 'from', type: 'quantitative', title: 'Cost (million $)', bin: 'binned', scale: { zero: false } },
        x2: { field: 'to' },
        y: { field: 'count', type: 'quantitative', title: 'Scenarios', axis: { tickMinStep: 1 } },
      },
    };
  },
};
