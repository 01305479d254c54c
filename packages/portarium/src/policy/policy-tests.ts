/** Tests of a policy as a file: calls, and what the policy must say about each. They need no server and no database. */
import { idOf } from '../domain/ids.js';
import type { Policy, PolicyBody } from '../domain/policy.js';
import type { PolicyTest } from '../domain/policy-test.js';
import { classByName } from './classify-tool.js';
import { type CallFacts, evaluatePolicies } from './evaluate.js';

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

export function runPolicyTests(policies: readonly Policy[], tests: readonly PolicyTest[]): readonly TestResult[] {
  return tests.map(({ name, call, expect: expected, rule: wanted }) => {
    const { decision, reason, rule } = evaluatePolicies(policies, factsOf(call));
    const passed = decision === expected && (wanted === undefined || wanted === rule);
    return { name, passed, expected, decision, reason, ...(rule === undefined ? {} : { rule }) };
  });
}

function factsOf({ class: kind, workflowId, agentId, atIso, reviewed, ...call }: PolicyTest['call']): CallFacts {
  return {
    ...call,
    class: kind ?? classByName(call.tool),
    workflowId: idOf(workflowId),
    at: Date.parse(atIso),
    ...(agentId === undefined ? {} : { agentId: idOf(agentId) }),
    ...(reviewed === undefined ? {} : { reviewed }),
  };
}
