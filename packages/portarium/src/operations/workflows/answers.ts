/** What the operations about workflows promise, and how a definition may be sent. */
import * as z from 'zod';
import type * as view from '../../app/views.js';
import { answer } from '../answer.js';
import { json, listOf, source } from '../fields.js';

const Workflow = z.looseObject({
  workflowId: z.string(),
  version: z.number(),
  active: z.boolean(),
  definition: z.looseObject({ name: z.string() }),
});
const Validation = z.looseObject({ valid: z.boolean(), problems: z.array(z.unknown()) });

export const WorkflowAnswer = answer<view.WorkflowView>()(Workflow);
export const WorkflowListAnswer = answer<view.Page<view.WorkflowView>>()(listOf(Workflow));
export const ValidationAnswer = answer<view.ValidationView>()(Validation);
export const DryRunAnswer = answer<view.DryRunView>()(Validation);

/** A definition may come bare, as in the original, or wrapped as text with a word about activation. */
export const Sent = z.union([z.strictObject({ source, activate: z.boolean().optional() }), json]);

export function unwrap(sent: z.output<typeof Sent>): { source: unknown; activate?: boolean } {
  if (!('source' in sent)) return { source: sent };
  const { activate } = sent as { activate?: boolean };
  return { source: sent.source, ...(activate === undefined ? {} : { activate }) };
}
