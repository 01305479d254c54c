/** What the operations about policies and tools answer. */
import * as z from 'zod';
import type { PolicyBody } from '../domain/policy.js';
import { toolClasses } from '../domain/tool-class.js';
import { json, type Said, time, typed } from './said.js';

export const PolicyView = z.looseObject({
  policyId: z.string(),
  version: z.number(),
  active: z.boolean(),
  workspaceId: z.string(),
  body: typed<PolicyBody>()(z.looseObject({ policyId: z.string(), name: z.string() })),
  createdByUserId: z.string(),
  createdAtIso: time,
  awaitsSecondPerson: z.boolean().optional().describe('Saved; in production somebody else activates it'),
  warnings: z.array(z.string()).optional().describe('What Cedar finds against the tools as they are'),
});
export type PolicyView = Said<z.output<typeof PolicyView>>;

export const SimulationView = z.looseObject({
  considered: z.number(),
  changes: z.array(
    z.looseObject({
      runId: z.string(),
      stepId: z.string(),
      tool: z.string(),
      atIso: time,
      before: z.string(),
      after: z.string(),
      rule: z.string().optional(),
      reason: z.string(),
    }),
  ),
  diffDigest: z
    .string()
    .optional()
    .describe(
      'Names this difference, for who makes the policy count; against the active policies, over all of the past',
    ),
});
export type SimulationView = Said<z.output<typeof SimulationView>>;

export const PolicyTestView = z.looseObject({
  passed: z.number(),
  failed: z.number(),
  results: z.array(
    z.looseObject({
      name: z.string(),
      passed: z.boolean(),
      expected: z.string(),
      decision: z.string(),
      rule: z.string().optional(),
      reason: z.string(),
    }),
  ),
});
export type PolicyTestView = Said<z.output<typeof PolicyTestView>>;

export const PolicySchemaView = z.looseObject({ schema: z.string().describe('In the language of Cedar') });
export type PolicySchemaView = Said<z.output<typeof PolicySchemaView>>;

export const ToolView = z.looseObject({
  server: z.string(),
  tool: z.string(),
  schemaHash: z.string(),
  class: z.enum(toolClasses),
  effect: z.string(),
  reviewed: z.boolean().describe('Somebody accepted it as it is now; otherwise it needs approval in production'),
  reviewedByUserId: z.string().optional(),
  drift: z.string().optional().describe('The hash of what is offered now, when it is not what was pinned'),
  description: z.string().optional().describe('In the words of its server'),
  annotations: json.optional().describe('What its server says about it; counts where the server is trusted'),
  inputSchema: z.unknown().optional(),
});
export type ToolView = Said<z.output<typeof ToolView>>;
