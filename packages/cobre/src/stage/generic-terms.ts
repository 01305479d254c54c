import type { GenericTerm } from '../case/model.js';
import { genericVariable } from '../equipment/members.js';
import type { StageDraft } from './draft.js';

/** Parameters are those of the block of the row, whichever block a term names. */
export function coefficientOf({ coefficient, factors }: GenericTerm, stage: number, rowBlock: number | null): number {
  return factors === null ? coefficient : coefficient * factors[stage]![rowBlock ?? 0]!;
}

/** Adds a term to a row; a block variable without a block of its own takes the row's. */
export function addGenericTerm(draft: StageDraft, row: number, term: GenericTerm, rowBlock: number | null): void {
  const block = term.blockIndex ?? rowBlock ?? 0;
  const { entityIndex: entity, blockIndex: named, busIndex: bus } = term;
  const place = { entity, cell: entity * draft.blocks + block, block, named, bus };
  genericVariable(term.variable)?.meaning.add(draft, row, place, coefficientOf(term, draft.stage.index, rowBlock));
}
