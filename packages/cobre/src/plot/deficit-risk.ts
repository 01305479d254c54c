import type { Chart } from './chart.js';

export const deficitRisk: Chart = {
  name: 'deficit-risk',
  title: 'Deficit risk',
  caption: 'Share of scenarios in which load is cut at some time of the year, by bus and in the whole system.',
  async draw(results) {
    const values = await results.planning('deficit_risk');
    if (values.length === 0) return null;
    const names = [...new Set(values.map(({ name }) => name))];
    return {
      title: { text: 'Deficit risk by year', subtitle: 'Scenarios with load that is not served, in %' },
      width: 720,
      height: 300,
      data: { values },
      mark: { type: 'bar' },
      encoding: {
        x: { field: 'year', type: 'ordinal', title: 'Year', axis: { labelAngle: 0 } },
        xOffset: { field: 'name', type: 'nominal', sort: names },
        y: { field: 'risk_percent', type: 'quantitative', title: 'Risk (%)', scale: { domainMin: 0 } },
        color: { field: 'name', type: 'nominal', sort: names, legend: { title: null } },
      },
    };
  },
};
