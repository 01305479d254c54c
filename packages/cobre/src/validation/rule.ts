import type { Finding, Layer } from '../case/finding.js';
import type { RawCase } from '../case/registry.js';
import type { Registries } from '../case/registry-index.js';

/** What a rule may look at. Layer 2 rules see only the files that fit their schema; later layers see a whole case. */
export interface RuleInput<Files = RawCase> {
  readonly raw: Files;
  readonly registries: Registries;
}

/**
 * One check of one layer. Rules are independent of each other: each may assume only that layers 1 and 2 found no error,
 * must be silent about what it was not made for, and must not throw on references that do not resolve.
 */
export interface Rule<Files = RawCase> {
  readonly name: string;
  readonly layer: Layer;
  check(input: RuleInput<Files>): Iterable<Finding>;
}

/** A rule of layer 2: about one file alone, which may be the only one that could be read. */
export type FileRule = Rule<Partial<RawCase>>;
