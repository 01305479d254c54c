import * as z from 'zod';
import { optional } from '../../case/file-spec.js';
import { dated, entityId, fileRoot, lifetime, named, nonNegative, positive } from '../../case/schema/primitives.js';

const efficiency = z.number().gt(0).max(1);

const batteriesFile = fileRoot({
  batteries: z.array(
    z.object({
      ...named,
      operational_start_date: dated.operational_start_date.nullish(),
      bus_id: entityId,
      ...lifetime,
      energy: z.object({
        capacity_mwh: positive,
        initial_mwh: nonNegative.nullish().describe('Charge at the start of the study; empty when absent'),
      }),
      charge: z.object({ max_mw: nonNegative, efficiency: efficiency.describe('MWh stored per MWh taken') }),
      discharge: z.object({
        max_mw: nonNegative,
        efficiency: efficiency.describe('MWh given per MWh taken out of the store'),
        cost_per_mwh: nonNegative.nullish().describe('$ per MWh given, for wear'),
      }),
      max_cycles_per_day: positive
        .nullish()
        .describe('Full turns of the store per day of a stage; no limit when absent'),
      end_of_stage: z
        .enum(['free', 'cyclic', 'final_target'])
        .nullish()
        .describe(
          'free (when absent): the charge is carried to the next stage. cyclic: every stage ends as it began. final_target: carried, and the last stage ends with final_target_mwh',
        ),
      final_target_mwh: nonNegative.nullish().describe('initial_mwh when absent'),
      final_target_violation_cost: positive
        .nullish()
        .describe('$ per MWh missing to the target; the dearest deficit of the bus when absent'),
    }),
  ),
}).describe('Batteries and other stores of electricity');

export const files = { batteries: optional('system/batteries.json', batteriesFile) } as const;

export type BatteryEntry = z.output<typeof batteriesFile>['batteries'][number];
