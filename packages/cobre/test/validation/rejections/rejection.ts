/**
 * Rows of what today's format refuses. Each says how a sound case is spoiled and what must be told then: the kind, where it is,
 * and words of what to do about it.
 */
import { describe, expect, test } from 'vitest';
import type { ValidationKind } from '../../../src/faults.js';
import { validateCase } from '../../../src/validation/validate-case.js';
import { smallCurrentCase } from '../../case/current-case.js';
import { memoryCase } from '../../case/memory-case.js';
import type { CaseContents } from '../../case/write-case.js';

export type Rejection = readonly [
  title: string,
  kind: ValidationKind,
  context: object,
  advice: RegExp,
  spoil: (files: CaseContents) => void,
];

/** Words within a value of the context. */
export const expectText = (words: RegExp) => expect.stringMatching(words);

export function rejects(topic: string, rows: readonly Rejection[], sound: () => CaseContents = smallCurrentCase): void {
  describe(topic, () => {
    test('the case is sound before it is spoiled', async () => {
      expect((await validateCase('case', memoryCase(sound()))).errors).toEqual([]);
    });

    test.each(rows)('%s: %s', async (_, kind, context, advice, spoil) => {
      const files = sound();
      spoil(files);
      const { errors } = await validateCase('case', memoryCase(files));
      expect(errors).toContainEqual(
        expect.objectContaining({
          kind,
          context: expect.objectContaining(context),
          suggestion: expect.stringMatching(advice),
        }),
      );
    });
  });
}

export type Doubt = readonly [title: string, context: object, words: RegExp, spoil: (files: CaseContents) => void];

/** What is read all the same, with a warning. */
export function warns(topic: string, rows: readonly Doubt[], sound: () => CaseContents = smallCurrentCase): void {
  describe(topic, () => {
    test.each(rows)('%s', async (_, context, words, spoil) => {
      const files = sound();
      spoil(files);
      const { errors, warnings } = await validateCase('case', memoryCase(files));
      expect(errors).toEqual([]);
      expect(warnings).toContainEqual(
        expect.objectContaining({
          message: expect.stringMatching(words),
          context: expect.objectContaining(context),
        }),
      );
    });
  });
}
