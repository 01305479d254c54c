import type { Chart } from './chart.js';
import { envelopeChart } from './envelope-chart.js';

export const marginalCost: Chart = {
  name: 'marginal-cost',
  title: 'Marginal cost',
  caption: 'What one more MWh of load would cost at each bus.',
  async draw(results) {
    return envelopeChart(await results.largest('buses', 'spot_price', 9, 'by hours'), {
      title: 'Marginal cost of energy',
      subtitle: 'Range over scenarios, 5 % to 95 %, and median; blocks weighted by their hours',
      axis: 'Price ($/MWh)',
      color: '#c8504b',
    });
  },
};
