import type * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import { digestOf } from '../../domain/json.js';
import { type Policy, type PolicyBody, ToolExposure } from '../../domain/policy.js';
import type { Caller } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import { notFound } from '../../faults.js';
import { isExposed } from '../../policy/exposure.js';
import { awaitSecond, inProduction, isOtherPerson, requireOtherPerson } from '../approvals/second-person.js';
import { actorOf, type Deps } from '../deps.js';
import { policyView } from '../to-view.js';
import { cedarWarnings, parsed, policyFrom, requireOwnTests } from './check-policy.js';
import { diffNotNeeded, requireStillSeen, type SeenDiff, type Shown, seenDiff } from './shown-diff.js';

export async function listPolicies(deps: Deps, caller: Caller): Promise<readonly view.PolicyView[]> {
  return (await deps.store.read(caller.workspaceId, (tables) => tables.policies.find())).map(policyView);
}

/** Saved inactive; `activate` makes it count, once its difference was seen. An invalid one is refused. */
export async function putPolicy(
  deps: Deps,
  caller: Caller,
  request: { source: unknown; activate?: boolean } & Shown,
): Promise<view.PolicyView> {
  const body = policyFrom(request.source);
  const { activate: wanted = false, ...shown } = request;
  if (wanted) requireOwnTests(body);
  const needed = wanted || shown.diffDigest !== undefined || shown.withoutDiff === true;
  const seen = needed ? await seenDiff(deps, caller, body, shown) : diffNotNeeded;
  const warnings = await cedarWarnings(deps, caller, body);
  const view = await put(deps, caller, { body, wanted, seen });
  return warnings.length === 0 ? view : { ...view, warnings };
}

interface Save {
  readonly body: PolicyBody;
  /** To be activated. */
  readonly wanted: boolean;
  readonly seen: SeenDiff;
}

function put(deps: Deps, caller: Caller, save: Save): Promise<view.PolicyView> {
  const { body, wanted, seen } = save;
  return deps.transact(caller.workspaceId, async (tx) => {
    await requireStillSeen(tx, seen);
    const versions = await tx.policies.find({ where: { policy_id: body.policyId } });
    const waiting = await waitingForSecond(tx, caller, versions, save);
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
    record(tx, caller, policy, 'PolicySaved', seen);
    if (!wanted) return policyView(policy);
    if (await inProduction(tx)) return { ...policyView(policy), awaitsSecondPerson: true };
    return policyView(await activate(tx, caller, policy, versions, seen));
  });
}

/** In production a second person who applies the same policy activates what the first one saved. */
async function waitingForSecond(
  tx: Tx,
  caller: Caller,
  versions: readonly Policy[],
  { body, wanted, seen }: Save,
): Promise<Policy | undefined> {
  const same = versions.findLast((it) => !it.active && digestOf(it.body) === digestOf(body));
  if (!wanted || same === undefined || !(await inProduction(tx))) return undefined;
  return (await isOtherPerson(tx, caller, same.createdBy)) ? activate(tx, caller, same, versions, seen) : undefined;
}

function record(
  tx: Tx,
  caller: Caller,
  { policyId, version }: Pick<Policy, 'policyId' | 'version'>,
  type: string,
  { detail }: SeenDiff = diffNotNeeded,
): void {
  tx.evidence({
    category: 'Policy',
    type,
    summary: `${type}.`,
    actor: actorOf(caller),
    links: { policyId },
    detail: { version, ...detail },
  });
  tx.emit({ type: `policy.${type}`, subject: `policies/${policyId}`, data: { policyId, version } });
}

async function activate(
  tx: Tx,
  caller: Caller,
  policy: Policy,
  versions: readonly Policy[],
  seen: SeenDiff,
): Promise<Policy> {
  for (const it of versions)
    if (it.active && it.version !== policy.version) await tx.policies.put({ ...it, active: false });
  const active = { ...policy, active: true };
  await tx.policies.put(active);
  record(tx, caller, policy, 'PolicyActivated', seen);
  return active;
}

export async function activatePolicy(
  deps: Deps,
  caller: Caller,
  request: { policyId: string; version: number } & Shown,
): Promise<view.PolicyView> {
  const { policyId, version, ...shown } = request;
  const { body } = await deps.store.read(caller.workspaceId, async ({ policies }) =>
    versionOf(await policies.find({ where: { policy_id: policyId } }), request),
  );
  requireOwnTests(body);
  const seen = await seenDiff(deps, caller, body, shown);
  return deps.transact(caller.workspaceId, async (tx) => {
    const versions = await tx.policies.find({ where: { policy_id: policyId } });
    const policy = versionOf(versions, request);
    await requireOtherPerson(tx, caller, policy.createdBy, `Version ${version} of policy "${policyId}"`);
    await requireStillSeen(tx, seen);
    return policyView(await activate(tx, caller, policy, versions, seen));
  });
}

function versionOf(versions: readonly Policy[], { policyId, version }: { policyId: string; version: number }): Policy {
  const policy = versions.find((it) => it.version === version);
  if (policy === undefined) throw notFound('policy version', `${policyId}@${version}`);
  return policy;
}

export async function deactivatePolicy(
  deps: Deps,
  caller: Caller,
  { policyId, ...shown }: { policyId: string } & Shown,
): Promise<void> {
  await deps.store.read(caller.workspaceId, (tables) => activeVersion(tables, policyId));
  const seen = await seenDiff(deps, caller, { policyId, takenOut: true }, shown);
  const refused = await deps.transact(caller.workspaceId, async (tx) => {
    const active = await activeVersion(tx, policyId);
    await requireStillSeen(tx, seen);
    const { version } = active;
    const first = await awaitSecond(deps, tx, caller, {
      what: 'Taking a policy out of use',
      input: { policyId, version },
    });
    if (first !== undefined) return first;
    await tx.policies.put({ ...active, active: false });
    record(tx, caller, active, 'PolicyDeactivated', seen);
    return undefined;
  });
  if (refused !== undefined) throw refused;
}

async function activeVersion({ policies }: Pick<Tx, 'policies'>, policyId: string): Promise<Policy> {
  const [active] = await policies.find({ where: { policy_id: policyId, active: 1 } });
  if (active === undefined) throw notFound('active policy', policyId);
  return active;
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
