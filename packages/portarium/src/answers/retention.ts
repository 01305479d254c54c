/** What the operations about retention answer. */
import * as z from 'zod';
import { RetentionRule } from '../domain/retention.js';
import { type Said, time } from './said.js';

export const RetentionView = z.looseObject({
  rule: z.looseObject(RetentionRule.shape).describe('Empty when everything is kept'),
  savedByUserId: z.string().optional(),
  savedAtIso: time.optional(),
  doneAtIso: time.optional().describe('When it was last done by itself'),
});
export type RetentionView = Said<z.output<typeof RetentionView>>;

const ByStatus = z.looseObject({ Succeeded: z.number(), Failed: z.number(), Cancelled: z.number() });
const heldBy = z.string().optional().describe('The run that is kept and whose evidence is in the way of more');
const problem = z.string().optional();

export const HeldEvidence = z.looseObject({
  runId: z.string(),
  workflow: z.string().describe('The name of its workflow'),
  status: z.string(),
  sinceIso: time,
  entries: z.number().describe('So many entries are old enough and stay because of it'),
  why: z.string(),
  todo: z.string().describe('How to go on'),
});
export type HeldEvidence = Said<z.output<typeof HeldEvidence>>;
const held = HeldEvidence.optional().describe('More about the run that is in the way');

const ReachView = z.looseObject({
  from: z.number().describe('Up to this entry the chain has been cut already'),
  upTo: z.number().describe('Up to this entry it would be'),
  heldBy,
  held,
});

export const RetentionPlan = z.looseObject({
  runs: ByStatus,
  events: z.number(),
  evidence: ReachView,
  calls: ReachView.describe('The chain of calls'),
  bytes: z.number().describe('What the database takes on the disk now'),
  problem,
});
export type RetentionPlan = Said<z.output<typeof RetentionPlan>>;

const CutView = z.looseObject({
  count: z.number().describe('Entries that were removed'),
  cutUpTo: z.number().describe('The chain can be verified from the entry after this one'),
  heldBy,
  held,
});

export const RetentionReport = z.looseObject({
  runs: ByStatus,
  documents: z.number().describe('The runs and all that belonged to them'),
  events: z.number(),
  evidence: CutView,
  calls: CutView.describe('The chain of calls'),
  vacuum: z.enum(['a part at a time', 'written anew', 'for reuse']).describe('How the room was given back'),
  bytesBefore: z.number(),
  bytesAfter: z.number(),
  problem,
});
export type RetentionReport = Said<z.output<typeof RetentionReport>>;
