import { seasonal, studyFiles } from './study.js';
import { jsonFile, type Template } from './template.js';

/** Neighbouring rivers get their rain from the same weather, the far north from another. */
const correlation = jsonFile('scenarios/correlation.json', {
  method: 'spectral',
  profiles: {
    default: {
      correlation_groups: [
        {
          name: 'weather',
          entities: [0, 1, 2, 3].map((id) => ({ type: 'inflow', id })),
          matrix: [
            [1, 0.5, 0.4, 0.1],
            [0.5, 1, 0.2, 0],
            [0.4, 0.2, 1, 0.3],
            [0.1, 0, 0.3, 1],
          ],
        },
      ],
    },
  },
});

export const fourRegions: Template = {
  name: 'four-regions',
  title: 'Four regions',
  description: 'Four regions with reservoirs, plants and lines between them, and rivers that are wet and dry together.',
  files: () =>
    studyFiles({
      months: 12,
      openings: 10,
      forwardPasses: 6,
      iterations: 60,
      scenarios: 100,
      regions: [
        { name: 'Centre', load: seasonal(3800, 0.06, 1), loadVariation: 0.02 },
        { name: 'South', load: seasonal(1100, 0.12, 6), loadVariation: 0.02 },
        { name: 'East', load: seasonal(1000, 0.05, 0), loadVariation: 0.02 },
        { name: 'North', load: seasonal(500, 0.04, 9), loadVariation: 0.02 },
      ],
      links: [
        { from: 0, to: 1, direct: 500, reverse: 500 },
        { from: 0, to: 2, direct: 300, reverse: 250 },
        { from: 0, to: 3, direct: 250, reverse: 400 },
        { from: 2, to: 3, direct: 150, reverse: 300 },
      ],
      plants: [
        region('Centre lakes', 0, [20_000, 9_000], 0.9, 4200, seasonal(2400, 0.55, 1), 0.25),
        region('South lakes', 1, [2_000, 1_100], 0.85, 1300, seasonal(750, 0.3, 7), 0.45),
        region('East lakes', 2, [5_000, 2_000], 0.8, 1000, seasonal(600, 0.6, 1), 0.35),
        region('North lakes', 3, [1_300, 700], 0.9, 900, seasonal(500, 0.8, 2), 0.3),
      ],
      thermals: [
        { name: 'Centre nuclear', bus: 0, cost: 20, max: 500 },
        { name: 'Centre gas', bus: 0, cost: 70, max: 700 },
        { name: 'Centre oil', bus: 0, cost: 210, max: 500 },
        { name: 'South coal', bus: 1, cost: 60, max: 300 },
        { name: 'South gas', bus: 1, cost: 130, max: 250 },
        { name: 'East gas', bus: 2, cost: 85, max: 300 },
        { name: 'East diesel', bus: 2, cost: 290, max: 250 },
        { name: 'North gas', bus: 3, cost: 95, max: 200 },
      ],
      more: [correlation],
    }),
};

function region(
  name: string,
  bus: number,
  [max, initial]: readonly [number, number],
  productivity: number,
  maxTurbined: number,
  inflow: (month: number) => number,
  inflowVariation: number,
) {
  return { name, bus, storage: { max, initial }, productivity, maxTurbined, inflow, inflowVariation };
}
