/**
 * Rows of what a case is refused for. Each says how a sound case is spoiled and what must be told then: the kind, where it is,
 * and words of what to do about it. Sections are those of the description of the current format.
 */
import { expect } from 'vitest';
import type { ErrorRecord, ValidationKind } from '../../../src/faults.js';
import { validateCase } from '../../../src/validation/validate-case.js';
import { smallCurrentCase } from '../../case/current-case.js';
import { memoryCase } from '../../case/memory-case.js';
import type { CaseContents } from '../../case/write-case.js';

export type Spoil = (files: CaseContents) => void;

export type Rejection = readonly [title: string, kind: ValidationKind, context: object, advice: RegExp, spoil: Spoil];

/** Read all the same, with a warning of these words. */
export type Doubt = readonly [title: string, context: object, words: RegExp, advice: RegExp, spoil: Spoil];

/** What a part of the description refuses, or only doubts, in a case that is sound otherwise. */
export interface Topic<Row> {
  readonly section: string;
  readonly about: string;
  readonly rows: readonly Row[];
  readonly sound: () => CaseContents;
}

export function topic<Row>(section: string, about: string, rows: readonly Row[], sound = smallCurrentCase): Topic<Row> {
  return { section, about, rows, sound };
}

/** Several changes as one. */
export const all =
  (...spoils: readonly Spoil[]): Spoil =>
  (files) => {
    for (const spoil of spoils) spoil(files);
  };

/** Words within a value of the context. */
export const expectText = (words: RegExp) => expect.stringMatching(words);

export async function reportOf(sound: () => CaseContents, spoil: Spoil = () => {}) {
  const files = sound();
  spoil(files);
  return validateCase('case', memoryCase(files));
}

/** An error or a warning that says at least this. */
export function told(kind: ValidationKind, context: object, advice: RegExp): ErrorRecord {
  return expect.objectContaining({
    kind,
    context: expect.objectContaining(context),
    suggestion: expect.stringMatching(advice),
  }) as ErrorRecord;
}
