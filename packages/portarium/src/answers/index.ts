/** What leaves the control plane: plain JSON, times in ISO text, secrets masked. Each answer is said once, as a schema. */
export * from './agents.js';
export * from './approvals.js';
export * from './evidence.js';
export * from './notices.js';
export * from './passkeys.js';
export * from './policies.js';
export * from './retention.js';
export * from './runs.js';
export * from './said.js';
export * from './schedules.js';
export * from './search.js';
export * from './work-items.js';
export * from './workflows.js';
export * from './workspace.js';
