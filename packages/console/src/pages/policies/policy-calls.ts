/** Everything this page asks about policies, by name and typed as the control plane answers. */
import type {
  Page as List,
  PolicyView as Policy,
  PolicyTestView,
  SimulationView as Simulation,
} from '@quadrivium/portarium/answers';
import { inWorkspace } from '../../state/session.js';
import { type Ask, ask } from '../../wire/rest.js';

/** What would be decided otherwise by a policy in these words, or without one. */
export type Change = { readonly source: Policy['body'] } | { readonly without: string };

const one = (policyId: string, deed = ''): string => inWorkspace(`/policies/${encodeURIComponent(policyId)}${deed}`);

const post = <T>(path: string, body: object, more: Ask = {}): Promise<T> =>
  ask<T>(path, { ...more, method: 'POST', body });

export const policyCalls = {
  list: (signal: AbortSignal) => ask<List<Policy>>(inWorkspace('/policies'), { signal }),
  versions: (policyId: string, signal: AbortSignal) => ask<List<Policy>>(one(policyId), { signal }),
  save: (source: unknown) => post<Policy>(inWorkspace('/policies'), { source }),
  test: (source: Policy['body'], signal: AbortSignal) =>
    post<PolicyTestView>(inWorkspace('/policies:test'), { source }, { signal }),
  simulate: (asked: Change & { readonly against: 'recorded' | 'active'; readonly sinceIso?: string }) =>
    post<Simulation>(inWorkspace('/policies:simulate'), asked),
  activate: ({ policyId, version }: Policy, diffDigest: string) =>
    post<Policy>(one(policyId, ':activate'), { version, diffDigest }),
  deactivate: ({ policyId }: Policy, diffDigest: string) => post<void>(one(policyId, ':deactivate'), { diffDigest }),
};

export const aboutPolicies = (event: { readonly type: string }): boolean => event.type.includes('.policy.');
