import { onAbort } from '../essentials/on-abort.js';
import type { Call, Deadline } from './call.js';

/**
 * Arms the deadline of a call. When it passes, the handler's signal aborts and the handler gets a grace to stop cleanly
 * (write a checkpoint, return what it has); only then is the call answered without it. A server that stops has no more
 * time to give: that is a deadline too.
 */
export function armDeadline(call: Call, timeoutMs: number): Deadline {
  const controller = new AbortController();
  const callerSignal = call.context.signal;
  const abortLikeCaller = (): void => controller.abort(callerSignal.reason);
  if (callerSignal.aborted) abortLikeCaller();
  else callerSignal.addEventListener('abort', abortLikeCaller, { once: true });
  let passed: Deadline['passed'];
  let graceTimer: NodeJS.Timeout | undefined;
  let endGrace = (): void => {};
  const graceOver = new Promise<void>((resolve) => {
    endGrace = resolve;
  });
  const { graceMs, stopping } = call.settings;
  const pass = (why: 'time' | 'stopping', words: string): void => {
    passed ??= why;
    clearTimeout(graceTimer);
    graceTimer = setTimeout(endGrace, Math.min(graceMs, stopping.graceMs));
    controller.abort(new DOMException(words, 'TimeoutError'));
  };
  const timer = setTimeout(() => pass('time', `The deadline of ${timeoutMs} ms passed.`), timeoutMs);
  const stop = (): void => pass('stopping', 'The server is stopping.');
  if (stopping.signal.aborted) stop();
  const lift = onAbort(stopping.signal, stop);
  call.context.signal = controller.signal;
  return {
    timeoutMs,
    get passed() {
      return passed;
    },
    graceOver,
    disarm() {
      clearTimeout(timer);
      clearTimeout(graceTimer);
      callerSignal.removeEventListener('abort', abortLikeCaller);
      lift();
    },
  };
}
