import { canonicalJson } from './canonical-json.js';
import { formatVersion } from './entry.js';

/** What a key holder vouches for: at this time, this chain had this many entries, and the last had this hash. */
export interface CheckpointStatement {
  readonly v: typeof formatVersion;
  readonly kind: 'checkpoint';
  readonly chain: string;
  readonly seq: number;
  readonly hash: string;
  readonly at: string;
  /** The Ed25519 public key: 32 bytes in base64url without padding. */
  readonly publicKey: string;
}

export interface Checkpoint extends CheckpointStatement {
  /** Ed25519 signature of the statement's canonical JSON in UTF-8: 64 bytes in base64url without padding. */
  readonly signature: string;
}

export const checkpointFields = ['at', 'chain', 'hash', 'kind', 'publicKey', 'seq', 'signature', 'v'] as const;

export function signedText(checkpoint: CheckpointStatement): string {
  const { at, chain, hash, publicKey, seq } = checkpoint;
  return canonicalJson({ v: formatVersion, kind: 'checkpoint', at, chain, hash, publicKey, seq });
}

export function checkpointLine(checkpoint: Checkpoint): string {
  const { at, chain, hash, publicKey, seq, signature } = checkpoint;
  return canonicalJson({ v: formatVersion, kind: 'checkpoint', at, chain, hash, publicKey, seq, signature });
}

/** The first line of an export says what follows: a whole chain, or one stream of it. */
export interface ExportHeader {
  readonly v: typeof formatVersion;
  readonly kind: 'export';
  readonly chain: string;
  readonly stream?: string;
}

export function headerLine(chain: string, stream?: string): string {
  return canonicalJson({ v: formatVersion, kind: 'export', chain, stream });
}
