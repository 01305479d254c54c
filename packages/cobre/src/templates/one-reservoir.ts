import { seasonal, studyFiles } from './study.js';
import type { Template } from './template.js';

export const oneReservoir: Template = {
  name: 'one-reservoir',
  title: 'One reservoir',
  description: 'One reservoir and three thermal plants over a year: keep water for the dry season, or burn fuel now?',
  files: () =>
    studyFiles({
      months: 12,
      openings: 12,
      forwardPasses: 10,
      iterations: 100,
      scenarios: 100,
      regions: [{ name: 'Valley', load: seasonal(100, 0.12, 6), loadVariation: 0.02 }],
      plants: [
        {
          name: 'Clearwater',
          storage: { max: 400, initial: 240 },
          productivity: 1,
          maxTurbined: 95,
          inflow: seasonal(55, 0.55, 1),
          inflowVariation: 0.3,
        },
      ],
      thermals: [
        { name: 'Gas', cost: 45, max: 30 },
        { name: 'Coal', cost: 90, max: 30 },
        { name: 'Diesel', cost: 240, max: 30 },
      ],
    }),
};
