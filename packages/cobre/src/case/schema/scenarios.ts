import { z } from 'zod';
import { entityId, fileRoot, finite, nonNegative, positive, stageId } from './primitives.js';

const blockFactors = z.array(z.object({ block_id: z.int().min(0), factor: nonNegative }));

export const loadFactorsFile = fileRoot({
  load_factors: z.array(z.object({ bus_id: entityId, stage_id: stageId, block_factors: blockFactors })),
}).describe('Load of a block relative to the stage');

export const nonControllableFactorsFile = fileRoot({
  non_controllable_factors: z.array(z.object({ ncs_id: entityId, stage_id: stageId, block_factors: blockFactors })),
}).describe('Availability of a block relative to the stage');

export const exchangeFactorsFile = fileRoot({
  exchange_factors: z.array(
    z.object({
      line_id: entityId,
      stage_id: stageId,
      block_factors: z.array(z.object({ block_id: z.int().min(0), direct_factor: positive, reverse_factor: positive })),
    }),
  ),
}).describe('Line capacity of a block relative to the stage');

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

export const genericConstraintsFile = fileRoot({
  constraints: z.array(
    z.object({
      id: entityId,
      name: z.string(),
      description: z.string().nullish(),
      expression: z.string().describe('Sum of coefficient * variable(entity[, block]) terms'),
      sense: z.enum(['>=', '<=', '==']),
      slack: z.object({ enabled: z.boolean(), penalty: nonNegative.nullish() }),
    }),
  ),
}).describe('User constraints over the variables of a stage');

export type CorrelationFile = z.output<typeof correlationFile>;
