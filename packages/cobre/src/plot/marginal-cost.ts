import { bandChart } from './band-chart.js';
import type { Chart } from './chart.js';
import { envelopeChart } from './envelope-chart.js';
import type { ResultSource } from './result-source.js';

const text = { title: 'Marginal cost of energy', axis: 'Price ($/MWh)', color: '#c8504b' } as const;

export const marginalCost: Chart = {
  name: 'marginal-cost',
  title: 'Marginal cost',
  caption: 'What one more MWh of load would cost at each bus.',
  async draw(results) {
    const subtitle = 'P10 to P90 over scenarios and median; blocks weighted by their hours';
    const stages = await results.stages();
    return (
      bandChart(await results.bands('marginal_costs', 'price'), { ...text, subtitle, stages }) ?? fromRows(results)
    );
  },
};

/** Results of earlier versions, and of other programs, have only the rows themselves. */
async function fromRows(results: ResultSource) {
  return envelopeChart(await results.largest('buses', 'spot_price', 9, 'by hours'), {
    ...text,
    subtitle: 'Range over scenarios, 5 % to 95 %, and median; blocks weighted by their hours',
    stages: await results.stages(),
  });
}
