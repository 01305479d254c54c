const stopping = ['SIGINT', 'SIGTERM'] as const;

/** Calls once when the process is asked to stop; asked again, it goes at once. Gives the function that stops listening. */
export function onSignals(stop: (signal: NodeJS.Signals) => void): () => void {
  let asked = false;
  const listener = (signal: NodeJS.Signals): void => {
    if (asked) process.exit(signal === 'SIGINT' ? 130 : 143);
    asked = true;
    stop(signal);
  };
  for (const signal of stopping) process.on(signal, listener);
  return () => {
    for (const signal of stopping) process.off(signal, listener);
  };
}
