/** The parts of cpe that other programs may use: read a configuration, connect to its servers, call their tools. */

export type { ConfigWorld } from './config/discover.js';
export { configJsonSchema, configJsonSchemaText } from './config/json-schema.js';
export { type LoadedConfig, loadConfig } from './config/load.js';
export type { Config, Defaults, ModelConfig, ServerConfig } from './config/schema.js';
export { type CpeFaultKind, cpeFault } from './faults.js';
export { type HostOptions, openHost } from './host/open-host.js';
export type { HostPart, HostResult, HostTool, ServerStatus, ToolCaller, ToolHost } from './host/tool-host.js';
export * from './host/typed-tools.js';
