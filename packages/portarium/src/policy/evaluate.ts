/**
 * Decides about one call. All stages are asked and the strongest answer wins: Deny, then RequireApproval, then Allow.
 * Whatever goes wrong on the way is a Deny. Budgets and quotas are in `limits.ts`: they need counters, this does not.
 */

import type { AgentId, PolicyId, WorkflowId } from '../domain/ids.js';
import { digestOf } from '../domain/json.js';
import { type ApprovalTerms, defaultApprovalMs, type Policy, type PolicyRule } from '../domain/policy.js';
import { type Environment, isProduction, type Tier, tierRank } from '../domain/tier.js';
import type { ToolClass } from '../domain/tool-class.js';
import { type CedarVerdict, cedarVerdicts } from './cedar/verdicts.js';
import { matches } from './match-rule.js';

export interface CallFacts {
  readonly server: string;
  readonly tool: string;
  readonly arguments: unknown;
  readonly class: ToolClass;
  readonly tier: Tier;
  readonly environment: Environment;
  readonly workflowId: WorkflowId;
  readonly roles: readonly string[];
  readonly agentId?: AgentId;
  /** A single call that somebody proposed, without a workflow that an operator wrote. */
  readonly proposed: boolean;
  /** False for a tool of another server that nobody of the workspace has looked at as it is now. */
  readonly reviewed?: boolean;
  readonly at: number;
}

export type Verdict =
  | { readonly decision: 'Allow'; readonly reason: string; readonly rule?: string }
  | { readonly decision: 'Manual'; readonly reason: string; readonly rule?: string }
  | { readonly decision: 'Deny'; readonly reason: string; readonly rule?: string }
  | {
      readonly decision: 'RequireApproval';
      readonly reason: string;
      readonly rule?: string;
      readonly terms: ApprovalTerms & { readonly expiresInMs: number };
    };

/** Names the set of active policies; an approval given under another set no longer counts. */
export function policyVersionOf(policies: readonly Policy[]): string {
  if (policies.length === 0) return 'none';
  const parts = policies.map(({ policyId, version, body }) => ({ policyId, version, body }));
  return digestOf(parts.sort((a, b) => (a.policyId < b.policyId ? -1 : 1)));
}

export function evaluatePolicies(policies: readonly Policy[], call: CallFacts): Verdict {
  try {
    return strongest([...ruleVerdicts(policies, call), ...reviewVerdict(call), tierVerdict(call)]);
  } catch (error) {
    return { decision: 'Deny', reason: `The policy could not be evaluated: ${(error as Error).message}.` };
  }
}

function ruleVerdicts(policies: readonly Policy[], call: CallFacts): Verdict[] {
  const rules = policies.flatMap((policy) => [
    ...policy.body.rules.filter(({ match }) => matches(match, call)).map((rule) => verdictOf(policy.policyId, rule)),
    ...cedarVerdicts(policy, call).map(asVerdict),
  ]);
  // An explicit Allow lifts what the kind of tool alone would ask for; it never lifts a tier or another rule.
  const allowed = rules.some(({ decision }) => decision === 'Allow');
  return call.proposed && !allowed ? [...rules, classVerdict(call)] : rules;
}

function verdictOf(policyId: PolicyId, rule: PolicyRule): Verdict {
  const name = `${policyId}/${rule.ruleId}`;
  const reason = rule.reason ?? rule.description ?? `Rule ${name} applies.`;
  if (rule.effect !== 'RequireApproval') return { decision: rule.effect, reason, rule: name };
  return { decision: 'RequireApproval', reason, rule: name, terms: withExpiry(rule.approval) };
}

function asVerdict(said: CedarVerdict): Verdict {
  if (said.decision !== 'Ask') return said;
  const { reason, rule, approval } = said;
  const terms = { agentApprovers: [], escalateTo: [], ...approval };
  return { decision: 'RequireApproval', reason, rule, terms: withExpiry(terms) };
}

