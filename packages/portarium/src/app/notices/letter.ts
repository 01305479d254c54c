/**
 * What a notice says, whatever way it goes. Prompts, arguments and titles are written by others: what is meant to be read
 * as one line is one, and what could hide or turn text round is spelled out.
 */
import type { NoticeTopic } from '../../domain/notice.js';
import type { PlannedCall } from '../../domain/plan.js';

export interface Letter {
  /** The same whenever it is sent again, and no other's. */
  readonly id: string;
  readonly topic: NoticeTopic;
  /** What it is about; letters about the same belong together. */
  readonly about: string;
  /** One line. */
  readonly subject: string;
  /** What somebody wrote for people to read. */
  readonly words: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly calls: readonly LetterCall[];
  /** Calls that are not shown. */
  readonly furtherCalls: number;
  /** Where people sign in and look, or the command that shows it. */
  readonly link: { readonly url: string } | { readonly command: string };
}

export interface LetterCall {
  readonly tool: string;
  readonly arguments: string;
  readonly digest: string;
}

const mostCalls = 20;
const mostCharacters = 4000;

export function letterCalls(calls: readonly PlannedCall[]): Pick<Letter, 'calls' | 'furtherCalls'> {
  const shown = calls.slice(0, mostCalls).map(({ server, tool, arguments: given, digest }) => ({
    tool: oneLine(server === undefined ? tool : `${server}/${tool}`, 200),
    arguments: cut(visible(JSON.stringify(given) ?? 'null')),
    digest,
  }));
  return { calls: shown, furtherCalls: calls.length - shown.length };
}

/** Controls, and marks that change in which direction or whether text is seen. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const spelled = (mark: string): string => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

const visible = (text: string): string => text.replaceAll(hidden, spelled);

/** Several lines, each as it can be seen. */
export const paragraphs = (text: string): string =>
  cut(
    text
      .split(/\r\n|\r|\n/)
      .map(visible)
      .join('\n'),
  );

export function oneLine(text: string, most = 150): string {
  const line = visible(text.replaceAll(/\s+/g, ' ').trim());
  return line.length <= most ? line : `${wholeCharacters(line.slice(0, most - 1))}…`;
}

function cut(text: string): string {
  if (text.length <= mostCharacters) return text;
  const shown = wholeCharacters(text.slice(0, mostCharacters));
  return `${shown}… (${text.length - shown.length} more characters; look there for all of it)`;
}

/** Half of a character that takes two is none. */
const wholeCharacters = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');
