import { stageWord } from '../service/cases/stage-names.js';
import { bandChart } from './band-chart.js';
import type { Chart } from './chart.js';

export const storedEnergy: Chart = {
  name: 'stored-energy',
  title: 'Stored energy',
  caption: 'Energy in the reservoirs over time, in % of what they can hold; eight of ten scenarios in the band.',
  async draw(results) {
    const stages = await results.stages();
    return bandChart(await results.bands('stored_energy', 'percent'), {
      title: 'Stored energy by subsystem',
      subtitle: `P10 to P90 over scenarios and median, at the end of each ${stageWord(stages)}`,
      axis: '% of maximum',
      stages,
    });
  },
};
