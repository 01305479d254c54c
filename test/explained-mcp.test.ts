/** Every error that a server of MCP answers leads to a page with a heading for its kind, wherever the caller is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRuntime, noAudit, openHttpFront, streamableHttp } from '@quadrivium/kernel';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { servers } from '../scripts/servers.js';

const page = readFileSync(join(import.meta.dirname, '../docs/reference/errors.md'), 'utf8');
const anchors = [...page.matchAll(/^### (.+)$/gm)].map(([, kind = '']) => kind.toLowerCase());

interface Told {
  readonly kind?: string;
  readonly page?: string;
}

/** The record of a failure, whichever way the server fails. */
async function failureOf(asked: Promise<unknown>): Promise<Told> {
  try {
    const { isError, content, _meta } = (await asked) as {
      isError: boolean;
      content: { text: string }[];
      _meta: object;
    };
    expect(isError).toBe(true);
    // What models read is as the seeds show it, without a link to pay for.
    expect(Object.keys(JSON.parse(content[0]?.text ?? ''))).not.toContain('page');
    return Reflect.get(_meta, 'io.quadrivium/error') as Told;
  } catch (error) {
    return (error as { data: Told }).data;
  }
}

/** A call whose arguments do not fit, one of a tool that is not there, and what else a server may have. */
function failures(client: Client, tool: string, { prompts, resources }: { prompts: boolean; resources: boolean }) {
  const calls = [
    client.callTool({ name: tool, arguments: { no_such_argument: 1 } }),
    client.callTool({ name: 'no_such_tool', arguments: {} }),
    client.listTools({ cursor: 'never handed out' }),
    ...(prompts ? [client.getPrompt({ name: 'no_such_prompt' })] : []),
    ...(resources ? [client.readResource({ uri: 'nothing://here' })] : []),
  ];
  return Promise.all(calls.map(failureOf));
}

describe.each(servers)('$binary', ({ definition }) => {
  const offered = { prompts: definition.prompts !== undefined, resources: definition.resources !== undefined };

  test('over stdio names the file that came with it', async () => {
    const { client, close } = await connectInMemory(definition, { allowWrite: true });
    onTestFinished(close);
    const [{ name = '' } = {}] = (await client.listTools()).tools;
    for (const { page: way = '' } of await failures(client, name, offered)) {
      expect(new URL(way).protocol).toBe('file:');
      expect(readFileSync(new URL(way), 'utf8')).toBe(page);
      expect(anchors).toContain(new URL(way).hash.slice(1));
    }
  });

  test('over HTTP names a page that the same server shows', async () => {
    const endpoint = streamableHttp(createRuntime(definition, { audit: noAudit, allowWrite: true }));
    const front = await openHttpFront({ port: 0, routes: { '/mcp': endpoint } });
    const client = new Client({ name: 'test', version: '0' });
    onTestFinished(async () => {
      await client.close();
      await front.close();
    });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', front.url)));
    const [{ name = '' } = {}] = (await client.listTools()).tools;
    const shown = await (await fetch(new URL('/reference/errors.html', front.url))).text();
    for (const { page: way = '' } of await failures(client, name, offered)) {
      expect(way).toMatch(/^\/reference\/errors\.html#/);
      expect(shown).toContain(`<h3 id="${way.split('#')[1]}">`);
    }
    const post = (path: string, headers: Record<string, string>) =>
      fetch(new URL(path, front.url), { method: 'POST', body: '{}', headers });
    const json = { 'content-type': 'application/json' };
    const refused = [
      ['NotFound', await post('/elsewhere', json)],
      ['UnsupportedMediaType', await post('/mcp', { 'content-type': 'text/plain' })],
      ['Forbidden', await post('/mcp', { ...json, origin: 'https://elsewhere.example' })],
      ['MethodNotAllowed', await fetch(new URL('/mcp', front.url), { method: 'PUT' })],
    ] as const;
    for (const [kind, response] of refused) {
      const { error } = (await response.json()) as { error: { data: Told } };
      expect(error.data).toEqual({ kind, page: `/reference/errors.html#${kind.toLowerCase()}` });
      expect(shown).toContain(`<h3 id="${kind.toLowerCase()}">`);
    }
  });
});
