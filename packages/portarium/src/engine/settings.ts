import type { Policy } from '../domain/policy.js';
import type { Tx } from '../domain/store-port.js';
import type { Workspace } from '../domain/workspace.js';
import { notFound } from '../faults.js';
import { policyVersionOf } from '../policy/evaluate.js';

/** What a workspace says about calls at this moment. Read once per transaction. */
export interface Settings {
  readonly workspace: Workspace;
  readonly policies: readonly Policy[];
  readonly policyVersion: string;
}

export async function settingsOf(tx: Tx): Promise<Settings> {
  const workspace = await tx.workspaces.get();
  if (workspace === undefined) throw notFound('workspace', tx.workspaceId);
  const policies = await tx.policies.find({ where: { active: 1 } });
  return { workspace, policies, policyVersion: policyVersionOf(policies) };
}
