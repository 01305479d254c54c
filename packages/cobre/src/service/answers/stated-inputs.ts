import { isObject } from '@quadrivium/kernel/essentials';

/** What metadata says a run was about, as text that can be compared; null for what it does not say. */
export interface StatedInputs {
  readonly inputs: string | null;
  readonly risk_measure: string | null;
  readonly horizon: string | null;
}

/** Null where the metadata says nothing, as those of other programs and earlier versions. */
export function statedInputs(metadata: unknown): StatedInputs | null {
  const stated = isObject(metadata) ? metadata.inputs : null;
  if (!isObject(stated)) return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const { stages, start, end } = isObject(stated.horizon) ? stated.horizon : {};
  return {
    inputs: text(stated.sha256),
    risk_measure: text(stated.risk_measure),
    horizon: typeof stages === 'number' ? `${stages} stages from ${start} to ${end}` : null,
  };
}
