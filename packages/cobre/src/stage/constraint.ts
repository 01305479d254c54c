import type { StageDraft } from './draft.js';

/**
 * One aspect of a stage problem. All members add their columns first, in list order, and then their rows, so that a row
 * may use the columns of any member.
 */
export interface StageConstraint {
  readonly name: string;
  columns?(draft: StageDraft): void;
  rows?(draft: StageDraft): void;
}
