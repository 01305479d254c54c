import { isObject } from '../domain/json.js';
import { render } from '../domain/template.js';
import { stepKind } from './step-kind.js';

/** Calls a tool of a configured MCP server. */
export const mcpCall = stepKind<'mcp:call'>({
  operation: 'mcp:call',
  does: 'call',
  templates: ({ arguments: args }) => args ?? {},
  request: ({ server, tool, arguments: args }, scope) => {
    const rendered = render(args ?? {}, scope);
    return { server, tool, arguments: isObject(rendered) ? rendered : {} };
  },
});
