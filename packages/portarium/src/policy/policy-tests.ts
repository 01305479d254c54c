/** Tests of a policy as a file: calls, and what the policy must say about each. They need no server and no database. */
import * as z from 'zod';
import { idOf } from '../domain/ids.js';
import { type Policy, type PolicyBody, toolClasses } from '../domain/policy.js';
import { environments, tiers } from '../domain/tier.js';
import { classByName } from './classify-tool.js';
import { type CallFacts, evaluatePolicies } from './evaluate.js';

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

export const PolicyTests = z.strictObject({
  tests: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        call: TestedCall,
        expect: z.enum(['Allow', 'RequireApproval', 'Manual', 'Deny']),
        rule: z.string().optional().describe('Which rule or statement must have decided, as policy/rule'),
      }),
    )
    .min(1)
    .max(1000),
});
export type PolicyTests = z.output<typeof PolicyTests>;

export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: string;
  readonly decision: string;
  readonly rule?: string;
  readonly reason: string;
}

/** As if it counted, alone. */
export function candidateOf(body: PolicyBody, workspaceId: string): Policy {
  return {
    workspaceId: idOf(workspaceId),
    policyId: idOf(body.policyId),
    version: 0,
    active: true,
    body,
    createdBy: idOf(''),
    createdAtIso: '',
  };
}

export function runPolicyTests(policies: readonly Policy[], { tests }: PolicyTests): readonly TestResult[] {
  return tests.map(({ name, call, expect: expected, rule: wanted }) => {
    const { decision, reason, rule } = evaluatePolicies(policies, factsOf(call));
    const passed = decision === expected && (wanted === undefined || wanted === rule);
    return { name, passed, expected, decision, reason, ...(rule === undefined ? {} : { rule }) };
  });
}

function factsOf({
  class: kind,
  workflowId,
  agentId,
  atIso,
  reviewed,
  ...call
}: z.output<typeof TestedCall>): CallFacts {
  return {
    ...call,
    class: kind ?? classByName(call.tool),
    workflowId: idOf(workflowId),
    at: Date.parse(atIso),
    ...(agentId === undefined ? {} : { agentId: idOf(agentId) }),
    ...(reviewed === undefined ? {} : { reviewed }),
  };
}
