import { mask, maskShapes } from './secret-shapes.js';
import { isSensitiveName } from './sensitive-names.js';

const FLAG = /^--?([\w-]+)$/;
/** `--token=x`, `TOKEN=x`, and headers as they are given to commands: `X-Api-Key: x`. */
const NAMED = /^(-{0,2}([\w-]+)(?:=|:\s*))([\s\S]+)$/;
/** A word of a command is short, so a name that only ends like this is enough: `--github-token`, `--key`. */
const ENDING = /(?:token|secret|passw(?:or)?d|key|auth)$/i;
/** A variable hides its value already, and tells more than a mask. */
const VARIABLE = /^\$\{[^}]+\}$/;

/** The words of a command line without secrets; a value may stand in the word behind its name. */
export function maskCommandWords(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const flag = FLAG.exec(words[index - 1] ?? '')?.[1];
    if (flag !== undefined && isSecretName(flag) && !word.startsWith('-')) return masked(word);
    const [, start = '', name = '', value = ''] = NAMED.exec(word) ?? [];
    return isSecretName(name) ? `${start}${masked(value)}` : maskShapes(word);
  });
}

function masked(value: string): string {
  return VARIABLE.test(value) ? value : mask;
}

function isSecretName(name: string): boolean {
  return isSensitiveName(name) || ENDING.test(name);
}
