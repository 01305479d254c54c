import { laterResult, type WaitingCall, waitingIn } from '../wire/governed.js';
import type { ToolResult } from '../wire/mcp.js';
import { hear } from './live.js';

/** Asks whenever something was heard of the run, and now and then; nothing when nobody waits for it any more. */
export async function endedCall(
  first: WaitingCall,
  onWaiting: (call: WaitingCall) => void,
  signal: AbortSignal,
): Promise<ToolResult | undefined> {
  let waiting = first;
  while (!signal.aborted) {
    onWaiting(waiting);
    await newsOf(waiting, signal);
    if (signal.aborted) break;
    // Not with the signal: to leave while it is asked for would take the call itself back.
    const result = await laterResult(waiting.runId);
    const still = waitingIn(result);
    if (still === undefined) return result;
    waiting = still;
  }
  return undefined;
}

function newsOf({ runId, next }: WaitingCall, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const stop = hear((event) => (event === undefined || event.runid === runId) && done());
    const timer = setTimeout(done, next.afterMs);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
