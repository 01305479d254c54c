import { Fault } from '../faults.js';
import { errorData } from '../host/tool-failure.js';
import { classOf } from './exit-codes.js';

/** For people: what happened, then what to try. A bug of ours keeps its stack. */
export function errorText(error: unknown): string {
  if (!(error instanceof Fault)) return `${error instanceof Error ? error.stack : String(error)}\n`;
  const advice = [error.suggestion, errorData(error)]
    .flatMap((each) => (each === undefined ? [] : `\n${each}`))
    .join('');
  // Every line of a configuration error starts with its place already.
  return error.kind === 'ConfigInvalid' ? `${error.message}${advice}\n` : `Error: ${error.message}${advice}\n`;
}

/** For programs: `{"ok": false, "error": {...}}`. */
export function errorRecord(error: unknown): object {
  const fault = error instanceof Fault ? error : undefined;
  const { server, tool, ...details } = fault?.context ?? {};
  return {
    ok: false,
    error: {
      class: classOf(error),
      kind: fault?.kind ?? 'Unexpected',
      ...(server === undefined ? {} : { server }),
      ...(tool === undefined ? {} : { tool }),
      message: error instanceof Error ? error.message : String(error),
      ...(fault?.suggestion === undefined ? {} : { suggestion: fault.suggestion }),
      details,
    },
  };
}
