/** A call that somebody wrote down, and what a policy must say about it. */
import * as z from 'zod';
import { environments, tiers } from './tier.js';
import { toolClasses } from './tool-class.js';

const noon = '2026-01-01T12:00:00Z';

const TestedCall = z.strictObject({
  server: z.string().min(1),
  tool: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()).default({}),
  class: z.enum(toolClasses).optional().describe('What its name suggests when omitted'),
  tier: z.enum(tiers).default('Auto'),
  environment: z.enum(environments).default('dev'),
  workflowId: z.string().default('workflow'),
  roles: z.array(z.string()).default([]),
  agentId: z.string().optional(),
  proposed: z.boolean().default(false).describe('A single call that an agent proposes'),
  reviewed: z.boolean().optional(),
  atIso: z.iso.datetime().default(noon),
});

export const PolicyTest = z.strictObject({
  name: z.string().min(1).max(200),
  call: TestedCall,
  expect: z.enum(['Allow', 'RequireApproval', 'Manual', 'Deny']),
  rule: z.string().optional().describe('Which rule or statement must have decided, as policy/rule'),
});
export type PolicyTest = z.output<typeof PolicyTest>;

/** Tests as a file of their own. */
export const PolicyTests = z.strictObject({ tests: z.array(PolicyTest).min(1).max(1000) });
export type PolicyTests = z.output<typeof PolicyTests>;
