import type { Deps } from './deps.js';

/** How far a chain is signed, told from the database alone: whoever asks need not be the process that signs. */
export interface Signing {
  /** The newest entry that a checkpoint covers; 0 when nothing was ever signed. */
  readonly signedUpTo: number;
  /** How many entries came after it. */
  readonly unsigned: number;
  /** Why signing failed since then, if it did. */
  readonly problem?: { readonly atIso: string; readonly message: string };
}

export async function signingOf({ store: { ledger } }: Pick<Deps, 'store'>, chain: string): Promise<Signing> {
  const signedUpTo = (await ledger.checkpoints(chain)).at(-1)?.seq ?? 0;
  const unsigned = (await ledger.head(chain)).seq - signedUpTo;
  let found: Signing = { signedUpTo, unsigned };
  for await (const { at, body } of ledger.entries({ chain, type: 'CheckpointFailed', after: signedUpTo })) {
    const { detail } = body as { readonly detail?: { readonly message?: string } };
    found = { signedUpTo, unsigned, problem: { atIso: at, message: detail?.message ?? '' } };
  }
  return found;
}
