import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { ledgerFault } from '../faults.js';
import { type Checkpoint, type CheckpointStatement, signedText } from '../format/checkpoint.js';
import { type Cut, type CutStatement, cutText } from '../format/cut.js';
import { formatVersion } from '../format/entry.js';
import type { Awaitable } from '../verify/crypto.js';

/** Whoever holds a key. It may live elsewhere, in an agent or a vault, so signing may take its time. */
export interface Signer {
  /** 32 bytes in base64url. */
  readonly publicKey: string;
  /** The Ed25519 signature of the text's UTF-8 bytes in base64url. */
  sign(text: string): Awaitable<string>;
}

/** A signer from a private key in PEM (PKCS #8), as `openssl genpkey -algorithm ed25519` writes it. */
export function signerFromPem(pem: string): Signer {
  const key = readKey(() => createPrivateKey(pem), 'private');
  return {
    publicKey: rawPublicKey(createPublicKey(key)),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64url'),
  };
}

/** A public key in PEM, or already as 32 bytes in base64url; gives the latter. */
export function publicKeyFrom(text: string): string {
  const trimmed = text.trim();
  if (/^[\w-]{43}$/.test(trimmed)) return trimmed;
  return rawPublicKey(readKey(() => createPublicKey(trimmed), 'public'));
}

export function generateKeyPem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export async function signCheckpoint(
  head: Pick<CheckpointStatement, 'chain' | 'seq' | 'hash'>,
  at: string,
  signer: Signer,
): Promise<Checkpoint> {
  const { chain, seq, hash } = head;
  const { publicKey } = signer;
  const statement = { v: formatVersion, kind: 'checkpoint', chain, seq, hash, at, publicKey } as const;
  return { ...statement, signature: await signer.sign(signedText(statement)) };
}

export async function signCut(
  removed: Pick<CutStatement, 'chain' | 'seq' | 'hash' | 'count' | 'streams'>,
  at: string,
  signer: Signer,
): Promise<Cut> {
  const { publicKey } = signer;
  const statement = { ...removed, v: formatVersion, kind: 'cut', at, publicKey } as const;
  return { ...statement, signature: await signer.sign(cutText(statement)) };
}

function rawPublicKey(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x as string;
}

function readKey(read: () => KeyObject, which: 'private' | 'public'): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch (cause) {
    throw ledgerFault('InvalidKey', `This is not a ${which} key in PEM.`, {
      cause,
      suggestion: 'Make one with `quadrivium-ledger keygen <file>`.',
    });
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw ledgerFault('InvalidKey', `This is a key for ${key.asymmetricKeyType}; checkpoints are signed with Ed25519.`);
}
