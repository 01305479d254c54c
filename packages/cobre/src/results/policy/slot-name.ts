import { members } from '../../equipment/members.js';
import type { EntitySlot } from './slot-table.js';

const names: Readonly<Record<number, string>> = { 0: 'storage', 1: 'inflow lag' };

/** A slot in words, for those who are told about it. */
export function slotName({ entityType, entityId, subindex, referenceDate, intervalStart }: EntitySlot): string {
  const kind = names[entityType] ?? members.find(({ state }) => state?.policyType === entityType)?.state?.kind;
  const number = entityType === 0 ? '' : ` (${referenceDate ?? intervalStart ?? subindex})`;
  return `${kind ?? `state of type ${entityType}`} of ${entityId}${number}`;
}
