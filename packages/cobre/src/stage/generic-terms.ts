import type { GenericTerm } from '../case/model.js';
import { genericVariable } from '../equipment/members.js';
import type { StageDraft } from './draft.js';

/** Adds a term to a row; a block variable without a block of its own takes the row's. */
export function addGenericTerm(draft: StageDraft, row: number, term: GenericTerm, rowBlock: number | null): void {
  const block = term.blockIndex ?? rowBlock ?? 0;
  const place = { entity: term.entityIndex, cell: term.entityIndex * draft.blocks + block, block };
  genericVariable(term.variable)?.meaning.add(draft, row, place, term.coefficient);
}
