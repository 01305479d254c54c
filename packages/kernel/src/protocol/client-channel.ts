import type {
  ClientCapabilities,
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
  Implementation,
  LoggingLevel,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { tasksExtension } from '../essentials/mcp-extensions.js';
import type { ClientChannel } from '../registry/operation-context.js';

/** A server that completes a context on demand. */
export interface ConnectedServer extends Server {
  fullContext(context: ServerContext): ServerContext;
}

/** The caller as one request sees it. In the modern era the request itself says who and what; before, the handshake did. */
export class SdkClientChannel implements ClientChannel {
  readonly #server: ConnectedServer;
  readonly #sdk: ServerContext;
  readonly #redact: (value: unknown) => unknown;

  constructor(server: ConnectedServer, sdk: ServerContext, redact: (value: unknown) => unknown) {
    this.#server = server;
    this.#sdk = sdk;
    this.#redact = redact;
  }

  get capabilities(): ClientCapabilities | undefined {
    return this.#claimed<ClientCapabilities>(CLIENT_CAPABILITIES_META_KEY) ?? this.#server.getClientCapabilities();
  }

  get info(): Implementation | undefined {
    return this.#claimed<Implementation>(CLIENT_INFO_META_KEY) ?? this.#server.getClientVersion();
  }

  /** Only the request's own declaration counts, and only the revision whose requests declare anything. */
  get acceptsTasks(): boolean {
    const declared = this.#claimed<ClientCapabilities>(CLIENT_CAPABILITIES_META_KEY)?.extensions;
    return declared?.[tasksExtension] !== undefined;
  }

  get inputResponses(): Readonly<Record<string, unknown>> | undefined {
    return this.#sdk.mcpReq.inputResponses;
  }

  get requestState(): unknown {
    return this.#sdk.mcpReq.requestState();
  }

  get closeStream(): (() => void) | undefined {
    return this.#sdk.http?.closeSSE;
  }

  elicit(params: ElicitRequestFormParams | ElicitRequestURLParams): Promise<ElicitResult> {
    return this.#full.elicitInput(params, this.#related());
  }

  sample(params: CreateMessageRequestParams): Promise<CreateMessageResult> {
    return this.#full.requestSampling(params, this.#related()) as Promise<CreateMessageResult>;
  }

  log(level: LoggingLevel, data: unknown, logger?: string): Promise<void> {
    return this.#full.log(level, this.#redact(data), logger);
  }

  notify(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<void> {
    return this.#sdk.mcpReq.notify({ method, params } as Parameters<ServerContext['mcpReq']['notify']>[0]);
  }

  get #full(): ServerContext['mcpReq'] {
    return this.#server.fullContext(this.#sdk).mcpReq;
  }

  /** What the request's own envelope says; the SDK has checked its shape. */
  #claimed<T>(key: string): T | undefined {
    return (this.#sdk.mcpReq.envelope as Record<string, unknown> | undefined)?.[key] as T | undefined;
  }

  /** Ties a question to the call that asks it, so that it travels on the call's own stream and ends with it. */
  #related() {
    return { relatedRequestId: this.#sdk.mcpReq.id, signal: this.#sdk.mcpReq.signal };
  }
}
