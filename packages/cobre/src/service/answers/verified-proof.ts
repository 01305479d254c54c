import * as z from 'zod';
import { integer, orNull, record } from '../seed-schema.js';

/** Apart from the check itself, which needs both solvers: a server lists this and checks in another process. */
export const verifiedProof = record({
  holds: z.literal(true),
  statement: z.string().describe('What has been proven, in a sentence'),
  lower_bound: orNull(z.number().describe('$')),
  upper_bound: orNull(z.number().describe('$')),
  gap: orNull(z.number().describe('A fraction of the upper bound')),
  solver: z.string().describe('Who checked; another one made the proof'),
  checked: integer().describe('Cuts, nodes and states that were worked out again'),
  wall_time_ms: integer(),
});

export type VerifiedProof = Readonly<z.output<typeof verifiedProof>>;
