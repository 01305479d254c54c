import type { ControlPlane } from '@quadrivium/portarium/server';
import type { DemoStudies } from './studies.js';
import { demoWorkflow } from './workflow.js';

const adminId = 'admin';

/**
 * A workspace and the key of its administrator, which is never shown again. When an earlier start made the workspace and
 * was killed before anybody read the key, that key is revoked and a new one takes its place.
 */
export async function seedWorkspace(plane: ControlPlane, workspaceId: string): Promise<string> {
  const known = await plane.listWorkspaces();
  if (!known.some((workspace) => workspace.workspaceId === workspaceId)) {
    return (await plane.initWorkspace({ workspaceId, adminId, environment: 'dev' })).secret;
  }
  const admin = await plane.callerFor({ workspaceId, principalId: adminId, roles: ['admin'], via: 'first start' });
  const unread = (await plane.listApiKeys(admin)).filter((key) => key.principalId === adminId && !key.revokedAtIso);
  for (const { keyId } of unread) await plane.revokeApiKey(admin, keyId);
  return (await plane.createApiKey(admin, { principalId: adminId, label: 'first key' })).secret;
}

/** An agent asks to study the higher dam; the run waits until a person decides. */
export async function seedRun(plane: ControlPlane, workspaceId: string, studies: DemoStudies): Promise<void> {
  const admin = await plane.callerFor({ workspaceId, principalId: adminId, roles: ['admin'], via: 'demo' });
  const workflows = await plane.listWorkflows(admin);
  if (workflows.length === 0) await plane.putWorkflow(admin, { source: demoWorkflow, activate: true });
  const agent = await plane.callerFor({ workspaceId, principalId: 'local', roles: ['operator'], via: 'demo' });
  await plane.startRun(agent, {
    workflowId: 'governed-study',
    input: { case_dir: studies.raisedDam, baseline_dir: studies.valley },
    idempotencyKey: 'demo',
  });
}
