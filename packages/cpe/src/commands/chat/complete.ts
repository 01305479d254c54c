import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Completions {
  readonly commands: readonly string[];
  readonly tools: () => readonly string[];
  readonly models: readonly string[];
  readonly cwd: string;
}

/** What can follow: commands and their words behind a `/`, files behind an `@`, names of tools elsewhere. */
export function completionsFor(text: string, known: Completions): readonly [readonly string[], string] {
  if (/^\/\S*$/.test(text))
    return [
      startingWith(
        known.commands.map((name) => `/${name} `),
        text,
      ),
      text,
    ];
  const [word = ''] = /\S*$/.exec(text) ?? [];
  if (text.startsWith('/model ')) return [startingWith(known.models, word), word];
  if (word.startsWith('@')) return [filesFor(word, known.cwd), word];
  return word === '' ? [[], word] : [startingWith(known.tools(), word), word];
}

function startingWith(words: readonly string[], start: string): string[] {
  return words.filter((word) => word.startsWith(start)).sort();
}

function filesFor(word: string, cwd: string): string[] {
  const typed = word.slice(1);
  const folder = typed.endsWith('/') ? typed : `${dirname(typed)}/`;
  const shown = folder === './' && !typed.startsWith('./') ? '' : folder;
  const isHiddenWanted = /(^|\/)\.[^/]*$/.test(typed);
  try {
    const entries = readdirSync(join(cwd, folder), { withFileTypes: true });
    const visible = entries.filter(({ name }) => isHiddenWanted || !name.startsWith('.'));
    return startingWith(
      visible.map((entry) => `@${shown}${entry.name}${entry.isDirectory() ? '/' : ' '}`),
      word,
    );
  } catch {
    return [];
  }
}
