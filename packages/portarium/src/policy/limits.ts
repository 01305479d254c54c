import type { RunId } from '../domain/ids.js';
import type { Policy } from '../domain/policy.js';
import { globMatches } from './match-rule.js';

/** Counts under a name. The names say what is counted, for whom and in which window. */
export interface Usage {
  readonly counter: string;
  readonly limit: number;
  readonly kind: 'budget' | 'quota';
  /** When a quota has room again. */
  readonly retryAt?: number;
  readonly label: string;
}

const minute = 60_000;
const day = 86_400_000;

/** Every counter that one call of this tool would raise, with its limit. */
export function limitsOn(
  policies: readonly Policy[],
  call: { readonly runId: RunId; readonly tool: string; readonly mutating: boolean; readonly at: number },
): Usage[] {
  return policies.flatMap(({ policyId, body }) => [
    ...body.budgets
      .filter(({ metric }) => metric === 'ToolCalls' || (metric === 'OutboundActions' && call.mutating))
      .map(({ scope, metric, hardStopAt }): Usage => {
        const owner = scope === 'Run' ? call.runId : 'workspace';
        const label = `the budget of ${hardStopAt} ${metric} per ${scope.toLowerCase()}`;
        return { counter: `${metric}:${owner}`, limit: hardStopAt, kind: 'budget', label };
      }),
    ...body.quotas
      .filter(({ tools }) => tools.some((glob) => globMatches(glob, call.tool)))
      .flatMap(({ tools, requestsPerMinute, requestsPerDay }, i) => [
        ...windowed(`${policyId}:${i}:${tools.join(',')}`, requestsPerMinute, minute, 'minute', call.at),
        ...windowed(`${policyId}:${i}:${tools.join(',')}`, requestsPerDay, day, 'day', call.at),
      ]),
  ]);
}

function windowed(name: string, limit: number | undefined, length: number, unit: string, at: number): Usage[] {
  if (limit === undefined) return [];
  const start = Math.floor(at / length) * length;
  const counter = `quota:${name}:${unit}:${start}`;
  return [{ counter, limit, kind: 'quota', retryAt: start + length, label: `the quota of ${limit} per ${unit}` }];
}

export function approvalBudgets(policies: readonly Policy[], runId: RunId): Usage[] {
  return policies.flatMap(({ body }) =>
    body.budgets
      .filter(({ metric }) => metric === 'ApprovalRequests')
      .map(({ scope, hardStopAt }): Usage => {
        const owner = scope === 'Run' ? runId : 'workspace';
        const label = `the budget of ${hardStopAt} ApprovalRequests per ${scope.toLowerCase()}`;
        return { counter: `ApprovalRequests:${owner}`, limit: hardStopAt, kind: 'budget', label };
      }),
  );
}
