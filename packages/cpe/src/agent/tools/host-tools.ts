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
    run: (args, context) => host.call(tool, args, { ...context, ...patienceOf(host, tool) }),
  };
}

/** A model can look after a call that is put aside; a program cannot, and waits. */
function patienceOf(host: ToolHost, { server }: HostTool): { taskPatienceMs?: number } {
  const taskPatienceMs = host.patienceMs?.(server);
  return taskPatienceMs === undefined ? {} : { taskPatienceMs };
}
