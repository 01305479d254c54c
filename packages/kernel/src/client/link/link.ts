import {
  Client,
  type ClientCapabilities,
  type Implementation,
  type jsonSchemaValidator as JsonSchemaCompiler,
  type McpSubscription,
} from '@modelcontextprotocol/client';
import { introduced } from '../../untrusted/introduction.js';
import type { Channel } from '../channels/index.js';
import type { Mode, ServerRequestHandlers } from '../config/options.js';
import { ProgressRouter } from '../results/progress.js';
import { Deadline, type DeadlineLimits } from './deadline.js';
import type { NotificationMessage } from './json-rpc.js';
import { watchProbe } from './probe-patience.js';

/** The SDK's own timeouts are kept out of the way; ours surround it. */
export const FOREVER_MS = 2 ** 31 - 1;
const MODERN_REVISION = '2026-07-28';

export type ConnectionInfo = ReturnType<typeof infoOf>;

export interface LinkSetup {
  readonly openChannel: () => Channel;
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
  readonly handlers: ServerRequestHandlers;
  readonly onNotification: (notification: NotificationMessage) => void;
  readonly onReport: (error: Error) => void;
}

/** A handshake that did not succeed, with what is needed to explain it or to try another way. */
export class LinkFailure extends Error {
  readonly channel: Channel;

  constructor(channel: Channel, cause: unknown) {
    super('The handshake failed.', { cause });
    this.channel = channel;
  }
}

/** One live conversation with a server, from handshake to end. When it is over, a new link takes its place. */
export class Link {
  readonly client: Client;
  readonly channel: Channel;
  readonly progress = new ProgressRouter();
  readonly ended: Promise<void>;
  readonly #deadlines = new Set<Deadline>();
  subscription: McpSubscription | undefined;
  /** What the handshake told, kept beyond the end of the link. */
  #info: ConnectionInfo | undefined;

  constructor(setup: LinkSetup, mode: Mode, channel = setup.openChannel()) {
    this.channel = channel;
    const versionNegotiation = { mode: sdkMode(mode), probe: { timeoutMs: FOREVER_MS } };
    const { capabilities } = setup;
    this.client = new Client(setup.clientInfo, { capabilities, versionNegotiation, jsonSchemaValidator });
    this.client.onerror = setup.onReport;
    this.ended = new Promise((resolve) => {
      this.client.onclose = resolve;
    });
    this.channel.wire.onnotification = (notification) => this.#notify(notification, setup);
    this.#handle(setup.handlers);
  }

  /**
   * `probeMs` limits how long a pipe may be silent; on HTTP silence is an outage, which the deadline covers. After a
   * failure the channel is the caller's, to release it or to use it again.
   */
  async open(deadline: Deadline, probeMs: number | undefined): Promise<this> {
    const stopWatching = probeMs === undefined ? undefined : watchProbe(this.channel, probeMs);
    try {
      await deadline.race(this.client.connect(this.channel.wire, { timeout: FOREVER_MS }));
      this.#info = infoOf(this.client);
      return this;
    } catch (error) {
      this.channel.wire.detach();
      throw new LinkFailure(this.channel, error);
    } finally {
      stopWatching?.();
    }
  }

  get info(): ConnectionInfo {
    this.#info ??= infoOf(this.client);
    return this.#info;
  }

  /** True where arguments may have to travel as headers too. */
  get usesParamHeaders(): boolean {
    return this.info.era === 'modern' && this.channel.wire.hasPerRequestStream;
  }

  /** A deadline that stops while a handler of ours is at work for the server. */
  deadline(limits: DeadlineLimits): Deadline {
    return new Deadline(limits, this.#deadlines);
  }

  async close(hurry = false): Promise<void> {
    this.channel.wire.detach();
    await this.channel.release(hurry);
  }

  #notify(notification: NotificationMessage, setup: LinkSetup): void {
    try {
      if (notification.method === 'notifications/progress') this.progress.deliver(notification.params);
      else setup.onNotification(notification);
    } catch (error) {
      // A listener's fault must not end the stream that all other requests share.
      setup.onReport(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #handle({ elicitation, sampling, roots }: ServerRequestHandlers): void {
    if (elicitation !== undefined) {
      this.client.setRequestHandler('elicitation/create', (request, ctx) =>
        this.#held(() => elicitation(request.params, ctx.mcpReq.signal)),
      );
    }
    if (sampling !== undefined) {
      this.client.setRequestHandler('sampling/createMessage', (request, ctx) =>
        this.#held(() => sampling(request.params, ctx.mcpReq.signal)),
      );
    }
    if (roots !== undefined) {
      this.client.setRequestHandler('roots/list', () => this.#held(async () => ({ roots: await roots() })));
    }
  }

  async #held<Value>(answer: () => Promise<Value>): Promise<Value> {
    const waiting = [...this.#deadlines];
    for (const deadline of waiting) deadline.hold();
    try {
      return await answer();
    } finally {
      for (const deadline of waiting) deadline.resume();
    }
  }
}

/** The SDK would build a whole schema compiler for output checks that we do item by item. */
const jsonSchemaValidator: JsonSchemaCompiler = {
  getValidator: (<Value>() =>
    (input: unknown) => ({
      valid: true,
      data: input as Value,
      errorMessage: undefined,
    })) as JsonSchemaCompiler['getValidator'],
};

function infoOf(client: Client) {
  const { serverInfo, instructions } = introduced({
    serverInfo: client.getServerVersion(),
    instructions: client.getInstructions(),
  });
  return {
    era: client.getProtocolEra() ?? 'legacy',
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    serverInfo,
    capabilities: client.getServerCapabilities() ?? {},
    instructions,
  };
}

function sdkMode(mode: Mode): 'legacy' | 'auto' | { pin: string } {
  return mode === 'modern' ? { pin: MODERN_REVISION } : mode;
}
