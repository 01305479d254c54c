import type { HostTool } from '../../host/tool-host.js';
import type { AgentTool } from './agent-tool.js';

/** Stands before every tool of a server: for direct calls as a tool around the tool, for programs as a question. */
export interface ToolGuard {
  tool(tool: AgentTool, origin: HostTool): AgentTool;
  /** True lets the call through; words are what the program is told instead. */
  readonly policy: (tool: HostTool, input: unknown) => Promise<true | string>;
}

/** Both have to let a call through; the first is asked first. */
export function bothGuards(first: ToolGuard, second: ToolGuard): ToolGuard {
  return {
    tool: (tool, origin) => first.tool(second.tool(tool, origin), origin),
    async policy(tool, input) {
      const verdict = await first.policy(tool, input);
      return verdict === true ? second.policy(tool, input) : verdict;
    },
  };
}
