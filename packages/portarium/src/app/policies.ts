import type * as view from '../answers/index.js';
import { idOf } from '../domain/ids.js';
import { digestOf } from '../domain/json.js';
import { type Policy, type PolicyBody, ToolExposure } from '../domain/policy.js';
import type { Caller } from '../domain/principal.js';
import type { Tx } from '../domain/store-port.js';
import { isoTime } from '../domain/surroundings.js';
import { invalidInput, notFound } from '../faults.js';
import { type CallFacts, evaluatePolicies } from '../policy/evaluate.js';
import { isExposed } from '../policy/exposure.js';
import { candidateOf } from '../policy/policy-tests.js';
import { cedarWarnings, parsed, policyFrom } from './check-policy.js';
import { actorOf, type Deps } from './deps.js';
import { awaitSecond, inProduction, isOtherPerson, requireOtherPerson } from './second-person.js';
import { policyView } from './to-view.js';

export async function listPolicies(deps: Deps, caller: Caller): Promise<readonly view.PolicyView[]> {
  return (await deps.store.read(caller.workspaceId, (tables) => tables.policies.find())).map(policyView);
}

/** Saved inactive; `activate` makes it count. An invalid one is refused. */
export async function putPolicy(
  deps: Deps,
  caller: Caller,
  request: { source: unknown; activate?: boolean },
): Promise<view.PolicyView> {
  const body = policyFrom(request.source);
  const warnings = await cedarWarnings(deps, caller, body);
  const view = await put(deps, caller, body, request.activate === true);
  return warnings.length === 0 ? view : { ...view, warnings };
}

function put(deps: Deps, caller: Caller, body: PolicyBody, wanted: boolean): Promise<view.PolicyView> {
  return deps.transact(caller.workspaceId, async (tx) => {
    const versions = await tx.policies.find({ where: { policy_id: body.policyId } });
    const waiting = await waitingForSecond(tx, caller, versions, body, wanted);
    if (waiting !== undefined) return policyView(waiting);
    const policy: Policy = {
      workspaceId: tx.workspaceId,
      policyId: idOf(body.policyId),
      version: (versions.at(-1)?.version ?? 0) + 1,
      active: false,
      body,
      createdBy: caller.principalId,
      createdAtIso: isoTime(tx.now),
    };
    await tx.policies.put(policy);
    record(tx, caller, policy, 'PolicySaved');
    if (!wanted) return policyView(policy);
    if (await inProduction(tx)) return { ...policyView(policy), awaitsSecondPerson: true };
    return policyView(await activate(tx, caller, policy, versions));
  });
}

/** In production a second person who applies the same policy activates what the first one saved. */
async function waitingForSecond(
  tx: Tx,
  caller: Caller,
  versions: readonly Policy[],
  body: PolicyBody,
  wanted: boolean,
): Promise<Policy | undefined> {
  const same = versions.findLast((it) => !it.active && digestOf(it.body) === digestOf(body));
  if (!wanted || same === undefined || !(await inProduction(tx))) return undefined;
  return (await isOtherPerson(tx, caller, same.createdBy)) ? activate(tx, caller, same, versions) : undefined;
}

function record(
  tx: Tx,
  caller: Caller,
  { policyId, version }: Pick<Policy, 'policyId' | 'version'>,
  type: string,
): void {
  tx.evidence({
    category: 'Policy',
    type,
    summary: `${type}.`,
    actor: actorOf(caller),
    links: { policyId },
    detail: { version },
  });
  tx.emit({ type: `policy.${type}`, subject: `policies/${policyId}`, data: { policyId, version } });
}

async function activate(tx: Tx, caller: Caller, policy: Policy, versions: readonly Policy[]): Promise<Policy> {
  for (const it of versions)
    if (it.active && it.version !== policy.version) await tx.policies.put({ ...it, active: false });
  const active = { ...policy, active: true };
  await tx.policies.put(active);
  record(tx, caller, policy, 'PolicyActivated');
  return active;
}

export async function activatePolicy(
  deps: Deps,
  caller: Caller,
  request: { policyId: string; version: number },
): Promise<view.PolicyView> {
  const { policyId, version } = request;
  return deps.transact(caller.workspaceId, async (tx) => {
    const versions = await tx.policies.find({ where: { policy_id: policyId } });
    const policy = versions.find((it) => it.version === version);
    if (policy === undefined) throw notFound('policy version', `${policyId}@${version}`);
    await requireOtherPerson(tx, caller, policy.createdBy, `Version ${version} of policy "${policyId}"`);
    return policyView(await activate(tx, caller, policy, versions));
  });
}

