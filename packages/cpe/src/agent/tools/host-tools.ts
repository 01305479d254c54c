import type { HostTool, ToolHost } from '../../host/tool-host.js';
import type { AgentTool } from './agent-tool.js';

/** A tool of a connected server, called over the host. */
export function hostTool(host: ToolHost, tool: HostTool): AgentTool {
  return {
    name: tool.providerName,
    title: `${tool.server}/${tool.name}`,
    description: tool.description,
    inputSchema: tool.inputSchema,
    readOnly: tool.annotations.readOnlyHint === true,
    run: (args, context) => host.call(tool, args, context),
  };
}
