import { stageWord } from '../service/cases/stage-names.js';
import type { Chart } from './chart.js';
import { envelopeChart } from './envelope-chart.js';

export const storage: Chart = {
  name: 'storage',
  title: 'Storage over scenarios',
  caption: 'Storage over time: every scenario in light, nine of ten in dark, the median as a line.',
  async draw(results) {
    const stages = await results.stages();
    const hydros = await results.largest('hydros', 'storage_final_hm3', 9, 'at its end');
    return envelopeChart(
      hydros.filter(({ byStage }) => byStage.some(({ max }) => max > 0)),
      {
        title: 'Storage over scenarios',
        subtitle: `Range, 5 % to 95 %, and median at the end of each ${stageWord(stages)}`,
        axis: 'Storage (hm³)',
        stages,
      },
    );
  },
};
