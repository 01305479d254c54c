import * as z from 'zod';
import { text } from '../fields.js';

const rationale = z.string().trim().min(8).max(2000);

/** Pause, resume, annotate, or settle a call whose outcome nobody knows. */
export const Intervention = z.discriminatedUnion('interventionType', [
  z.strictObject({ interventionType: z.literal('pause'), rationale }),
  z.strictObject({ interventionType: z.literal('resume'), rationale }),
  z.strictObject({ interventionType: z.literal('annotate'), rationale }),
  z.strictObject({
    interventionType: z.literal('resolve-unknown'),
    rationale,
    stepId: text,
    resolution: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('it-happened'), output: z.unknown().optional() }),
      z.strictObject({ kind: z.literal('it-did-not-happen') }),
      z.strictObject({ kind: z.literal('fail'), message: z.string().optional() }),
    ]),
  }),
]);
