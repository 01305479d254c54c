import * as z from 'zod';
import { integer, record } from '../seed-schema.js';

export const runEstimate = record({
  iterations: integer().nullable().describe('At most; null where no rule limits them'),
  threads: integer(),
  states: integer().describe('Slopes of a cut at most'),
  linear_programs: record({
    per_iteration: integer(),
    training: integer().nullable(),
    simulation: integer(),
  }),
  memory: record({
    process_bytes: integer().describe(
      'Measured: the program with the problems of the case, and these once more for each further thread',
    ),
    cuts_bytes: integer()
      .nullable()
      .describe('Slopes of all cuts, the states they were made at, and what each thread copies of them'),
    machine_bytes: integer(),
  }),
  fits: z.boolean(),
  to_reduce: z.string().nullable().describe('What to reduce where it does not fit'),
  time: record({
    seconds: z.number().nullable().describe('Of the whole run; null where no rule limits the iterations'),
    forward_ms: z.number().describe('Of a linear program on the way forward'),
    backward_ms: z.number(),
    simulation_ms: z
      .number()
      .nullable()
      .describe('Of one in the simulation, with the rows of its results; null without one'),
    cpu_share: z.number().describe('How much of a core this process had meanwhile, 0 to 1'),
    sampled: integer().describe('Linear programs that were solved to find out'),
  }).nullable(),
});

export type RunEstimate = Readonly<z.output<typeof runEstimate>>;
