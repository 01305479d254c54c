import { closestWord } from '@quadrivium/kernel/essentials';
import { cpeFault } from '../faults.js';

/**
 * A prompt is whatever is no command, so a mistyped command would be sent to a model. A word that looks like a command is
 * refused with advice, and so are words without quotation marks; what stands after `--` is always a prompt.
 *
 * @param paths every command as its words, such as `['mcp', 'list-tools']`
 */
export function refuseMistyped(args: readonly (string | undefined)[], paths: readonly (readonly string[])[]): void {
  const words = args.filter((word) => word !== undefined);
  const [first = '', ...rest] = words;
  if (first === '') return;
  if (/\s/.test(first)) {
    if (rest.length > 0) throw cpeFault('Usage', 'There is more than one prompt.', { suggestion: quoted(words) });
    return;
  }
  const meant = commandLike(first, paths);
  if (meant !== undefined) {
    const command = ['cpe', ...meant, ...rest].join(' ');
    throw cpeFault('Usage', `${JSON.stringify(first)} is not a command. Did you mean ${command}?`, {
      suggestion: `To ask a model: cpe -- ${JSON.stringify(words.join(' '))}`,
    });
  }
  if (rest.length > 0)
    throw cpeFault('Usage', `${JSON.stringify(first)} is not a command.`, { suggestion: quoted(words) });
}

function quoted(words: readonly string[]): string {
  return `Put the prompt in quotation marks: cpe ${JSON.stringify(words.join(' '))}`;
}

/** A short word inside a group is too close to real words: `look` is a prompt and not `mcp lock`. */
const TELLING = 6;

/** The command that the word names without its group, or almost names. */
function commandLike(word: string, paths: readonly (readonly string[])[]): readonly string[] | undefined {
  const groups = [...new Set(paths.map(([group]) => group ?? ''))].filter((group) => group !== '');
  const inside = paths.find((path) => path.length > 1 && path.at(-1) === word);
  if (inside !== undefined) return inside;
  const names = [...groups, ...paths.flatMap((path) => path.at(-1) ?? []).filter((name) => name.length >= TELLING)];
  const name = closestWord(word, names);
  if (name === undefined) return undefined;
  return groups.includes(name) ? [name] : paths.find((path) => path.at(-1) === name);
}
