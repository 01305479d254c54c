import { seasonal, studyFiles } from './study.js';
import type { Template } from './template.js';

export const cascade: Template = {
  name: 'cascade',
  title: 'A cascade of three',
  description: 'Three plants on one river over two years: water that leaves the first turns the other two as well.',
  files: () =>
    studyFiles({
      months: 24,
      openings: 15,
      forwardPasses: 8,
      iterations: 60,
      scenarios: 100,
      regions: [{ name: 'Riverland', load: seasonal(320, 0.1, 0), loadVariation: 0.02 }],
      plants: [
        {
          name: 'Headwater',
          downstream: 1,
          storage: { max: 900, initial: 450 },
          productivity: 0.9,
          maxTurbined: 140,
          inflow: seasonal(75, 0.5, 2),
          inflowVariation: 0.35,
        },
        {
          name: 'Midway',
          downstream: 2,
          storage: { max: 250, initial: 120 },
          productivity: 0.7,
          maxTurbined: 180,
          inflow: seasonal(25, 0.4, 2),
          inflowVariation: 0.3,
        },
        {
          name: 'Delta',
          storage: { max: 60, initial: 30 },
          productivity: 0.5,
          maxTurbined: 220,
          inflow: seasonal(15, 0.3, 3),
          inflowVariation: 0.25,
        },
      ],
      thermals: [
        { name: 'Nuclear', cost: 18, max: 60 },
        { name: 'Gas', cost: 55, max: 60 },
        { name: 'Coal', cost: 85, max: 60 },
        { name: 'Peaker', cost: 280, max: 60 },
      ],
    }),
};
