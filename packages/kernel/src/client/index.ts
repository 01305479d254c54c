/**
 * The client side of the kernel: one `connect` for every transport and both protocol eras, that leaves no process behind
 * and explains every failure.
 */

export type { OAuthClientProvider } from '@modelcontextprotocol/client';
export type { ProtocolBreach } from '../untrusted/lists/salvage.js';
export * from './answers.js';
export * from './config/options.js';
export * from './config/server-config.js';
export { connect } from './connect.js';
export type { ConnectionEvents } from './events.js';
export * from './faults.js';
export type { ConnectionInfo } from './link/link.js';
export type { Progress } from './results/progress.js';
export type { ResourceContent } from './results/salvage-content.js';
export type { Connection } from './server-connection.js';
export { SharedServer } from './sharing/shared-server.js';
export type { Skill } from './skills/skill.js';
export type { TaskNews, TaskStatus } from './tasks/news.js';
