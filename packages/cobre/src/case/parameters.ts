/** Numbers that user constraints refer to by name: given once, by stage, season or block, or worked out from an entity. */
import type { GenericParameterEntry } from './schema/current/generic.js';

export interface ParameterPlace {
  readonly stageId: number;
  readonly seasonId: number | null;
  readonly block: number;
}

/** What the file says for a place; null where it says nothing. Computed ones are not in the file. */
export function givenValue(entry: GenericParameterEntry, { stageId, seasonId, block }: ParameterPlace): number | null {
  switch (entry.kind) {
    case 'constant':
      return entry.value;
    case 'per_stage':
      return entry.values.find(([stage]) => stage === stageId)?.[1] ?? null;
    case 'seasonal':
      return entry.values.find(([season]) => season === seasonId)?.[1] ?? null;
    case 'per_stage_block':
      return entry.block_values.find(([stage, at]) => stage === stageId && at === block)?.[2] ?? null;
    case 'computed':
      return null;
  }
}

export function variesByBlock({ kind }: GenericParameterEntry): boolean {
  return kind === 'per_stage_block';
}
