import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { bundledKitchen } from '../../packages/kernel/test/fixtures/bundle.js';
import { toolSet } from '../support/tool-sets.js';
import { kitchenOnHttp } from './kitchen-on-http.js';

// Node 20 has no WebSocket of its own, and the previous SDK asks for a global one.
Object.assign(globalThis, { WebSocket });

const peers = toolSet('peers');
const stdioServer: { command: string; args: string[] } = { command: process.execPath, args: [] };

/** What the previous-generation SDK looks like from here: its types are not installed with us. */
interface OldClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(request: unknown, schema?: unknown, options?: unknown): Promise<Record<string, unknown>>;
  readResource(request: unknown): Promise<{ contents: { text: string }[] }>;
  getPrompt(request: unknown): Promise<{ messages: unknown[] }>;
  close(): Promise<void>;
}

const load = (...path: string[]) => import(/* @vite-ignore */ pathToFileURL(peers.path(...path)).href);

describe.skipIf(peers.absent)('independent clients (needs: node scripts/tools.mjs peers)', () => {
  let server: Awaited<ReturnType<typeof kitchenOnHttp>>;
  beforeAll(async () => {
    server = await kitchenOnHttp();
    stdioServer.args = [await bundledKitchen()];
  });
  afterAll(() => server.close());

  const oldTransports: [string, () => Promise<unknown>][] = [
    ['stdio', async () => new (await oldSdk('stdio')).StdioClientTransport({ ...stdioServer, stderr: 'ignore' })],
    [
      'HTTP',
      async () => new (await oldSdk('streamableHttp')).StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)),
    ],
    ['HTTP+SSE', async () => new (await oldSdk('sse')).SSEClientTransport(new URL(`${server.url}/sse`))],
    [
      'WebSocket',
      async () =>
        new (await oldSdk('websocket')).WebSocketClientTransport(new URL(`${server.url.replace('http', 'ws')}/ws`)),
    ],
  ];

  function oldSdk(part: string) {
    return load('@modelcontextprotocol/sdk/dist/esm/client', `${part}.js`);
  }

  test.each(oldTransports)('the previous SDK lists, calls, reads and prompts over %s', async (_, transport) => {
    const client: OldClient = new (await oldSdk('index')).Client({ name: 'old', version: '1' }, { capabilities: {} });
    await client.connect(await transport());
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    const said = await client.callTool({ name: 'kitchen_echo', arguments: { text: 'hello' } });
    expect(said.structuredContent).toEqual({ text: 'hello', times: 1 });
    const refused = await client.callTool({ name: 'kitchen_cook', arguments: { dish: 'soup' } });
    expect(refused.isError).toBe(true);
    const { contents } = await client.readResource({ uri: 'kitchen://case/%2Fdata%2Fone/config' });
    expect(JSON.parse(contents[0]?.text ?? '')).toEqual({ case_dir: '/data/one' });
    const { messages } = await client.getPrompt({ name: 'kitchen/compare', arguments: { output_dirs: '["/a","/b"]' } });
    expect(JSON.stringify(messages)).toContain('/b');
    await client.close();
  });

  test('the previous SDK receives progress in order over stdio', async () => {
    const client: OldClient = new (await oldSdk('index')).Client({ name: 'old', version: '1' }, { capabilities: {} });
    await client.connect(new (await oldSdk('stdio')).StdioClientTransport({ ...stdioServer, stderr: 'ignore' }));
    const seen: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => seen.push(progress);
    await client.callTool({ name: 'kitchen_work', arguments: { steps: 4, stepMs: 120 } }, undefined, { onprogress });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(4);
    await client.close();
  });

  test.each([
    ['HTTP', async () => ({ type: 'http', url: `${server.url}/mcp` })],
    [
      'stdio',
      async () => new (await load('@ai-sdk/mcp/dist/mcp-stdio/index.js')).Experimental_StdioMCPTransport(stdioServer),
    ],
  ])('the AI SDK calls a tool over %s', async (_, transport) => {
    const { createMCPClient, experimental_createMCPClient } = await load('@ai-sdk/mcp/dist/index.js');
    const client = await (createMCPClient ?? experimental_createMCPClient)({ transport: await transport() });
    const tools = await client.tools();
    const echo = tools.kitchen_echo ?? tools['kitchen/echo'];
    const result = await echo.execute({ text: 'hi', times: 2 }, { toolCallId: '1', messages: [] });
    expect(JSON.stringify(result)).toContain('hi');
    await client.close();
  });
});
