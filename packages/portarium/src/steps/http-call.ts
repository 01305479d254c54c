import { InvalidValue } from '../domain/invalid-value.js';
import { render, renderString } from '../domain/template.js';
import { httpRequestFields } from '../domain/workflow.js';
import type { HttpCall } from './ports.js';
import { stepKind } from './step-kind.js';

const reads = new Set(['GET', 'HEAD']);
const repeatable = new Set(['PUT', 'DELETE']);

/** One HTTP request. What a method means by its standard decides whether it may be repeated. */
export const httpCall = stepKind('http:call', httpRequestFields, {
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
  // What is approved by the name of its host and method stays with both: only the rest may be revised.
  revised: (request, sent) => {
    const { method, url } = sent;
    if (`http.${method}` !== request.tool || typeof url !== 'string' || hostOf(url) !== request.server)
      throw new InvalidValue(`A revised call stays with ${request.tool} of ${request.server}.`);
    return { ...request, arguments: { headers: {}, ...sent } };
  },
  perform: ({ http }, { request, ...how }) => http.call({ ...(request.arguments as unknown as Sent), ...how }),
});

type Sent = Pick<HttpCall, 'method' | 'url' | 'headers' | 'body' | 'credential'>;

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
