/** What a policy must be before it is kept, and what can be found out about it before it counts. */
import { own } from '@quadrivium/kernel/essentials';
import type * as view from '../../answers/index.js';
import { type Policy, PolicyBody } from '../../domain/policy.js';
import { type PolicyTest, PolicyTests } from '../../domain/policy-test.js';
import type { Caller } from '../../domain/principal.js';
import { conflict, invalidInput } from '../../faults.js';
import { compiledPolicy } from '../../policy/cedar/compiled.js';
import { schemaFindings, schemaText } from '../../policy/cedar/schema.js';
import { candidateOf, runPolicyTests } from '../../policy/policy-tests.js';
import type { Deps } from '../deps.js';
import { listTools } from '../tool-review.js';
import { readSource } from '../workflows/workflows.js';

export function parsed<T>(
  schema: {
    safeParse(value: unknown): {
      success: boolean;
      data?: T;
      error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
    };
  },
  source: unknown,
  what: string,
): T {
  const result = schema.safeParse(readSource(source));
  if (result.success) return result.data as T;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of result.error?.issues ?? []) {
    const where = path.map(String).join('.') || '(root)';
    errors[where] = [...(own(errors, where) ?? []), message];
  }
  const text = Object.entries(errors)
    .slice(0, 5)
    .map(([path, messages]) => `${path}: ${messages.join(', ')}`);
  throw invalidInput(`The ${what} is not valid: ${text.join('; ')}.`, errors);
}

/** A policy that is written as it should be, its Cedar too. */
export function policyFrom(source: unknown): PolicyBody {
  const body = parsed<PolicyBody>(PolicyBody, source, 'policy');
  const read = body.cedar === undefined ? undefined : compiledPolicy(body.cedar);
  if (read === undefined || 'compiled' in read) return body;
  throw invalidInput(`The Cedar of the policy is not valid: ${read.problems.join('; ')}.`, { cedar: read.problems });
}

/** What Cedar finds when it holds the statements against the tools there are; a tool may still come, so it is saved all the same. */
export async function cedarWarnings(deps: Deps, caller: Caller, { cedar }: PolicyBody): Promise<readonly string[]> {
  return cedar === undefined ? [] : schemaFindings(cedar, await listTools(deps, caller));
}

/** The schema that statements of Cedar are written against, as the tools are now. */
export async function getPolicySchema(deps: Deps, caller: Caller): Promise<view.PolicySchemaView> {
  return { schema: schemaText(await listTools(deps, caller)) };
}

/** What a policy says about calls that somebody wrote down, alone or beside those that are active. */
export async function testPolicy(
  deps: Deps,
  caller: Caller,
  request: { source: unknown; tests?: unknown; alone?: boolean },
): Promise<view.PolicyTestView> {
  const body = policyFrom(request.source);
  const tests = testsOf(body, request.tests);
  const active = await deps.store.read(caller.workspaceId, (tables) => tables.policies.find({ where: { active: 1 } }));
  const others = request.alone === false ? active.filter(({ policyId }) => policyId !== body.policyId) : [];
  return testReport([...others, candidateOf(body, caller.workspaceId)], tests);
}

/** Those that are given, or else those that stand in the policy itself. */
export function testsOf({ policyId, tests }: PolicyBody, given?: unknown): readonly PolicyTest[] {
  if (given !== undefined) return parsed<PolicyTests>(PolicyTests, given, 'file of tests').tests;
  if (tests !== undefined) return tests;
  throw invalidInput(`Policy "${policyId}" has no tests of its own.`, {
    tests: ['are in no file and not in the policy'],
  });
}

/** A policy that fails its own tests does not say what its author means, so that it does not begin to count. */
export function requireOwnTests(body: PolicyBody): void {
  const { failed, results } = testReport([candidateOf(body, '')], body.tests ?? []);
  if (failed === 0) return;
  const wrong = results.filter(({ passed }) => !passed);
  const lines = wrong.map(
    ({ name, expected, decision, rule }) => `"${name}" wants ${expected}, got ${decision}${by(rule)}`,
  );
  throw conflict(
    `${failed} of ${results.length} tests of policy "${body.policyId}" fail: ${lines.slice(0, 5).join('; ')}.`,
    { code: 'TestsFail', failed: wrong.slice(0, 50) },
    'Mend the policy or its tests; a draft may be saved as it is.',
  );
}

const by = (rule: string | undefined): string => (rule === undefined ? '' : ` by ${rule}`);

export function testReport(policies: readonly Policy[], tests: readonly PolicyTest[]): view.PolicyTestView {
  const results = runPolicyTests(policies, tests);
  const failed = results.filter(({ passed }) => !passed).length;
  return { passed: results.length - failed, failed, results };
}
