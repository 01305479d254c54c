import * as z from 'zod';
import { entityId, fileRoot, finite, nonNegative, stageId } from './primitives.js';

export const correlationFile = fileRoot({
  method: z.enum(['spectral', 'cholesky']).nullish().describe('The symmetric square root is used in either case'),
  profiles: z.record(
    z.string(),
    z.object({
      correlation_groups: z.array(
        z.object({
          name: z.string(),
          entities: z.array(z.object({ type: z.enum(['inflow', 'load', 'ncs']), id: entityId })).min(1),
          matrix: z.array(z.array(finite)),
        }),
      ),
    }),
  ),
  schedule: z.array(z.object({ stage_id: stageId, profile_name: z.string() })).nullish(),
}).describe('Spatial correlation of the noise');

export const constraintShape = {
  id: entityId,
  name: z.string(),
  description: z.string().nullish(),
  expression: z.string().describe('Sum of coefficient * variable(entity[, block]) terms'),
  sense: z.enum(['>=', '<=', '==']),
  slack: z.object({ enabled: z.boolean(), penalty: nonNegative.nullish() }),
};

export const genericConstraintsFile = fileRoot({
  constraints: z.array(z.object(constraintShape)),
}).describe('User constraints over the variables of a stage');

type Written = z.output<typeof genericConstraintsFile>['constraints'][number];

/** The user constraints of a case of either generation. Without a sense, the bounds say which side is limited. */
export interface GenericConstraintsFile {
  readonly expressions?: readonly { name: string; expression: string }[] | null | undefined;
  readonly constraints: readonly (Omit<Written, 'sense'> & {
    readonly sense?: Written['sense'];
    readonly bound_lower_ref?: string | null | undefined;
    readonly bound_upper_ref?: string | null | undefined;
  })[];
}

export type CorrelationFile = z.output<typeof correlationFile>;
