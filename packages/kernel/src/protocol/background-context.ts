import { Fault } from '../fault.js';
import type { DetachedTurn, GateContext } from '../gate/call.js';
import type { ClientChannel } from '../registry/operation-context.js';

/**
 * A call seen from its task. Who called, and what it said of itself, is remembered; the request and its connection are
 * over, so nothing can be sent, and cancelling is a matter of the task.
 */
export function backgroundContext(origin: GateContext, turn: DetachedTurn): GateContext {
  const { identity, audit, app, front, log, era, protocolVersion, requestId, requestMeta } = origin;
  return {
    ...{ identity, audit, app, front, log, era, protocolVersion, requestId, requestMeta },
    signal: turn.signal,
    progress: turn.progress,
    client: absentClient(origin.client, turn),
    get files() {
      return origin.files;
    },
    get cancelledByCaller() {
      return turn.signal.aborted;
    },
    tell: (news) => origin.tell(news),
    finishProgress: () => undefined,
    detach: (next) => origin.detach(next),
    verifiedState: (state) => origin.verifiedState(state),
  };
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
