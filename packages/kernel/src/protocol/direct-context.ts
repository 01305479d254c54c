import { newId } from '../essentials/index.js';
import type { DetachedTurn, GateContext } from '../gate/call.js';
import type { Identity } from '../identity.js';
import type { Logger } from '../log/logger.js';
import { noProgress } from '../progress/progress-sink.js';
import type { ProgressReporter } from '../progress/progress-update.js';
import type { AuditClaim, ClientChannel, Front } from '../registry/operation-context.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { absentClient, BackgroundContext } from './background-context.js';
import { modernRevision } from './revisions.js';
import type { DirectCall } from './runtime.js';
import { noClaim, noFiles } from './without.js';

/** What direct calls share with the runtime they are made on. */
export interface DirectSource {
  readonly app: unknown;
  readonly files: Sandbox | undefined;
  readonly log: Logger;
  readonly tell: (news: unknown) => void;
}

/** A call that no client of MCP made: nobody can be asked back, and the caller is who the front says. */
export class DirectContext implements GateContext {
  signal: AbortSignal;
  identity: Identity;
  audit: AuditClaim = noClaim;
  readonly front: Front;
  readonly app: unknown;
  readonly log: Logger;
  readonly era = 'modern';
  readonly protocolVersion = modernRevision;
  readonly requestId: string;
  readonly requestMeta: Readonly<Record<string, unknown>>;
  readonly progress: ProgressReporter;
  readonly client: ClientChannel;
  readonly tell: (news: unknown) => void;
  readonly #files: Sandbox | undefined;
  readonly #caller: AbortSignal;

  constructor(by: DirectCall, { app, files, log, tell }: DirectSource) {
    this.signal = by.signal ?? new AbortController().signal;
    this.#caller = this.signal;
    this.identity = by.identity;
    this.front = by.front;
    this.app = app;
    this.log = log;
    this.requestId = by.requestId ?? newId();
    this.requestMeta = by.requestMeta ?? {};
    this.progress = by.progress ?? noProgress;
    this.client = absentClient();
    this.tell = tell;
    this.#files = files;
  }

  get files(): Sandbox {
    return this.#files ?? noFiles();
  }

  get cancelledByCaller(): boolean {
    return this.#caller.aborted;
  }

  finishProgress(): undefined {}

  detach(turn: DetachedTurn): GateContext {
    return new BackgroundContext(this, turn);
  }

  async verifiedState(state: string | undefined): Promise<unknown> {
    return state;
  }
}
