import { isObject } from '@quadrivium/kernel/essentials';
import * as z from 'zod';

import { render } from '../domain/template.js';
import { template } from '../domain/workflow.js';
import { stepKind } from './step-kind.js';

/** Calls a tool of a configured MCP server. */
export const mcpCall = stepKind(
  'mcp:call',
  {
    server: z.string().min(1),
    tool: z.string().min(1),
    arguments: z.record(z.string(), template).optional(),
  },
  {
    does: 'call',
    templates: ({ arguments: args }) => args ?? {},
    server: ({ server }) => server,
    request: ({ server, tool, arguments: args }, scope) => {
      const rendered = render(args ?? {}, scope);
      return { server, tool, arguments: isObject(rendered) ? rendered : {} };
    },
    perform: ({ downstream }, { request, ...how }) => downstream.call({ ...request, ...how }),
  },
);
