import * as z from 'zod';
import { integer } from '../service/seed-schema.js';

export const caseDir = z.string().describe('Absolute path to the case directory');
export const outputDir = z.string().describe('Absolute path to the output directory');

export const taskId = z.string().describe('What cobre/run returned for a run in the background');
export const phaseNames = ['training', 'simulation', 'both'] as const;
export const phases = z.enum(phaseNames).describe('Execution phases to run. Defaults to "both"');

/** An inclusive pair of integers. */
export const range = (description: string) =>
  z
    .array(integer())
    .length(2)
    .refine(([first = 0, last = 0]) => first <= last, { message: 'The first number must not be above the second' })
    .describe(description);

export function pairOf(numbers: readonly number[] | undefined): readonly [number, number] | undefined {
  return numbers === undefined ? undefined : [numbers[0]!, numbers[1]!];
}
