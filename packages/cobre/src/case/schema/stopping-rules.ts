import * as z from 'zod';
import { count, nonNegative, positive, setting } from './primitives.js';

export const stoppingRules = [
  z.object({
    type: z.literal('iteration_limit').describe('Ends the training after so many iterations'),
    limit: count.describe('Iterations, those before a resumed training counted too'),
  }),
  z.object({
    type: z.literal('time_limit').describe('Ends the training after the first iteration that is over past this time'),
    seconds: positive.describe('Seconds since this training began'),
  }),
  z.object({
    type: z.literal('bound_stalling').describe('Ends the training, as converged, when the lower bound stands still'),
    iterations: count.describe('The newest lower bound is compared with the first of so many of the latest'),
    tolerance: nonNegative.describe('It stands still when it moved by less than this share of itself'),
  }),
  z.object({
    type: z
      .literal('simulation')
      .describe('Ends the training, as converged, when simulations of the policy cost the same twice in a row'),
    replications: count.describe('Trajectories of each simulation'),
    period: count.describe('Simulates every so many iterations, where the lower bound stands still'),
    bound_window: count.describe('Latest lower bounds that are looked at for that'),
    bound_tol: nonNegative.describe('Share of itself the lower bound may have moved by over that window'),
    distance_tol: nonNegative.describe(
      'Largest distance between the mean costs of the stages of two simulations, as a share of those of the earlier',
    ),
  }),
] as const;

/** Only of today's form. */
export const gapRule = z
  .object({
    type: z
      .literal('gap')
      .describe(
        'Ends the training, as converged, when the bounds are near; for enumerated paths, whose upper bound is exact',
      ),
    tolerance: setting(
      nonNegative,
      'Largest difference of the bounds in $; one of the two tolerances has to be given, and either is enough',
    ),
    relative_tolerance: setting(nonNegative, 'Largest difference of the bounds as a share of the upper one'),
  })
  .refine((rule) => typeof rule.tolerance === 'number' || typeof rule.relative_tolerance === 'number', {
    message: 'Needs tolerance or relative_tolerance',
  });

export const stoppingMode = setting(
  z.enum(['any', 'all']),
  'Whether one rule is enough to end the training, or all have to say so after the same iteration',
  'any',
);
