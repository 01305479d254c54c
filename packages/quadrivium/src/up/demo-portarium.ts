import type { ControlPlane } from '@quadrivium/portarium/server';
import { demoWorkflow } from './demo-workflow.js';

export const demoWorkspace = 'demo';

/** A workspace whose governed workflow waits for a decision. Gives the administrator's key, which is never shown again. */
export async function seedPortarium(plane: ControlPlane, study: string): Promise<string> {
  const { admin, secret } = await plane.initWorkspace({
    workspaceId: demoWorkspace,
    adminId: 'admin',
    environment: 'dev',
  });
  const { workflowId } = await plane.putWorkflow({ ...admin, via: 'demo' }, { source: demoWorkflow, activate: true });
  const agent = await plane.callerFor({
    workspaceId: demoWorkspace,
    principalId: 'local',
    roles: ['operator'],
    via: 'demo',
  });
  await plane.startRun(agent, { workflowId, input: { case_dir: study }, idempotencyKey: 'demo' });
  return secret;
}
