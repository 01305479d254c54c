import { exitCodes } from './exit-codes.js';

const usual = ['SIGINT', 'SIGTERM'] as const;

/** Calls once when the process is asked to stop; asked again, it goes at once. Gives the function that stops listening. */
export function onSignals(
  stop: (signal: NodeJS.Signals, code: number) => void,
  signals: readonly NodeJS.Signals[] = usual,
): () => void {
  let asked = false;
  const listener = (signal: NodeJS.Signals): void => {
    const code = signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated;
    if (asked) process.exit(code);
    asked = true;
    stop(signal, code);
  };
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}
