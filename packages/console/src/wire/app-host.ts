/**
 * The host's side of MCP Apps (2026-01-26): JSON-RPC by messages with a page in a frame. The page is somebody else's, so
 * nothing of what it says is believed: a message counts only from that very frame and its nameless origin, only in the
 * forms below, and a call only when `call` takes it. Whatever else it asks for is refused in words.
 */
import type { McpUiHostCapabilities, McpUiHostContext, McpUiInitializeResult } from '@modelcontextprotocol/ext-apps';
import { isObject } from '@quadrivium/kernel/is-object';
import { ownInfo, type ToolResult } from './mcp.js';

export interface AppHost {
  readonly frame: HTMLIFrameElement;
  readonly html: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: ToolResult;
  /** How the console looks now. */
  readonly context: () => McpUiHostContext;
  readonly capabilities: McpUiHostCapabilities;
  /** Calls a tool for the page, or throws why not. */
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
  /** Opens an address elsewhere, once the person in front of it agrees. */
  readonly open: (url: string) => Promise<void>;
  readonly onHeight: (pixels: number) => void;
}

export const appRevision = '2026-01-26';

/** A page that asks without waiting for answers is not served faster than one that waits. */
const mostCalls = 4;
const mostInMinute = 120;

/** Longer addresses than a person can look through are not opened; of arguments, in characters of JSON. */
const longestAddress = 300;
const longestArguments = 1_000_000;

interface Asked {
  readonly id?: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Serves the page until the returned function is called. */
export function hostApp(host: AppHost): () => void {
  const page = new AppPage(host);
  const listen = (event: MessageEvent): void => {
    if (event.source === null || event.source !== host.frame.contentWindow || event.origin !== 'null') return;
    const asked = askedBy(event.data);
    if (asked !== undefined) void page.hear(asked);
  };
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const dress = (): void => page.dress();
  addEventListener('message', listen);
  scheme.addEventListener('change', dress);
  return () => {
    removeEventListener('message', listen);
    scheme.removeEventListener('change', dress);
  };
}

class AppPage {
  readonly #host: AppHost;
  #shown = false;
  #told = false;
  #calls = 0;
  #minute = 0;
  #inMinute = 0;

  constructor(host: AppHost) {
    this.#host = host;
  }

  async hear({ id, method, params }: Asked): Promise<void> {
    if (id === undefined) return this.#note(method, params);
    const answer = await this.#answer(method, params).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: { code: -32_000, message: error instanceof Error ? error.message : 'Refused' } }),
    );
    this.#send({ id, ...answer });
  }

  dress(): void {
    if (this.#told) this.#send({ method: 'ui/notifications/host-context-changed', params: this.#host.context() });
  }

  /** Each part of the beginning happens once, however often the page says so. */
  #note(method: string, params: Asked['params']): void {
    const { html, input, result, onHeight } = this.#host;
    if (method === 'ui/notifications/sandbox-proxy-ready' && !this.#shown) {
      this.#shown = true;
      this.#send({ method: 'ui/notifications/sandbox-resource-ready', params: { html } });
    } else if (method === 'ui/notifications/initialized' && !this.#told) {
      this.#told = true;
      this.#send({ method: 'ui/notifications/tool-input', params: { arguments: input } });
      this.#send({ method: 'ui/notifications/tool-result', params: result });
    } else if (method === 'ui/notifications/size-changed') {
      if (typeof params.height === 'number' && Number.isFinite(params.height)) onHeight(params.height);
    }
  }

  async #answer(method: string, params: Asked['params']): Promise<unknown> {
    if (method === 'ping') return {};
    if (method === 'ui/initialize') return this.#introduction();
    if (method === 'tools/call') return this.#call(params);
    if (method === 'ui/open-link') return this.#open(params);
    // A page is shown where it is called, whatever else it would like.
    if (method === 'ui/request-display-mode') return { mode: 'inline' };
    throw new Error(`This console does not do ${method.slice(0, 60)} for pages of tools.`);
  }

  #introduction(): McpUiInitializeResult {
    return {
      protocolVersion: appRevision,
      hostInfo: ownInfo,
      hostCapabilities: this.#host.capabilities,
      hostContext: this.#host.context(),
    };
  }

  async #open({ url }: Asked['params']): Promise<object> {
    if (typeof url !== 'string' || url.length > longestAddress || !URL.canParse(url)) throw notOpened();
    const address = new URL(url);
    // A name before the host hides who is meant; and a link into the console could sign somebody in as somebody else.
    const isPlain = /^https?:$/.test(address.protocol) && address.username === '' && address.password === '';
    if (!isPlain || address.host === location.host) throw notOpened();
    return this.#host.open(address.href).then(
      () => ({}),
      () => ({ isError: true }),
    );
  }

  async #call({ name, arguments: given = {} }: Asked['params']): Promise<ToolResult> {
    const args = plainly(given);
    if (typeof name !== 'string' || !isObject(args)) throw new Error('A call has a name and an object of arguments.');
    if (this.#calls >= mostCalls) throw new Error(`At most ${mostCalls} calls of a page run side by side.`);
    this.#countMinute();
    this.#calls += 1;
    try {
      return await this.#host.call(name, args);
    } finally {
      this.#calls -= 1;
    }
  }

  /** Each call through the gateway is a run with its evidence, and a page could make them all night. */
  #countMinute(): void {
    const minute = Math.floor(performance.now() / 60_000);
    if (minute !== this.#minute) [this.#minute, this.#inMinute] = [minute, 0];
    this.#inMinute += 1;
    if (this.#inMinute > mostInMinute) throw new Error(`A page calls at most ${mostInMinute} times a minute.`);
  }

  /** The frame has no origin that could be named; the policy keeps everybody else out of it. */
  #send(message: object): void {
    this.#host.frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}

const notOpened = () => new Error('Only addresses of pages elsewhere are opened, at most 300 characters long.');

/** Messages carry more than JSON: rings, numbers and maps that nobody could look at or send. */
function plainly(value: unknown): unknown {
  const text = JSON.stringify(value);
  if (text.length > longestArguments) throw new Error('These arguments are too long for a call.');
  return JSON.parse(text);
}

function askedBy(data: unknown): Asked | undefined {
  if (!isObject(data) || data.jsonrpc !== '2.0' || typeof data.method !== 'string') return undefined;
  const { id, method, params = {} } = data;
  if (!isObject(params) || (id !== undefined && typeof id !== 'string' && typeof id !== 'number')) return undefined;
  return { method, params, ...(id === undefined ? {} : { id }) };
}
