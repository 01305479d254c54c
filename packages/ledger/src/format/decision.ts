/**
 * What a person's authenticator signs when they decide: this text, hashed, is the challenge of WebAuthn. Whoever has the
 * record can make it again from the entry of the decision, so a signature that fits no other decision needs no server to
 * vouch for it.
 */
import { canonicalJson } from './canonical-json.js';

export interface DecisionStatement {
  /** The chain of the record: the workspace. */
  readonly chain: string;
  readonly approvalId: string;
  readonly planDigest: string;
  readonly decision: string;
  readonly rationale?: string | undefined;
  /** Who decides. */
  readonly by: string;
}

/** The version and the purpose are part of what is signed: no other signature can be taken for this one. */
export function decisionText({ chain, approvalId, planDigest, decision, rationale, by }: DecisionStatement): string {
  return canonicalJson({ v: 1, purpose: 'decision', chain, approvalId, planDigest, decision, rationale, by });
}

/** The signature as it stands in the record, beside the decision. Bytes are hexadecimal. */
export interface PasskeySignature {
  /** SHA-256 of the public key. */
  readonly passkeyId: string;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: string;
  /** COSE: -7 ES256, -8 EdDSA, -257 RS256. */
  readonly algorithm: number;
  /** The site the passkey belongs to. */
  readonly site: string;
  readonly authenticatorData: string;
  readonly clientData: string;
  readonly signature: string;
}
