import { isObject } from '@quadrivium/kernel/essentials';
import type { ConfigProblem } from '../problem.js';

export type Raw = Readonly<Record<string, unknown>>;

/** What a rule may look at beside the file itself. */
export interface RuleContext {
  /** The text of a file next to the configuration; undefined when it cannot be read. */
  readText(path: string): string | undefined;
}

/**
 * Fields that must go together. A rule sees the file as written and checks what it can, however broken the rest is, so
 * that a reader gets all problems at once.
 */
export type Rule = (config: Raw, context: RuleContext) => ConfigProblem[];

export function recordOf(value: unknown): Raw {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
