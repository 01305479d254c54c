import type { CallContext } from './operation-context.js';

/** Suggestions for what the person has typed so far; `others` are the arguments already filled in. */
export type Completer = (
  typed: string,
  context: CallContext,
  others: Readonly<Record<string, string>>,
) => readonly string[] | Promise<readonly string[]>;

/** Completes a fixed set of words. */
export function completeWords(words: readonly string[]): Completer {
  return (typed) => words.filter((word) => word.startsWith(typed));
}

/**
 * Completes a directory path below the allowed roots. What is outside them is not suggested, and the roots themselves
 * are not either: naming them would disclose the allow-list.
 */
export function completeDirectory(): Completer {
  return async (typed, { files }) => {
    const cut = typed.lastIndexOf('/') + 1;
    const [parent, prefix] = [typed.slice(0, cut), typed.slice(cut)];
    const entries = await files.entries(parent === '' ? '.' : parent);
    return entries
      .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix))
      .map((entry) => parent + entry.name);
  };
}
