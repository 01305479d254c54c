import type { CallContext } from './tool-context.js';

/** Suggestions for what the person has typed so far; `others` are the arguments already filled in. */
export type Completer = (
  typed: string,
  context: CallContext,
  others: Readonly<Record<string, string>>,
) => readonly string[] | Promise<readonly string[]>;
