import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ControlPlane,
  commandClient,
  createApiKey,
  createWorkflow,
  createWorkspace,
  listApiKeys,
  listWorkflows,
  revokeApiKey,
  startRun,
} from '@quadrivium/portarium/server';
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
    return createWorkspace(plane, { workspaceId, adminId, environment: 'dev' });
  }
  const admin = commandClient(plane, { principalId: adminId, roles: ['admin'] });
  const { items } = await admin.call(listApiKeys, { workspaceId });
  const unread = items.filter((key) => key.principalId === adminId && !key.revokedAtIso);
  for (const { keyId } of unread) await admin.call(revokeApiKey, { workspaceId, keyId });
  return (await admin.call(createApiKey, { workspaceId, principalId: adminId, label: 'first key' })).secret;
}

/** An agent asks to study the higher dam; the run waits until a person decides, and is there when this is done. */
export async function seedRun(plane: ControlPlane, workspaceId: string, studies: DemoStudies): Promise<void> {
  const admin = commandClient(plane, { principalId: adminId, roles: ['admin'] });
  const { items } = await admin.call(listWorkflows, { workspaceId });
  if (items.length === 0)
    await admin.call(createWorkflow, { workspaceId, workflow: { source: demoWorkflow, activate: true } });
  const agent = commandClient(plane, { principalId: 'local', roles: ['operator'] });
  await agent.call(startRun, {
    workspaceId,
    workflowId: 'governed-study',
    input: { case_dir: studies.raisedDam, baseline_dir: studies.valley },
    idempotencyKey: 'demo',
  });
  await noRunIsUnderWay(plane, workspaceId);
}

const lookMs = 25;
/** Ten seconds. What keeps the run longer is told by the run itself. */
const mostLooks = 400;

/** The case is checked before anybody is asked; where that fails, the run is at its end. */
async function noRunIsUnderWay({ deps }: ControlPlane, workspaceId: string): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const runs = await deps.store.read(workspaceId, (tables) => tables.runs.find());
    if (runs.every(({ status }) => status !== 'Pending' && status !== 'Running')) return;
    await sleep(lookMs);
  }
}
