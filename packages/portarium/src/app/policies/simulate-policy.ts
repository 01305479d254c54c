/** Asks a policy that does not count yet about calls that were made; says which would have gone otherwise, writes nothing. */
import type * as view from '../../answers/index.js';
import { digestOf } from '../../domain/json.js';
import type { Policy, PolicyBody } from '../../domain/policy.js';
import type { Caller } from '../../domain/principal.js';
import type { CallRecord } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import { invalidInput } from '../../faults.js';
import { type CallFacts, evaluatePolicies, policyVersionOf } from '../../policy/evaluate.js';
import { candidateOf } from '../../policy/policy-tests.js';
import type { Deps } from '../deps.js';
import { policyFrom } from './check-policy.js';

type Against = 'recorded' | 'active';
type Changes = view.SimulationView['changes'];

/** A policy in new words, or one that is taken out of use. */
export type PolicyChange = PolicyBody | { readonly policyId: string; readonly takenOut: true };

/** What the active policies, and they with a change, say about the calls until a time. */
export interface PolicyDiff {
  readonly considered: number;
  readonly changes: Changes;
  /** The time, and a digest over the change, the active ones and all of the difference. */
  readonly diffDigest: string;
}

export async function simulatePolicy(
  deps: Deps,
  caller: Caller,
  request: { source?: unknown; without?: string; sinceIso?: string; against?: Against },
): Promise<view.SimulationView> {
  const change = changeOf(request);
  const { sinceIso, against = 'recorded' } = request;
  const since = sinceIso === undefined ? 0 : Date.parse(sinceIso);
  if (Number.isNaN(since)) throw invalidInput('sinceIso is not a time.', { sinceIso: ['is not a time'] });
  return deps.store.read(caller.workspaceId, async (tables) => {
    const active = await tables.policies.find({ where: { active: 1 } });
    if (against === 'active' && sinceIso === undefined)
      return diffOf(change, active, await tables.calls.find(), deps.surroundings.now());
    const calls = await tables.calls.find({ where: { at: { gte: since } } });
    return { considered: calls.length, changes: changesBy(change, active, calls, against) };
  });
}

function changeOf({ source, without }: { source?: unknown; without?: string }): PolicyChange {
  if ((source === undefined) === (without === undefined))
    throw invalidInput('Either a policy is tried, or doing without one.', { source: ['or without, and not both'] });
  return without === undefined ? policyFrom(source) : { policyId: without, takenOut: true };
}

/** Calls after `until` are left out, so that the same difference is found again while others go on working. */
export function diffOf(
  change: PolicyChange,
  active: readonly Policy[],
  history: readonly CallRecord[],
  until: number,
): PolicyDiff {
  const calls = history.filter(({ at }) => at <= until);
  const diff = { considered: calls.length, changes: changesBy(change, active, calls, 'active') };
  const digest = digestOf({ policy: change, active: policyVersionOf(active), until, ...diff });
  return { ...diff, diffDigest: `${until}.${digest}` };
}

function changesBy(
  change: PolicyChange,
  active: readonly Policy[],
  calls: readonly CallRecord[],
  against: Against,
): Changes {
  const others = active.filter(({ policyId }) => policyId !== change.policyId);
  const changed = 'takenOut' in change ? others : [...others, candidateOf(change, '')];
  return calls.flatMap((call) => {
    const facts = call.facts as CallFacts;
    const { decision: after, reason, rule } = evaluatePolicies(changed, facts);
    const before = against === 'active' ? evaluatePolicies(active, facts).decision : call.decision;
    if (after === before) return [];
    const { runId, stepId } = call;
    const atIso = isoTime(call.at);
    return [{ runId, stepId, tool: facts.tool, atIso, before, after, reason, ...(rule === undefined ? {} : { rule }) }];
  });
}
