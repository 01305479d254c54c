import { exitCodes } from './envelope.js';

/** A first signal stops after the iteration at hand and keeps what was reached; a second one ends the process. */
export function stopOnSignals(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', stop).off('SIGTERM', stop);
    },
  };
}
