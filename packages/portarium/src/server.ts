/** What another process composition needs of the control plane; the library API is `index.ts`. */
export type { ControlPlane } from './app/create-control-plane.js';
export { readLogin } from './bin/login-file.js';
export { readNotices } from './bin/notice-file.js';
export { openPlaneWith } from './bin/open-plane.js';
export { commandClient, createWorkspace } from './cli/open-session.js';
export { permissionsOf } from './domain/principal.js';
export { isWithin } from './domain/scope.js';
export { authenticateByStoredKeys } from './http/authenticator.js';
export { watchRecords } from './http/record-gauges.js';
export { httpService } from './http/service.js';
export { type Login, openLogin } from './login/login-routes.js';
export type { LoginSettings } from './login/login-settings.js';
export { startRun } from './operations/runs/start.js';
export { createWorkflow } from './operations/workflows/create.js';
export { listWorkflows } from './operations/workflows/list.js';
export { createApiKey } from './operations/workspace/create-api-key.js';
export { listApiKeys } from './operations/workspace/list-api-keys.js';
export { revokeApiKey } from './operations/workspace/revoke-api-key.js';
