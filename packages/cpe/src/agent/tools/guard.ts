import type { HostTool } from '../../host/tool-host.js';
import type { AgentTool } from './agent-tool.js';

/** Stands before every tool of a server: for direct calls as a tool around the tool, for programs as a question. */
export interface ToolGuard {
  tool(tool: AgentTool, origin: HostTool): AgentTool;
  /** True lets the call through; words are what the program is told instead. */
  readonly policy: (tool: HostTool, input: unknown) => Promise<true | string>;
}

export const NO_GUARD: ToolGuard = { tool: (tool) => tool, policy: async () => true };
