import { pathToFileURL } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHttpFront } from '../../packages/kernel/src/http/index.js';
import { createRuntime, type HttpFront, noAudit, streamableHttp } from '../../packages/kernel/src/index.js';
import { taskKitchen } from '../../packages/kernel/test/task/task-kitchen.js';
import { toolSet } from '../support/tool-sets.js';

const peers = toolSet('peers');

/** What the extension's own package looks like from here: it comes with the Inspector, and its types do not. */
interface TaskSession {
  callTool(name: string, args: object): Promise<{ settle(): Promise<{ outcome: unknown }>; cancel(): Promise<void> }>;
  close(): Promise<void>;
}

describe.skipIf(peers.absent)("the extension's own client (needs: node scripts/tools.mjs peers)", () => {
  let front: HttpFront;
  let client: Client;
  let session: TaskSession;
  let resultFrom: (outcome: unknown) => Record<string, unknown>;
  const asked: unknown[] = [];

  beforeAll(async () => {
    const runtime = createRuntime(taskKitchen(), { audit: noAudit, tasks: { pollIntervalMs: 20 } });
    front = await openHttpFront({ port: 0, routes: { '/mcp': streamableHttp(runtime) } });
    const url = new URL('/mcp', front.url);
    client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StreamableHTTPClientTransport(url));
    const path = peers.path('@modelcontextprotocol/ext-tasks/dist/client/index.js');
    const tasks = await import(/* @vite-ignore */ pathToFileURL(path).href);
    resultFrom = tasks.resultFromTaskOutcome;
    session = tasks.createTaskSessionFromClient(client, {
      endpointId: 'kitchen',
      rawDispatch: (request: { method: string; params: Record<string, unknown> }) => sent(url, request),
      v2RequestFraming: {
        protocolVersion: '2026-07-28',
        clientInfo: { name: 'host', version: '1' },
        clientCapabilities: { elicitation: {} },
      },
      async onInputRequest(request: { params: { message: string } }) {
        asked.push(request.params.message);
        return { action: 'accept', content: { word: `word ${asked.length}` } };
      },
    });
  });
  afterAll(async () => {
    await session?.close();
    await client?.close();
    await front?.close({ graceMs: 0 });
  });

  const called = async (name: string, args: object = {}) =>
    resultFrom((await (await session.callTool(name, args)).settle()).outcome);

  test('follows a task of ours to its result', async () => {
    expect(await called('kitchen/count', { to: 3 })).toMatchObject({ structuredContent: { reached: 3 } });
    expect(await called('kitchen/burn')).toMatchObject({ isError: true });
    expect(await called('kitchen/sometimes', { much: false })).toMatchObject({ structuredContent: { much: false } });
  });

  test('answers what a task of ours asks', async () => {
    const { structuredContent } = await called('kitchen/interview');
    expect(asked).toEqual(['First?', 'Second?', 'And another?']);
    expect(structuredContent).toEqual({
      heard: [
        ['word', 'word 2'],
        ['other', 'word 3'],
      ],
    });
  });
});

/** One request as a host would send it, and the answer in the words of the package. */
async function sent(url: URL, request: { method: string; params: Record<string, unknown> }) {
  const { name, taskId } = request.params;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': request.method,
      'mcp-name': String(name ?? taskId),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  return error === undefined ? { kind: 'result', result } : { kind: 'error', error };
}
