import type { Spread } from '../service/answers/statistics.js';
import type { Chart } from './chart.js';
import { palette } from './look.js';
import { stageAxis } from './stage-axis.js';

const shown = palette.length - 1;
const others = 'Others';

export const thermalDispatch: Chart = {
  name: 'thermal-dispatch',
  title: 'Thermal dispatch',
  caption: 'Energy of thermal plants over time, as the mean over scenarios.',
  async draw(results) {
    const [plants, total, scenarios] = [
      await results.largest('thermals', 'generation_mwh', shown, 'added'),
      await results.total('thermals', 'generation_mwh'),
      Math.max(1, await results.scenarios()),
    ];
    if (plants.length === 0) return null;
    // A spread is over scenarios for a plant, and over rows, which are blocks of scenarios, for all of them together.
    const energy = ({ mean, count }: Spread) => (mean * count) / scenarios / 1000;
    const values = plants.flatMap(({ name, byStage }) =>
      byStage.map((spread) => ({ name, stage: spread.key, energy: energy(spread) })),
    );
    const rest = total.map((spread) => {
      const known = values.filter(({ stage }) => stage === spread.key).reduce((sum, at) => sum + at.energy, 0);
      return { name: others, stage: spread.key, energy: Math.max(0, energy(spread) - known) };
    });
    const hasOthers = rest.some((at) => at.energy > 1e-6);
    const domain = [...plants.map(({ name }) => name), ...(hasOthers ? [others] : [])];
    const axis = stageAxis(
      await results.stages(),
      values.map(({ stage }) => stage),
    );
    return {
      title: { text: 'Thermal dispatch', subtitle: `Mean over ${scenarios} scenarios` },
      width: 720,
      height: 380,
      data: { values: hasOthers ? [...values, ...rest] : values },
      transform: [{ calculate: `indexof(${JSON.stringify(domain)}, datum.name)`, as: 'order' }],
      mark: { type: 'bar', width: { band: 0.82 } },
      encoding: {
        x: { field: 'stage', type: 'ordinal', axis: { labelAngle: 0, labelOverlap: true }, ...axis },
        y: { field: 'energy', type: 'quantitative', title: 'Energy (GWh)', stack: 'zero' },
        color: { field: 'name', type: 'nominal', scale: { domain }, legend: { title: null } },
        order: { field: 'order', type: 'quantitative' },
      },
    };
  },
};
