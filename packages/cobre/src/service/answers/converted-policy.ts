import * as z from 'zod';
import { integer, record } from '../seed-schema.js';

/** Apart from the work itself, which needs the stage problem: a server lists this and converts in another process. */
export const convertedPolicy = record({
  policy_dir: z.string().describe('Where the converted policy is'),
  from: z.string().describe('Layout that was read'),
  to: z.string(),
  stages: integer(),
  total_cuts: integer(),
  warnings: z.array(z.string()),
});

export type ConvertedPolicy = z.output<typeof convertedPolicy>;
