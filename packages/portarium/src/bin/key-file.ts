/**
 * One private key in a file beside the database signs checkpoints of the evidence and, through keys derived from it, seals
 * what the database keeps for us and signs messages to browsers. Whoever steals the database alone can do none of it.
 */

import { createCipheriv, createDecipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Fault, registerSecret } from '@quadrivium/kernel';
import { newSecret } from '@quadrivium/kernel/essentials';
import { generateKeyPem, type Signer, signerFromPem } from '@quadrivium/ledger';
import type { PushKeys } from '../domain/push.js';
import type { Sealer } from '../domain/sealer.js';

export type Keys = NonNullable<ReturnType<typeof keysFor>>;

/** The keys of a database; made when the file is not there yet. A database server has no place beside it to put one. */
export function keysFor(db: string) {
  const named = process.env.PORTARIUM_KEY_FILE;
  const path = named ?? (/^postgres(?:ql)?:/.test(db) ? undefined : `${db}.key`);
  if (path === undefined) return undefined;
  const pem = readOrMake(path);
  registerSecret(pem.trim());
  return { signer: signerIn(path, pem), sealer: sealerFrom(pem), push: pushKeysFrom(pem) };
}

/** Whoever is told to make a new key instead loses what the old one has sealed. */
function signerIn(path: string, pem: string): Signer {
  try {
    return signerFromPem(pem);
  } catch (error) {
    throw new Fault('BadUsage', `The key file ${path} holds no Ed25519 private key in PEM.`, {
      cause: error,
      suggestion:
        'Put the key of this database back from a backup: with another, its checkpoints are foreign and what was sealed stays closed.',
    });
  }
}

function readOrMake(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new Fault('BadUsage', `The key file ${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  try {
    makeWhole(path, generateKeyPem());
  } catch (error) {
    throw new Fault('BadUsage', `The key file ${path} cannot be made: ${(error as Error).message}`, { cause: error });
  }
  return readFileSync(path, 'utf8');
}

/** Under its name the key is whole or absent, whoever looks or is killed meanwhile; of two that make it one counts. */
function makeWhole(path: string, pem: string): void {
  const draft = `${path}.${newSecret(6, 'hex')}`;
  try {
    writeFileSync(draft, pem, { mode: 0o600, flag: 'wx', flush: true });
    appear(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Some file systems have no links; there the name is taken in place, and exclusively all the same. */
function appear(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(draft, path, constants.COPYFILE_EXCL);
  }
}

function derived(pem: string, purpose: string): Buffer {
  const seed = Buffer.from(createPrivateKey(pem).export({ format: 'jwk' }).d ?? '', 'base64url');
  return Buffer.from(hkdfSync('sha256', seed, Buffer.alloc(0), purpose, 32));
}

/** Browsers are bound to this key for good, so it must be the same after every start and in every process. */
function pushKeysFrom(pem: string): PushKeys {
  // One of 2^32 texts of 32 bytes is no private key of P-256.
  for (let turn = 1; ; turn++) {
    const scalar = derived(pem, `portarium push v1.${turn}`);
    try {
      const pair = createECDH('prime256v1');
      pair.setPrivateKey(scalar);
      const privateKey = scalar.toString('base64url');
      registerSecret(privateKey);
      return { publicKey: pair.getPublicKey('base64url'), privateKey };
    } catch (error) {
      if (turn === 8) throw error;
    }
  }
}

const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM; version, nonce, text and tag in one word. */
function sealerFrom(pem: string): Sealer {
  const key = derived(pem, 'portarium sealing v1');
  return {
    seal(text, context) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${sealed.toString('base64url')}`;
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed.slice('v1.'.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-tagBytes));
      return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
