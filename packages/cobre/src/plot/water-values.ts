import type { Chart } from './chart.js';
import { envelopeChart } from './envelope-chart.js';

export const waterValues: Chart = {
  name: 'water-values',
  title: 'Water values',
  caption: 'What one more hm³ would save: high where water is scarce, zero where the reservoir would spill it.',
  async draw(results) {
    return envelopeChart(await results.largest('hydros', 'water_value_per_hm3', 9, 'by hours'), {
      title: 'Water values',
      subtitle: 'Range over scenarios, 5 % to 95 %, and median; blocks weighted by their hours',
      axis: 'Value ($/hm³)',
      color: '#2f9e77',
      stages: await results.stages(),
    });
  },
};
