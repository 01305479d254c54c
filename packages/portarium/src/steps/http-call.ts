import { render, renderString } from '../domain/template.js';
import { stepKind } from './step-kind.js';

const reads = new Set(['GET', 'HEAD']);
const repeatable = new Set(['PUT', 'DELETE']);

/** One HTTP request. What a method means by its standard decides whether it may be repeated. */
export const httpCall = stepKind<'http:call'>({
  operation: 'http:call',
  does: 'call',
  templates: ({ url, headers, body }) => ({ url, headers: headers ?? {}, body: body ?? null }),
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
});

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
