import { members } from '../equipment/members.js';

/** What a column is paid for. The cost tables of the results are sums of columns by kind. */
export const costKinds: readonly string[] = [
  'none',
  'future',
  'generic_violation',
  ...members.flatMap(({ costKinds: own }) => own),
];

const codes = new Map(costKinds.map((kind, code) => [kind, code]));

/** The number a kind has in `StageModel.kinds`. A kind that nobody declared is a mistake of the program. */
export function costKindCode(kind: string): number {
  const code = codes.get(kind);
  if (code === undefined) throw new Error(`No equipment declares costs of kind '${kind}'.`);
  return code;
}
