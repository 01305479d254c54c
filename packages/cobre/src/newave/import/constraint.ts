/** A limit on a sum, as `constraints/` of a case has it. */
import type { Month } from '../readers/month.js';
import type { Study } from './study.js';

export interface Bound {
  readonly stage_id: number;
  readonly block_id: number | null;
  readonly bound_lower: number | null;
  readonly bound_upper: number | null;
}

export interface Constraint {
  readonly name: string;
  readonly expression: string;
  readonly slack: object;
  readonly bounds: readonly Bound[];
}

/** The stages from a month to another; a blank end is that of the study. */
export function stages({ months }: Study, from: Month, to: Month | null): number[] {
  return months.flatMap((month, stage) => (from <= month && (to === null || month <= to) ? [stage] : []));
}

/** What load that is not served costs in the deck: the price of everything that has none of its own. */
export const deficitPrice = ({ deck }: Study): number =>
  Math.max(0, ...deck.system.subsystems.map(({ deficitCost }) => deficitCost[0] ?? 0));