function withExpiry(terms: ApprovalTerms | undefined): ApprovalTerms & { readonly expiresInMs: number } {
  const { required = 1, roles = [], agentApprovers = [], escalateTo = [], passkey = false, dueInMs } = terms ?? {};
  const { expiresInMs = defaultApprovalMs } = terms ?? {};
  const due = dueInMs === undefined ? {} : { dueInMs };
  return { required, roles, agentApprovers, expiresInMs, escalateTo, passkey, ...due };
}

/** A tool call without a workflow around it is judged by what kind of tool it is. */
function classVerdict({ class: kind, tool }: CallFacts): Verdict {
  if (kind === 'ReadOnly') return { decision: 'Allow', reason: `${tool} only reads.` };
  if (kind === 'Dangerous') return { decision: 'Deny', reason: `${tool} controls a machine; only people may use it.` };
  return { decision: 'RequireApproval', reason: `${tool} may change something.`, terms: withExpiry(undefined) };
}

/** In production a name and a server's own word are a guess: what nobody has reviewed asks, and no rule lifts that. */
function reviewVerdict({ reviewed, environment, server, tool }: CallFacts): Verdict[] {
  if (reviewed !== false || !isProduction(environment)) return [];
  const reason = `Nobody has reviewed ${server}/${tool}, and this is production.`;
  return [{ decision: 'RequireApproval', reason, terms: withExpiry(undefined) }];
}

/** From which tier on an environment asks. In dev nothing that a run may do by itself does; rules still do. */
const askFrom: Readonly<Record<Environment, Tier>> = { dev: 'ManualOnly', staging: 'HumanApprove', prod: 'Assisted' };

function tierVerdict({ class: kind, tier, environment, proposed, tool }: CallFacts): Verdict {
  if (tier === 'ManualOnly') {
    const decision = proposed ? 'Deny' : 'Manual';
    return { decision, reason: `${tool} is done by a person here (tier ManualOnly).` };
  }
  // A database may hold a word that an earlier version let in; what nobody knows is as strict as can be.
  const threshold = askFrom[environment] ?? askFrom.prod;
  if (kind === 'ReadOnly' || tierRank(tier) < tierRank(threshold)) {
    return { decision: 'Allow', reason: `Tier ${tier} runs by itself in ${environment}.` };
  }
  return { decision: 'RequireApproval', reason: `Tier ${tier} asks in ${environment}.`, terms: withExpiry(undefined) };
}

const rank = { Allow: 0, RequireApproval: 1, Manual: 2, Deny: 3 } as const;

function strongest(verdicts: readonly Verdict[]): Verdict {
  const [first, ...rest] = verdicts as [Verdict, ...Verdict[]];
  return rest.reduce((a, b) => {
    if (a.decision === 'RequireApproval' && b.decision === 'RequireApproval') return both(a, b);
    return rank[b.decision] > rank[a.decision] ? b : a;
  }, first);
}

type ApprovalNeeded = Extract<Verdict, { decision: 'RequireApproval' }>;

/** Two gates become one that satisfies both: more people, the shorter time, the narrower circle. */
function both(a: ApprovalNeeded, b: ApprovalNeeded): ApprovalNeeded {
  const [x, y] = [a.terms, b.terms];
  const roles =
    x.roles.length === 0 ? y.roles : y.roles.length === 0 ? x.roles : x.roles.filter((r) => y.roles.includes(r));
  const narrow = roles.length === 0 && x.roles.length > 0 ? x.roles : roles;
  const due = [x.dueInMs, y.dueInMs].filter((ms) => ms !== undefined);
  const terms = {
    required: Math.max(x.required, y.required),
    roles: narrow,
    expiresInMs: Math.min(x.expiresInMs, y.expiresInMs),
    agentApprovers: x.agentApprovers.filter((agent) => y.agentApprovers.includes(agent)),
    escalateTo: [...new Set([...x.escalateTo, ...y.escalateTo])],
    passkey: x.passkey === true || y.passkey === true,
    ...(due.length === 0 ? {} : { dueInMs: Math.min(...due) }),
  };
  const named = a.rule === undefined ? b : a;
  return { ...named, terms };
}
