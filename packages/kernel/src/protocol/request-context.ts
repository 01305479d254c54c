import type { ServerContext } from '@modelcontextprotocol/server';

import type { DetachedTurn, GateContext } from '../gate/call.js';
import type { Identity } from '../identity.js';
import type { Logger } from '../log/logger.js';
import { noProgress, ProgressSink } from '../progress/progress-sink.js';
import type { ProgressReporter } from '../progress/progress-update.js';
import type { AuditClaim, ClientChannel, Era } from '../registry/operation-context.js';
import type { ServerDefinition } from '../registry/server-definition.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { backgroundContext } from './background-context.js';
import { type ConnectedServer, SdkClientChannel } from './client-channel.js';
import type { PageOf } from './explain-answer.js';
import { newestLegacyRevision } from './revisions.js';
import { noClaim, noFiles } from './without.js';

/** What the requests of one connection share. */
export interface ContextSource {
  readonly server: ConnectedServer;
  readonly era: Era;
  readonly identity: Identity;
  readonly files: Sandbox | undefined;
  readonly log: Logger;
  readonly redact: (value: unknown) => unknown;
  readonly verifyRequestState: ServerDefinition['verifyRequestState'];
  readonly app: unknown;
  readonly tell: (news: unknown) => void;
  readonly pageOf: PageOf;
}

/** One request seen from a handler. A class with lazy parts, because most calls use few of them. */
export class RequestContext implements GateContext {
  signal: AbortSignal;
  identity: Identity;
  audit: AuditClaim = noClaim;
  readonly front = 'mcp';
  readonly #source: ContextSource;
  readonly #sdk: ServerContext;
  #progress: ProgressSink | typeof noProgress | undefined;
  #client: ClientChannel | undefined;

  constructor(source: ContextSource, sdk: ServerContext) {
    this.#source = source;
    this.#sdk = sdk;
    this.signal = sdk.mcpReq.signal;
    this.identity = identityOf(sdk) ?? source.identity;
  }

  get app(): unknown {
    return this.#source.app;
  }

  get files(): Sandbox {
    return this.#source.files ?? noFiles();
  }

  get log(): Logger {
    return this.#source.log;
  }

  get era(): Era {
    return this.#source.era;
  }

  get protocolVersion(): string {
    return this.#source.server.getNegotiatedProtocolVersion() ?? newestLegacyRevision;
  }

  get requestId(): string | number {
    return this.#sdk.mcpReq.id;
  }

  get requestMeta(): Readonly<Record<string, unknown>> {
    return this.#sdk.mcpReq._meta ?? {};
  }

  get client(): ClientChannel {
    this.#client ??= new SdkClientChannel(this.#source.server, this.#sdk, this.#source.redact);
    return this.#client;
  }

  get progress(): ProgressReporter {
    this.#progress ??= this.#openProgress();
    return this.#progress;
  }

  get cancelledByCaller(): boolean {
    return this.#sdk.mcpReq.signal.aborted;
  }

  /** Handlers take it out of the context, and call it long after the call has ended. */
  readonly tell = (news: unknown): void => this.#source.tell(news);

  finishProgress(): Promise<void> | undefined {
    return this.#progress?.finish();
  }

  detach(turn: DetachedTurn): GateContext {
    return backgroundContext(this, turn);
  }

  async verifiedState(state: string | undefined): Promise<unknown> {
    const verify = this.#source.verifyRequestState;
    return state === undefined || verify === undefined ? state : ((await verify(state, this.#sdk)) ?? state);
  }

  /** Only a caller that sent a token wants to hear; a token is never invented. */
  #openProgress(): ProgressSink | typeof noProgress {
    const token = this.#sdk.mcpReq._meta?.progressToken;
    if (token === undefined) return noProgress;
    const send = (params: Record<string, unknown>): Promise<void> =>
      this.#sdk.mcpReq.notify({
        method: 'notifications/progress',
        params: params as { progressToken: string | number; progress: number },
      });
    return new ProgressSink({ token, send, redact: this.#source.redact });
  }
}

/** HTTP fronts verify credentials per request and hand the result over beside the SDK's own token fields. */
function identityOf(sdk: ServerContext): Identity | undefined {
  return sdk.http?.authInfo?.extra?.identity as Identity | undefined;
}
