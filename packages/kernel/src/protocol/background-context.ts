import { Fault } from '../fault.js';
import type { DetachedTurn, GateContext } from '../gate/call.js';
import type { Identity } from '../identity.js';
import type { Logger } from '../log/logger.js';
import type { ProgressReporter } from '../progress/progress-update.js';
import type { AuditClaim, ClientChannel, Era, Front } from '../registry/operation-context.js';
import type { Sandbox } from '../sandbox/sandbox.js';

/**
 * A call seen from its task. Who called, and what it said of itself, is remembered; the request and its connection are
 * over, so nothing can be sent, and cancelling is a matter of the task.
 */
export class BackgroundContext implements GateContext {
  signal: AbortSignal;
  identity: Identity;
  audit: AuditClaim;
  readonly app: unknown;
  readonly front: Front;
  readonly log: Logger;
  readonly era: Era;
  readonly protocolVersion: string;
  readonly requestId: string | number;
  readonly requestMeta: Readonly<Record<string, unknown>>;
  readonly progress: ProgressReporter;
  readonly client: ClientChannel;
  readonly #origin: GateContext;
  readonly #stop: AbortSignal;

  constructor(origin: GateContext, turn: DetachedTurn) {
    const { identity, audit, app, front, log, era, protocolVersion, requestId, requestMeta } = origin;
    this.identity = identity;
    this.audit = audit;
    this.app = app;
    this.front = front;
    this.log = log;
    this.era = era;
    this.protocolVersion = protocolVersion;
    this.requestId = requestId;
    this.requestMeta = requestMeta;
    this.signal = turn.signal;
    this.progress = turn.progress;
    this.client = absentClient(origin.client, turn);
    this.#origin = origin;
    this.#stop = turn.signal;
  }

  get files(): Sandbox {
    return this.#origin.files;
  }

  get cancelledByCaller(): boolean {
    return this.#stop.aborted;
  }

  /** Handlers take it out of the context, and call it long after the call has ended. */
  readonly tell = (news: unknown): void => this.#origin.tell(news);

  finishProgress(): undefined {}

  detach(turn: DetachedTurn): GateContext {
    return this.#origin.detach(turn);
  }

  verifiedState(state: string | undefined): Promise<unknown> {
    return this.#origin.verifiedState(state);
  }
}

/** Questions are asked by `inputRequired(...)`, which a task can keep until somebody comes to answer. */
export function absentClient(origin?: ClientChannel, turn?: DetachedTurn): ClientChannel {
  return {
    capabilities: origin?.capabilities,
    info: origin?.info,
    acceptsTasks: false,
    inputResponses: turn?.inputResponses,
    requestState: turn?.requestState,
    elicit: nobodyThere,
    sample: nobodyThere,
    log: async () => {},
    notify: async () => {},
    closeStream: undefined,
  };
}

async function nobodyThere(): Promise<never> {
  throw new Fault('NobodyToAsk', 'A task has no open connection to ask through.', {
    suggestion: 'Return inputRequired(...) from the handler instead.',
  });
}
