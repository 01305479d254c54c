/** Who waits for a signal, by signal. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when the signal is aborted; the returned function lifts that again. All who wait for one signal share one
 * listener: a caller may have any number of calls under way with one signal, and Node takes more than ten listeners for
 * a leak.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = waiting.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
  };
}

/** The listener stays as long as the signal: it holds nothing but a set that is empty when nobody waits. */
function listen(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(signal, callbacks);
  signal.addEventListener(
    'abort',
    () => {
      for (const callback of [...callbacks]) callback();
    },
    { once: true },
  );
  return callbacks;
}
