import { afterEach, describe, expect, test } from 'vitest';
import { authenticateByKeys } from '../../src/auth/index.js';
import { type Endpoint, type HttpFront, openHttpFront } from '../../src/http/index.js';

let front: HttpFront;
afterEach(() => front.close({ graceMs: 0 }));

/** An endpoint that says its name and what it was asked for. */
function named(name: string, isPublic = false): Endpoint {
  return {
    isPublic,
    handle: ({ res, url, identity }) => void res.end(`${name} ${url.pathname} ${identity.subject}`),
    settled: async () => true,
    close: async () => {},
  };
}

async function get(path: string): Promise<[number, string]> {
  const response = await fetch(front.url + path);
  return [response.status, await response.text()];
}

describe('routes', () => {
  test('the whole path first, then the longest tree that holds it', async () => {
    const routes = {
      '/': named('root'),
      '/v1/*': named('tree'),
      '/v1/deep/*': named('deep'),
      '/v1/exact': named('exact'),
    };
    front = await openHttpFront({ port: 0, routes });
    expect((await get('/'))[1]).toMatch(/^root/);
    expect((await get('/v1'))[1]).toMatch(/^tree/);
    expect((await get('/v1/a/b'))[1]).toMatch(/^tree \/v1\/a\/b/);
    expect((await get('/v1/deep/x'))[1]).toMatch(/^deep/);
    expect((await get('/v1/exact/'))[1]).toMatch(/^exact/);
    expect((await get('/v10'))[0]).toBe(404);
  });

  test('only public endpoints are served without credentials', async () => {
    const routes = { '/page': named('page', true), '/data': named('data') };
    front = await openHttpFront({ port: 0, routes, authenticator: await authenticateByKeys('/no/such/file') });
    expect(await get('/page')).toEqual([200, 'page /page anonymous']);
    expect((await get('/data'))[0]).toBe(401);
  });

  test('an endpoint words the refusals of the front, which keeps the status and the challenge', async () => {
    const refusal: Endpoint['refusal'] = ({ req, status, message }) => ({
      contentType: 'application/problem+json',
      text: JSON.stringify({ status, title: message, instance: req.url }),
    });
    const routes = { '/v1/*': { ...named('rest'), refusal }, '/mcp': named('mcp') };
    front = await openHttpFront({ port: 0, routes, authenticator: await authenticateByKeys('/no/such/file') });
    const problem = await fetch(`${front.url}/v1/runs`);
    expect([problem.status, problem.headers.get('content-type'), problem.headers.get('www-authenticate')]).toEqual([
      401,
      'application/problem+json',
      'Bearer',
    ]);
    expect(await problem.json()).toEqual({
      status: 401,
      title: 'This server needs a bearer token.',
      instance: '/v1/runs',
    });
    const foreign = await fetch(`${front.url}/v1/runs`, { headers: { origin: 'https://evil.example' } });
    expect([foreign.status, foreign.headers.get('content-type')]).toEqual([403, 'application/problem+json']);
    expect((await fetch(`${front.url}/mcp`)).headers.get('content-type')).toBe('application/json');
  });
});
