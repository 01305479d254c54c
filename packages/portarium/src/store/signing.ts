import type { Signing } from '../domain/evidence.js';
import type { EvidenceReader } from '../domain/store-port.js';

/** How far a chain is signed, told from the database alone: whoever asks need not be the process that signs. */
export async function signingOf(ledger: EvidenceReader, chain: string): Promise<Signing> {
  const signedUpTo = (await ledger.checkpoints(chain)).at(-1)?.seq ?? 0;
  const unsigned = (await ledger.head(chain)).seq - signedUpTo;
  let found: Signing = { signedUpTo, unsigned };
  for await (const { at, body } of ledger.entries({ chain, type: 'CheckpointFailed', after: signedUpTo })) {
    const { detail } = body as { readonly detail?: { readonly message?: string } };
    found = { signedUpTo, unsigned, problem: { atIso: at, message: detail?.message ?? '' } };
  }
  return found;
}
