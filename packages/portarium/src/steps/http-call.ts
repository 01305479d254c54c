import * as z from 'zod';
import { render, renderString } from '../domain/template.js';
import { template } from '../domain/workflow.js';
import type { HttpCall } from './ports.js';
import { stepKind } from './step-kind.js';

const reads = new Set(['GET', 'HEAD']);
const repeatable = new Set(['PUT', 'DELETE']);

/** One HTTP request. What a method means by its standard decides whether it may be repeated. */
export const httpCall = stepKind(
  'http:call',
  {
    method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
    url: z.string().min(1),
    headers: z.record(z.string(), z.string()).optional(),
    body: template.optional(),
    credential: z.string().optional().describe('Name of a configured credential; its header is added when sending'),
  },
  {
    does: 'call',
    templates: ({ url, headers, body }) => ({ url, headers: headers ?? {}, body: body ?? null }),
    schemaHash: 'http',
    effect: ({ method }) => (reads.has(method) ? 'readOnly' : repeatable.has(method) ? 'idempotent' : 'nonIdempotent'),
    request: ({ method, url, headers, body, credential }, scope) => {
      const target = renderString(url, scope);
      return {
        server: hostOf(target),
        tool: `http.${method}`,
        arguments: {
          method,
          url: target,
          headers: render(headers ?? {}, scope),
          ...(body === undefined ? {} : { body: render(body, scope) }),
          ...(credential === undefined ? {} : { credential }),
        },
      };
    },
    perform: ({ http }, { request, ...how }) => http.call({ ...(request.arguments as unknown as Sent), ...how }),
  },
);

type Sent = Pick<HttpCall, 'method' | 'url' | 'headers' | 'body' | 'credential'>;

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
