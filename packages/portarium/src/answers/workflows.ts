/** What the operations about workflows answer. */
import * as z from 'zod';
import { tiers } from '../domain/tier.js';
import { toolClasses } from '../domain/tool-class.js';
import type { WorkflowDefinition } from '../domain/workflow.js';
import { type Said, time, typed } from './said.js';

export const WorkflowView = z.looseObject({
  workflowId: z.string(),
  version: z.number(),
  active: z.boolean(),
  definition: typed<WorkflowDefinition>()(z.looseObject({ name: z.string() })),
  workspaceId: z.string(),
  definitionHash: z.string(),
  createdByUserId: z.string(),
  createdAtIso: time,
  awaitsSecondPerson: z.boolean().optional().describe('Saved; in production somebody else activates it'),
});
export type WorkflowView = Said<z.output<typeof WorkflowView>>;

const WorkflowProblem = z.looseObject({ path: z.string(), message: z.string() });
export type WorkflowProblem = Said<z.output<typeof WorkflowProblem>>;

export const ValidationView = z.looseObject({ valid: z.boolean(), problems: z.array(WorkflowProblem) });
export type ValidationView = Said<z.output<typeof ValidationView>>;

/** What a run with this input would do first, without doing it. */
export const DryRunView = ValidationView.extend({
  executionTier: z.enum(tiers),
  steps: z.array(
    z.looseObject({
      stepId: z.string(),
      operation: z.string(),
      input: z.unknown().optional(),
      class: z.enum(toolClasses).optional(),
      effect: z.string().optional(),
      decision: z.enum(['Run', 'RequireApproval', 'Deny', 'Defer', 'Manual', 'Skip', 'DependsOnEarlierOutput']),
      reason: z.string(),
    }),
  ),
});
export type DryRunView = Said<z.output<typeof DryRunView>>;
