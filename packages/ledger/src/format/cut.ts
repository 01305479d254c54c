import { canonicalJson, type JsonValue } from './canonical-json.js';
import { formatVersion } from './entry.js';

/** Where a stream stood that goes on after the cut. */
export interface CarriedStream {
  readonly stream: string;
  readonly index: number;
  readonly hash: string;
}

/**
 * What stands for the entries that were removed from the beginning of a chain: up to which number, which hash the last of
 * them had, and how many this cut removed. The chain goes on from there as if they were still in front of it.
 */
export interface CutStatement {
  readonly v: typeof formatVersion;
  readonly kind: 'cut';
  readonly chain: string;
  /** The last entry that was removed. */
  readonly seq: number;
  readonly hash: string;
  /** How many were removed by this cut; with those before it that makes `seq`. */
  readonly count: number;
  /** Sorted by name. Streams that are not among them have ended, or begin after the cut. */
  readonly streams: readonly CarriedStream[];
  readonly at: string;
  /** The Ed25519 public key: 32 bytes in base64url without padding. */
  readonly publicKey: string;
}

export interface Cut extends CutStatement {
  /** Ed25519 signature of the statement's canonical JSON in UTF-8: 64 bytes in base64url without padding. */
  readonly signature: string;
}

export const cutFields = [
  'at',
  'chain',
  'count',
  'hash',
  'kind',
  'publicKey',
  'seq',
  'signature',
  'streams',
  'v',
] as const;

export function cutText(cut: CutStatement): string {
  return canonicalJson(said(cut));
}

export function cutLine(cut: Cut): string {
  return canonicalJson({ ...said(cut), signature: cut.signature });
}

function said({ at, chain, count, hash, publicKey, seq, streams }: CutStatement): Record<string, JsonValue> {
  const carried = streams.map(({ stream, index, hash: last }) => ({ stream, index, hash: last }));
  return { v: formatVersion, kind: 'cut', at, chain, count, hash, publicKey, seq, streams: carried };
}
