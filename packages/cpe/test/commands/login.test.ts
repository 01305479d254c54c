import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterThisTest } from '../host/servers.js';
import { project, type Ran, run } from './cli.js';

/** An authorization server with registration, PKCE and refresh tokens, and the MCP server that trusts it. */
class Fortress {
  readonly log: string[] = [];
  readonly #challenges = new Map<string, { challenge: string; redirect: string }>();
  readonly #access = new Set<string>();
  readonly #refresh = new Set<string>();
  url = '';

  async open(): Promise<this> {
    const server = createServer((request, response) => void this.#serve(request, response)).listen(0, '127.0.0.1');
    afterThisTest(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, 'listening');
    this.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    return this;
  }

  expireAccess(): void {
    this.#access.clear();
  }

  revokeAll(): void {
    this.#access.clear();
    this.#refresh.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const json = (value: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (pathname.startsWith('/.well-known/oauth-protected-resource'))
      return json({ resource: `${this.url}/mcp`, authorization_servers: [this.url] });
    if (pathname === '/.well-known/oauth-authorization-server') return json(this.#metadata());
    if (pathname === '/register')
      return json({ ...JSON.parse(body), client_id: this.#note('registered', 'client-1') }, 201);
    if (pathname === '/authorize') return this.#authorize(searchParams, response);
    if (pathname === '/token') return this.#token(new URLSearchParams(body), json);
    if (pathname === '/mcp') return this.#mcp(request, body, response, json);
    json({}, 404);
  }

  #note(what: string, value = ''): string {
    this.log.push(what);
    return value;
  }

  #metadata(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      registration_endpoint: `${this.url}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    };
  }

  /** The person behind the browser agrees at once. */
  #authorize(query: URLSearchParams, response: ServerResponse): void {
    expect(query.get('code_challenge_method')).toBe('S256');
    const code = randomUUID();
    const redirect = query.get('redirect_uri') ?? '';
    this.#challenges.set(code, { challenge: query.get('code_challenge') ?? '', redirect });
    const back = new URL(redirect);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  #token(form: URLSearchParams, json: (value: unknown, status?: number) => void): void {
    if (!this.#mayHaveToken(form)) {
      json({ error: 'invalid_grant' }, 400);
      return;
    }
    this.log.push(form.get('grant_type') ?? '');
    const [access, refresh] = [randomUUID(), randomUUID()];
    this.#access.add(access);
    this.#refresh.add(refresh);
    json({ access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600 });
  }

  #mayHaveToken(form: URLSearchParams): boolean {
    if (form.get('grant_type') === 'refresh_token') return this.#refresh.delete(form.get('refresh_token') ?? '');
    const known = this.#challenges.get(form.get('code') ?? '');
    this.#challenges.delete(form.get('code') ?? '');
    const hashed = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return known?.challenge === hashed && known.redirect === form.get('redirect_uri');
  }

  #mcp(
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
    json: (value: unknown, status?: number) => void,
  ): void {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!this.#access.has(token)) {
      const where = `${this.url}/.well-known/oauth-protected-resource/mcp`;
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${where}"` }).end();
      return;
    }
    const { id, method, params } = body === '' ? { id: undefined, method: undefined, params: {} } : JSON.parse(body);
    if (method === undefined) return void response.writeHead(405).end();
    if (id === undefined) return void response.writeHead(202).end();
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'fortress', version: '1' },
      },
      'tools/list': { tools: [{ name: 'hello', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'hello' }] },
    };
    const result = results[method];
    json({ jsonrpc: '2.0', id, ...(result === undefined ? { error: { code: -32601, message: 'no' } } : { result }) });
  }
}

/** Opens the address that cpe prints, as a browser would. */
async function visit(text: string): Promise<Response | undefined> {
  const address = /^http\S+\/authorize\S+$/m.exec(text)?.[0];
  return address === undefined ? undefined : fetch(address);
}

const hello = ['mcp', 'call-tool', '--server', 's', '--tool', 'hello'];

test('a server that wants authorization is logged in to once; tokens are kept for the user alone, renewed and forgotten', async () => {
  const fortress = await new Fortress().open();
  const folder = project({ s: { type: 'http', url: `${fortress.url}/mcp`, timeout: 20 } });
  const go = (...args: string[]): Promise<Ran> => run(folder, args, { env: {} });

  const before = await go(...hello);
  expect(before).toMatchObject({ code: 3, out: '', err: expect.stringContaining('Log in with cpe mcp login s') });
  expect(fortress.log).toEqual([]);

  const pages: Promise<Response | undefined>[] = [];
  const onErr = (text: string): void => void pages.push(visit(text));
  expect(await run(folder, ['mcp', 'login', 's'], { env: {}, onErr })).toMatchObject({
    code: 0,
    out: 'Logged in to server: s\n',
    err: expect.stringContaining('Open this address in a browser and log in:'),
  });
  expect(await (await pages[0])?.text()).toContain('You can close this page');
  expect(fortress.log).toEqual(['registered', 'authorization_code']);

  const kept = join(folder, 'home', '.config', 'cpe', 'logins');
  const [file = ''] = readdirSync(kept);
  const modes = [kept, join(kept, file)].map((path) => (statSync(path).mode & 0o777).toString(8));
  expect(modes).toEqual(['700', '600']);

  expect(await go(...hello)).toMatchObject({ code: 0, out: 'hello' });
  fortress.expireAccess();
  expect(await go(...hello)).toMatchObject({ code: 0, out: 'hello' });
  expect(fortress.log).toEqual(['registered', 'authorization_code', 'refresh_token']);
  expect(readFileSync(join(kept, file), 'utf8')).toContain('client-1');

  fortress.revokeAll();
  expect((await go(...hello)).code).toBe(3);
  expect(await go('mcp', 'logout', 's')).toMatchObject({ code: 0, out: 'Logged out of server: s\n' });
  expect(readdirSync(kept)).toEqual([]);
});

test('a login answers only to the browser that it sent away', async () => {
  const fortress = await new Fortress().open();
  const folder = project({ s: { type: 'http', url: `${fortress.url}/mcp`, timeout: 20 } });
  const stop = new AbortController();
  const answers: Promise<number>[] = [];
  const onErr = (text: string): void => {
    const redirect = /redirect_uri=([^&\s]+)/.exec(text)?.[1];
    if (redirect === undefined) return;
    const forged = `${decodeURIComponent(redirect)}?code=stolen&state=guessed`;
    answers.push(fetch(forged).then(({ status }) => status));
    void answers[0]?.then(() => stop.abort());
  };
  const ran = await run(folder, ['mcp', 'login', 's'], { env: {}, onErr, signal: stop.signal });
  expect({ code: ran.code, answered: await answers[0] }).toEqual({ code: 130, answered: 400 });
  expect(fortress.log).toEqual(['registered']);
});

test.each([
  [{ type: 'stdio', command: 'x' }, 'login', 1, 's is a process; only servers over HTTP have logins.'],
  [{ type: 'http', url: 'http://127.0.0.1:1/mcp' }, 'logout', 0, 'There was no login to s.'],
])('%j cannot %s', async (server, command, code, text) => {
  const ran = await run(project({ s: server }), ['mcp', command, 's'], { env: {} });
  expect({ code: ran.code, text: ran.out + ran.err }).toEqual({ code, text: expect.stringContaining(text) });
});
