import type { HostTool, ToolHost } from '../../host/tool-host.js';
import type { AgentTool } from './agent-tool.js';

/**
 * A tool of a connected server, called over the host. A model can look after a call that is put aside as long as the session
 * goes on; otherwise it is waited for, since a server that ends with the session takes its tasks along.
 */
export function hostTool(host: ToolHost, tool: HostTool, mayPutAside: boolean): AgentTool {
  return {
    name: tool.providerName,
    title: `${tool.server}/${tool.name}`,
    description: tool.description,
    inputSchema: tool.inputSchema,
    readOnly: tool.annotations.readOnlyHint === true,
    use: (args, context) => host.call(tool, args, { ...context, ...(mayPutAside ? patienceOf(host, tool) : {}) }),
  };
}

function patienceOf(host: ToolHost, { server }: HostTool): { taskPatienceMs?: number } {
  const taskPatienceMs = host.patienceMs?.(server);
  return taskPatienceMs === undefined ? {} : { taskPatienceMs };
}
