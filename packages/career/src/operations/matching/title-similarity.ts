import * as z from 'zod';
import { rankTitles } from '../../app/titles.js';
import { operation } from '../operation.js';

const title = z.string().min(1).max(300);
const NearOccupation = z.object({
  uri: z.string().describe('ESCO address, or onet: and the code'),
  title: z.string(),
  likeness: z.number(),
});

export const titleSimilarityOperation = operation({
  name: 'title_similarity',
  title: 'Compare job titles',
  description:
    'Ranks job titles by how alike they are to one: by the occupations of ESCO and O*NET they stand for, their rare words and their vectors; in four languages where our vocabulary knows them.',
  effect: 'read',
  narrower: 'compare with fewer titles.',
  cli: { verb: 'title-similarity', arguments: ['title'] },
  input: z.strictObject({
    title: title.describe('Title to compare with'),
    others: z.array(title).max(1000).describe('Titles to rank'),
  }),
  output: z.object({
    title: z.string(),
    occupations: z.array(NearOccupation).describe('Occupations nearest to the title'),
    ranked: z.array(z.object({ title: z.string(), likeness: z.number().describe('0 nothing in common, 1 the same') })),
  }),
  run: ({ title: one, others }) => rankTitles(one, others),
});
