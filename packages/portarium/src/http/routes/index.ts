import type { Route } from '../route.js';
import { agentActionRoutes } from './agent-actions.js';
import { agentRoutes } from './agents.js';
import { approvalRoutes } from './approvals.js';
import { evidenceRoutes } from './evidence.js';
import { policyRoutes } from './policies.js';
import { runRoutes } from './runs.js';
import { workItemRoutes } from './work-items.js';
import { workflowRoutes } from './workflows.js';
import { workspaceRoutes } from './workspace.js';

/** Every route, in the order of the document. */
export const routes: readonly Route[] = [
  ...runRoutes,
  ...approvalRoutes,
  ...workItemRoutes,
  ...agentRoutes,
  ...agentActionRoutes,
  ...workflowRoutes,
  ...policyRoutes,
  ...evidenceRoutes,
  ...workspaceRoutes,
];
