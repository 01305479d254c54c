import type { Policy } from '../../domain/policy.js';
import type { CallFacts, Verdict } from '../evaluate.js';
import { askCedar } from './cedar.js';
import { type Compiled, compiledPolicy, type Statement } from './compiled.js';
import { cedarRequest } from './request.js';

/** A verdict of Cedar before its approval has a time. */
export type CedarVerdict =
  | Extract<Verdict, { decision: 'Allow' | 'Deny' }>
  | {
      readonly decision: 'Ask';
      readonly reason: string;
      readonly rule: string;
      readonly approval: NonNullable<Statement['approval']>;
    };

/**
 * What the Cedar of one policy says. A forbid wins over every permit, and one statement that cannot be evaluated denies: it
 * might have been a forbid. What no statement permits is denied, unless the policy leaves that to the others.
 */
export function cedarVerdicts({ policyId, body }: Policy, call: CallFacts): readonly CedarVerdict[] {
  if (body.cedar === undefined) return [];
  const made = compiledPolicy(body.cedar);
  if ('problems' in made)
    return [denied(`The Cedar of policy ${policyId} cannot be read: ${made.problems.join('; ')}.`)];
  try {
    return said(policyId, made.compiled, call, body.cedarUncovered === 'Abstain');
  } catch (error) {
    return [denied(`The Cedar of policy ${policyId} could not be evaluated: ${(error as Error).message}.`)];
  }
}

const denied = (reason: string, rule?: string): CedarVerdict => ({
  decision: 'Deny',
  reason,
  ...(rule === undefined ? {} : { rule }),
});

function said(
  policyId: string,
  { slot, statements, seesArguments }: Compiled,
  call: CallFacts,
  abstains: boolean,
): CedarVerdict[] {
  const request = cedarRequest(call, seesArguments);
  const answer = askCedar((cedar) => cedar.statefulIsAuthorized({ ...request, preparsedPolicySetId: slot } as never));
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('; '));
  const { decision, diagnostics } = answer.response;
  const [error] = diagnostics.errors;
  if (error !== undefined) throw new Error(`${statements.get(error.policyId)?.name}: ${error.error.message}`);
  const reasons = diagnostics.reason
    .flatMap((id) => statements.get(id) ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (reasons.length > 0) return reasons.map((statement) => verdictOf(`${policyId}/${statement.name}`, statement));
  if (decision === 'allow' || abstains) return [];
  return [denied(`No statement of policy ${policyId} permits this call.`)];
}

function verdictOf(rule: string, { effect, reason = `Statement ${rule} applies.`, approval }: Statement): CedarVerdict {
  if (effect === 'forbid') return denied(reason, rule);
  return approval === undefined ? { decision: 'Allow', reason, rule } : { decision: 'Ask', reason, rule, approval };
}
