import type { Chart } from './chart.js';
import { stageAxis } from './stage-axis.js';

export const thermalClasses: Chart = {
  name: 'thermal-classes',
  title: 'Thermal generation by class',
  caption: 'Mean power of thermal plants over time, by class, as the mean over scenarios.',
  async draw(results) {
    const values = await results.planning('thermal_classes');
    if (values.length === 0) return null;
    const axis = stageAxis(
      await results.stages(),
      values.map(({ stage_id }) => Number(stage_id)),
    );
    return {
      title: { text: 'Thermal generation by class', subtitle: 'Mean over scenarios' },
      width: 720,
      height: 380,
      data: { values },
      mark: { type: 'bar', width: { band: 0.82 } },
      encoding: {
        x: { field: 'stage_id', type: 'ordinal', axis: { labelAngle: 0, labelOverlap: true }, ...axis },
        y: { field: 'generation_mw_mean', type: 'quantitative', title: 'Generation (MW)', stack: 'zero' },
        color: { field: 'class', type: 'nominal', legend: { title: null } },
      },
    };
  },
};
