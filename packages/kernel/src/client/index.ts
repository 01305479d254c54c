/**
 * The client side of the kernel: one `connect` for every transport and both protocol eras, that leaves no process behind
 * and explains every failure.
 */

export type { OAuthClientProvider } from '@modelcontextprotocol/client';
export { connect } from './connect.js';
export type { Completion, Connection, Diagnostics, ToolResult, ToolStart } from './connection.js';
export type { ConnectionEvents } from './events.js';
export { type ConnectionFault, type ConnectionFaultKind, isConnectionFault, type Phase } from './faults.js';
export type { ConnectionInfo } from './link.js';
export type {
  CallControls,
  ConnectOptions,
  Mode,
  RequestControls,
  RespawnPolicy,
  ServerRequestHandlers,
} from './options.js';
export type { Progress } from './progress.js';
export type { Problem } from './salvage.js';
export type { ResourceContent } from './salvage-content.js';
export {
  HttpServerConfig,
  parseServerConfig,
  refuseBothFilters,
  ServerConfig,
  type ServerConfigInput,
  SseServerConfig,
  StdioServerConfig,
} from './server-config.js';
export type { TaskNews, TaskStatus } from './task-news.js';