export async function deactivatePolicy(deps: Deps, caller: Caller, policyId: string): Promise<void> {
  const refused = await deps.transact(caller.workspaceId, async (tx) => {
    const [active] = await tx.policies.find({ where: { policy_id: policyId, active: 1 } });
    if (active === undefined) throw notFound('active policy', policyId);
    const { version } = active;
    const first = await awaitSecond(deps, tx, caller, {
      what: 'Taking a policy out of use',
      input: { policyId, version },
    });
    if (first !== undefined) return first;
    await tx.policies.put({ ...active, active: false });
    record(tx, caller, active, 'PolicyDeactivated');
    return undefined;
  });
  if (refused !== undefined) throw refused;
}

/** Asks a policy that is not active about calls that were made; says which would have gone otherwise, writes nothing. */
export async function simulatePolicy(
  deps: Deps,
  caller: Caller,
  request: { source: unknown; sinceIso?: string; against?: 'recorded' | 'active' },
): Promise<view.SimulationView> {
  const body = policyFrom(request.source);
  const since = request.sinceIso === undefined ? 0 : Date.parse(request.sinceIso);
  if (Number.isNaN(since)) throw invalidInput('sinceIso is not a time.', { sinceIso: ['is not a time'] });
  return deps.store.read(caller.workspaceId, async (tables) => {
    const active = await tables.policies.find({ where: { active: 1 } });
    const others = active.filter(({ policyId }) => policyId !== body.policyId);
    const candidate = candidateOf(body, caller.workspaceId);
    const calls = await tables.calls.find({ where: { at: { gte: since } } });
    const changes = calls.flatMap((call): view.SimulationView['changes'] => {
      const facts = call.facts as CallFacts;
      const verdict = evaluatePolicies([...others, candidate], facts);
      const before = request.against === 'active' ? evaluatePolicies(active, facts).decision : call.decision;
      if (verdict.decision === before) return [];
      const { runId, stepId } = call;
      const { decision: after, reason, rule } = verdict;
      return [
        {
          runId,
          stepId,
          tool: facts.tool,
          atIso: isoTime(call.at),
          before,
          after,
          reason,
          ...(rule === undefined ? {} : { rule }),
        },
      ];
    });
    return { considered: calls.length, changes };
  });
}

/** By default agents do not see the tool that decides approvals. */
const defaultExposure: ToolExposure = {
  defaultEffect: 'Allow',
  rules: [{ toolPattern: 'portarium_approval_submit', allowedRoles: ['admin', 'approver'] }],
};

export async function getToolExposure(deps: Deps, caller: Caller): Promise<ToolExposure> {
  const stored = await deps.store.read(caller.workspaceId, (tables) => tables.exposures.get());
  if (stored === undefined) return defaultExposure;
  const { workspaceId: _, ...exposure } = stored;
  return exposure;
}

export async function putToolExposure(deps: Deps, caller: Caller, source: unknown): Promise<ToolExposure> {
  const exposure = parsed<ToolExposure>(ToolExposure, source, 'exposure policy');
  const refused = await deps.transact(caller.workspaceId, async (tx) => {
    const first = await awaitSecond(deps, tx, caller, { what: 'Changing the exposure of tools', input: exposure });
    if (first !== undefined) return first;
    await tx.exposures.put({ workspaceId: tx.workspaceId, ...exposure });
    tx.evidence({
      category: 'Policy',
      type: 'ToolExposureSaved',
      summary: 'The tool exposure policy was changed.',
      actor: actorOf(caller),
      detail: { exposure },
    });
    return undefined;
  });
  if (refused !== undefined) throw refused;
  return exposure;
}

/** Which of these names the caller may see and call, by the workspace's exposure policy and its roles. */
export async function exposedTools(deps: Deps, caller: Caller, names: readonly string[]): Promise<ReadonlySet<string>> {
  return deps.store.read(caller.workspaceId, async (tables) => {
    const exposure = (await tables.exposures.get()) ?? defaultExposure;
    const agent = caller.kind === 'agent' ? await tables.agents.get(caller.principalId) : undefined;
    const tier = agent?.policyTier ?? 'HumanApprove';
    return new Set(names.filter((name) => isExposed(exposure, name, caller.roles, tier)));
  });
}
