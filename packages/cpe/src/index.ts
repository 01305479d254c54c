export type { Config, Defaults, ModelConfig, ServerConfig } from './config/schema.js';
export { type CpeFaultKind, cpeFault } from './faults.js';
export type { HostPart, HostResult, HostTool, ToolCaller, ToolHost } from './host/tool-host.js';
