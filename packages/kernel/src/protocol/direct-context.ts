import { newId } from '../essentials/index.js';
import type { GateContext } from '../gate/call.js';
import type { Logger } from '../log/logger.js';
import { noProgress } from '../progress/progress-sink.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { absentClient, backgroundContext } from './background-context.js';
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
export function directContext(by: DirectCall, { app, files, log, tell }: DirectSource): GateContext {
  const signal = by.signal ?? new AbortController().signal;
  const context: GateContext = {
    signal,
    identity: by.identity,
    audit: noClaim,
    front: by.front,
    app,
    log,
    era: 'modern',
    protocolVersion: modernRevision,
    requestId: by.requestId ?? newId(),
    requestMeta: by.requestMeta ?? {},
    progress: by.progress ?? noProgress,
    client: absentClient(),
    tell,
    get files() {
      return files ?? noFiles();
    },
    get cancelledByCaller() {
      return signal.aborted;
    },
    finishProgress: () => undefined,
    detach: (turn) => backgroundContext(context, turn),
    verifiedState: async (state) => state,
  };
  return context;
}
