/** What a search asks, and how words fit what something says. */
import type { Caller } from '../../domain/principal.js';
import type { Collections } from '../../domain/store-port.js';

export interface Search {
  readonly tables: Collections;
  readonly caller: Caller;
  readonly text: string;
  readonly words: readonly string[];
  /** Of each kind. */
  readonly limit: number;
}

/** Names there are few of; more are not looked through. */
export const mostNames = 1000;

/** All of the words are said. */
export const has = (words: readonly string[], ...said: readonly string[]): boolean => {
  const all = said.join(' ').toLowerCase();
  return words.every((word) => all.includes(word));
};

/** One of the words is said. */
export const saysSome = (words: readonly string[], ...said: readonly string[]): boolean =>
  words.some((word) => said.some((each) => each.toLowerCase().includes(word)));

/** `WaitingForApproval` as people search for it. */
export const spelled = (status: string): string => status.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
