import { type Checkpoint, signedText } from '../format/checkpoint.js';
import { type Cut, cutText } from '../format/cut.js';
import type { VerifierCrypto } from './crypto.js';
import type { ProblemDetail } from './problem.js';

/** What somebody outside the chain remembers of it: that entry `seq` had this hash. */
export interface ExpectedHead {
  readonly chain: string;
  readonly seq: number;
  readonly hash: string;
}

export interface Expectation extends ExpectedHead {
  /** Who says so, for messages. */
  readonly source: string;
}

export type Judged =
  | { readonly counts: true; readonly expectation: Expectation }
  | { readonly counts: false; readonly problem: ProblemDetail };

/** A checkpoint counts only if its signature holds and, when a key was pinned, that key made it. */
export async function judgeCheckpoint(
  checkpoint: Checkpoint,
  pinnedKey: string | undefined,
  crypto: VerifierCrypto,
): Promise<Judged> {
  const { chain, seq, hash, at, publicKey, signature } = checkpoint;
  if (!(await crypto.verifyEd25519(publicKey, signedText(checkpoint), signature))) {
    return { counts: false, problem: { kind: 'bad-signature', seq, publicKey } };
  }
  if (pinnedKey !== undefined && publicKey !== pinnedKey) {
    return { counts: false, problem: { kind: 'foreign-key', seq, publicKey } };
  }
  return { counts: true, expectation: { chain, seq, hash, source: `the checkpoint of ${at}` } };
}

/** Why a cut does not count: whoever could remove entries without a key could remove any. */
export async function faultOfCut(
  cut: Cut,
  pinnedKey: string | undefined,
  crypto: VerifierCrypto,
): Promise<string | undefined> {
  const { publicKey, signature } = cut;
  if (!(await crypto.verifyEd25519(publicKey, cutText(cut), signature)))
    return `its signature is bad for key ${publicKey}`;
  if (pinnedKey === undefined || publicKey === pinnedKey) return undefined;
  return `it is signed by ${publicKey}, which is not the expected key`;
}
