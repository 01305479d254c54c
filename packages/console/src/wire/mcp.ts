/**
 * A small MCP client of the stateless revision 2026-07-28: every request stands alone, says in headers what it is, and is
 * answered by JSON or by a stream of events that ends with the answer. Giving up closes the stream, which cancels.
 */
import type { McpUiResourceCsp, McpUiToolMeta } from '@modelcontextprotocol/ext-apps';
import { eventsOf } from './event-lines.js';
import { authorization, cookies } from './key.js';
import { refusal, rpcRefusal, type Trouble, WireError } from './trouble.js';

const revision = '2026-07-28';

/** What a page of a tool says it is (MCP Apps). */
export const appMimeType = 'text/html;profile=mcp-app';

/** What the console says it is: to servers, and to pages that their tools bring along. */
export const ownInfo = { name: 'quadrivium-console', version: '0.1.0' };

const introduction = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientCapabilities': {
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [appMimeType] } },
  },
  'io.modelcontextprotocol/clientInfo': ownInfo,
};

export interface ToolListing {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
  readonly _meta?: {
    readonly ui?: McpUiToolMeta;
    /** Through the gateway: the tool of another server that stands behind the name. */
    readonly 'portarium/tool'?: { readonly server: string; readonly tool: string };
  };
}

export interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly annotations?: { readonly audience?: readonly string[] };
  }[];
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Tools of other servers, called under policy; each call is a run. */
export const gateway = 'gateway';

const endpointOf = (server: string): string => (server === gateway ? '/portarium/mcp/gateway' : `/${server}/mcp`);

let lastId = 0;

async function request<T>(
  server: string,
  method: string,
  params: Record<string, unknown>,
  options: CallOptions = {},
): Promise<T> {
  lastId += 1;
  const id = lastId;
  const named = params.name ?? params.uri;
  const token = options.onProgress === undefined ? {} : { progressToken: id };
  const response = await fetch(endpointOf(server), {
    method: 'POST',
    headers: {
      ...authorization(),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(typeof named === 'string' ? { 'mcp-name': named } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...introduction, ...token } } }),
    credentials: cookies(),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  for await (const message of messagesOf(response)) {
    if (message.method === 'notifications/progress') options.onProgress?.(message.params as Progress);
    if (message.error !== undefined) throw rpcRefusal(message.error, response.status);
    if (message.id === id && 'result' in message) return message.result as T;
  }
  throw new WireError({ kind: 'CutOff', message: 'The connection ended before the answer came.' });
}

async function* messagesOf(response: Response): AsyncGenerator<Message> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    for await (const { data } of eventsOf(response)) yield JSON.parse(data) as Message;
    return;
  }
  const text = await response.text();
  const message = (text === '' ? {} : JSON.parse(text)) as Message;
  if (!response.ok) throw refusal(response.status, message);
  yield message;
}

export async function listTools(server: string): Promise<ToolListing[]> {
  const tools: ToolListing[] = [];
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const page = await request<{ tools: ToolListing[]; nextCursor?: string }>(server, 'tools/list', params);
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

export function callTool(server: string, name: string, args: unknown, options?: CallOptions): Promise<ToolResult> {
  return request<ToolResult>(server, 'tools/call', { name, arguments: args }, options);
}

/** What a tool found, or its refusal thrown; for pages that know what they ask for. */
export async function resultOf<T>(server: string, name: string, args: unknown, options?: CallOptions): Promise<T> {
  const result = await callTool(server, name, args, options);
  if (result.isError) throw new WireError(toolTrouble(result));
  // Some answers follow specifications older than structured content; the text is the same JSON.
  return (result.structuredContent ?? parsed(textOf(result))) as T;
}

/** Refusals carry their parts as structured content, or as JSON in the text for older clients. */
function toolTrouble(result: ToolResult): Trouble {
  const text = textOf(result);
  const said = (result.structuredContent ?? parsed(text)) as Record<string, unknown> | undefined;
  const parts = (said?.error ?? said) as Record<string, unknown> | undefined;
  return {
    kind: String(parts?.kind ?? 'ToolError'),
    message: String(parts?.message ?? text),
    ...(typeof parts?.suggestion === 'string' ? { suggestion: parts.suggestion } : {}),
    ...(parts?.context === undefined ? {} : { context: parts.context }),
  };
}

/** What is only said to models, such as how to ask for less, is no part of the answer. */
function textOf({ content }: ToolResult): string {
  const forPeople = content.filter(({ annotations }) => annotations?.audience?.includes('user') ?? true);
  return forPeople.map((part) => part.text ?? '').join('\n');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ResourceText {
  readonly text?: string;
  readonly mimeType?: string;
  readonly _meta?: { readonly ui?: { readonly csp?: McpUiResourceCsp } };
}

async function readText(server: string, uri: string): Promise<ResourceText> {
  const { contents } = await request<{ contents: ResourceText[] }>(server, 'resources/read', { uri });
  return contents[0] ?? {};
}

export async function readResource<T>(server: string, uri: string): Promise<T> {
  const { text = 'null' } = await readText(server, uri);
  return JSON.parse(text) as T;
}

export interface AppPage {
  readonly html: string;
  /** Other servers that it says it has to reach. */
  readonly csp: McpUiResourceCsp;
}

/** The page that a tool names for its answers. */
export async function readAppPage(server: string, uri: string): Promise<AppPage> {
  const { text, mimeType, _meta } = uri.startsWith('ui://') ? await readText(server, uri) : {};
  if (text !== undefined && mimeType === appMimeType) return { html: text, csp: _meta?.ui?.csp ?? {} };
  throw new WireError({ kind: 'NoPage', message: `${uri} of ${server} is no page that can be shown.` });
}

/** What could stand in a place of a resource's address, given what is there so far. */
export async function complete(server: string, uri: string, name: string, value: string): Promise<string[]> {
  const params = { ref: { type: 'ref/resource', uri }, argument: { name, value } };
  const { completion } = await request<{ completion: { values: string[] } }>(server, 'completion/complete', params);
  return completion.values;
}
