import type { Call, Deadline } from './call.js';

/**
 * Arms the deadline of a call. When it passes, the handler's signal aborts and the handler gets a grace to stop cleanly
 * (write a checkpoint, return what it has); only then is the call answered without it.
 */
export function armDeadline(call: Call, timeoutMs: number): Deadline {
  const controller = new AbortController();
  const callerSignal = call.context.signal;
  const abortLikeCaller = (): void => controller.abort(callerSignal.reason);
  if (callerSignal.aborted) abortLikeCaller();
  else callerSignal.addEventListener('abort', abortLikeCaller, { once: true });
  let passed = false;
  let graceTimer: NodeJS.Timeout | undefined;
  let endGrace = (): void => {};
  const graceOver = new Promise<void>((resolve) => {
    endGrace = resolve;
  });
  const timer = setTimeout(() => {
    passed = true;
    graceTimer = setTimeout(endGrace, call.settings.graceMs);
    controller.abort(new DOMException(`The deadline of ${timeoutMs} ms passed.`, 'TimeoutError'));
  }, timeoutMs);
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
    },
  };
}
