import { closestWord } from '@quadrivium/kernel/essentials';
import { cpeFault, type Fault } from '../faults.js';

/** Words that many programs have as commands. Whoever types one alone hardly means it as a question to a model. */
const COMMAND_WORDS = new Set(
  `add auth call check clean clear commands completions configure connect create daemon delete describe disable
  disconnect edit enable env exec exit export get help history init inspect install kill list log logs ls man model
  models new open ping plugins ps quit reload remove repl reset restart resume rm servers set settings setup shell show
  start stats status stop sync tool tools uninstall update upgrade usage use validate version view watch whoami`.split(
    /\s+/,
  ),
);

/**
 * A prompt is whatever is no command, so a mistyped command would be sent to a model. A word that looks like a command is
 * doubted with advice, and so are words without quotation marks; what stands after `--` is always a prompt.
 *
 * @param paths every command as its words, such as `['mcp', 'list-tools']`
 */
export function doubtAbout(
  args: readonly (string | undefined)[],
  paths: readonly (readonly string[])[],
): Fault | undefined {
  const words = args.filter((word): word is string => word !== undefined && word !== '-');
  const [first = '', ...rest] = words;
  if (first === '') return undefined;
  if (/\s/.test(first)) {
    return rest.length > 0
      ? cpeFault('Usage', 'There is more than one prompt.', { suggestion: quoted(words) })
      : undefined;
  }
  const meant = commandLike(first, paths);
  if (meant !== undefined) {
    const command = ['cpe', ...meant, ...rest].join(' ');
    return cpeFault('Usage', `${JSON.stringify(first)} is not a command. Did you mean ${command}?`, {
      suggestion: asPrompt(words),
    });
  }
  if (rest.length > 0)
    return cpeFault('Usage', `${JSON.stringify(first)} is not a command.`, { suggestion: quoted(words) });
  if (!COMMAND_WORDS.has(first.toLowerCase())) return undefined;
  return cpeFault('Usage', `${JSON.stringify(first)} looks like a command, but there is none; nothing was asked.`, {
    suggestion: `cpe --help lists the commands. ${asPrompt(words)}`,
  });
}

function asPrompt(words: readonly string[]): string {
  return `To ask a model: cpe -- ${JSON.stringify(words.join(' '))}`;
}

function quoted(words: readonly string[]): string {
  return `Put the prompt in quotation marks: cpe ${JSON.stringify(words.join(' '))}`;
}

/** A short word inside a group is too close to real words: `look` is a prompt and not `mcp lock`. */
const TELLING = 6;

/** Words that questions begin with, and nobody mistypes for a command: `what` is close to `chat`. */
const BEGINNINGS = new Set(['what', 'that', 'who', 'why', 'how', 'when', 'where', 'which']);

/** The command that the word names without its group, or almost names. */
function commandLike(word: string, paths: readonly (readonly string[])[]): readonly string[] | undefined {
  const groups = [...new Set(paths.map(([group]) => group ?? ''))].filter((group) => group !== '');
  const inside = paths.find((path) => path.length > 1 && path.at(-1) === word);
  if (inside !== undefined) return inside;
  const names = [...groups, ...paths.flatMap((path) => path.at(-1) ?? []).filter((name) => name.length >= TELLING)];
  const name = BEGINNINGS.has(word.toLowerCase()) ? undefined : closestWord(word, names);
  if (name === undefined) return undefined;
  return groups.includes(name) ? [name] : paths.find((path) => path.at(-1) === name);
}
