/** A call whose turn has come: made, measured, and a span in the trace of whoever started the run. */
import { type SpanStart, traceContextFrom, traced } from '@quadrivium/kernel/telemetry';
import type { RunId, WorkspaceId } from '../domain/ids.js';
import type { Run } from '../domain/run.js';
import { callKindOf } from '../steps/index.js';
import type { CallOutcome } from '../steps/ports.js';
import type { CallPorts } from '../steps/step-kind.js';
import type { Dispatch } from './write-intent.js';

export interface CallOptions extends CallPorts {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
  /** Told of every call that was made. */
  readonly onCall?: (made: MadeCall) => void;
}

/** A call that was made, for whoever counts. */
export interface MadeCall {
  readonly server: string;
  readonly outcome: 'ok' | 'failed' | 'unknown';
  readonly seconds: number;
}

/** What of a run its calls are traced under. */
export type Origin = Pick<Run, 'trace' | 'workflowId'>;

/** An attempt of a step is a span in the trace of whoever started the run, and its duration is counted. */
export function makeCall(
  options: CallOptions,
  origin: Origin,
  dispatch: Dispatch,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const begun = performance.now();
  return traced(spanOf(options, origin, dispatch), async (span) => {
    const outcome = await perform(options, dispatch, signal);
    if (!outcome.ok) span?.failed(outcome.error.kind);
    const seconds = (performance.now() - begun) / 1000;
    options.onCall?.({ server: dispatch.request.server, outcome: howItWent(outcome), seconds });
    return outcome;
  });
}

function spanOf(
  { workspaceId, runId }: CallOptions,
  { trace, workflowId }: Origin,
  { stepId, attempt, operation, request }: Dispatch,
): SpanStart {
  const attributes = {
    'portarium.workspace.id': workspaceId,
    'portarium.workflow.id': workflowId,
    'portarium.run.id': runId,
    'portarium.step.id': stepId,
    'portarium.step.attempt': attempt,
    'mcp.server.name': request.server,
    'gen_ai.tool.name': request.tool,
  };
  const parent = traceContextFrom({ ...trace }) ?? null;
  return { name: `step ${operation}`, kind: 'internal', attributes, parent };
}

async function perform(options: CallOptions, dispatch: Dispatch, signal: AbortSignal): Promise<CallOutcome> {
  const { request, idempotencyKey, timeoutMs } = dispatch;
  const { workspaceId } = options;
  try {
    return await callKindOf(dispatch).perform(options, { workspaceId, request, idempotencyKey, timeoutMs, signal });
  } catch (error) {
    const { message } = error as Error;
    return { ok: false, certainty: 'unknown', error: { kind: 'CallFailed', message, retryable: true } };
  }
}

const howItWent = (outcome: CallOutcome): MadeCall['outcome'] =>
  outcome.ok ? 'ok' : outcome.certainty === 'unknown' ? 'unknown' : 'failed';
