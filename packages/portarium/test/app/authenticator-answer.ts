/**
 * The authenticator is put together from WebAuthn level 3 (6.5.1, attestation `none`): nothing in it proves who has the private
 * key, so whoever has read a public key can send it. A real authenticator works in packages/console/test/passkeys.test.ts.
 */
import { createHash, type KeyObject } from 'node:crypto';

const text = (value: string) => Buffer.from(value);

export function answerWith(publicKey: KeyObject, challenge: string) {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  // COSE: an elliptic key for ES256 on P-256.
  const cose = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), left, Buffer.from('225820', 'hex'), right]);
  const id = createHash('sha256').update(challenge).digest().subarray(0, 16);
  const site = createHash('sha256').update('localhost').digest();
  // Somebody was there, was verified, and a key follows; counter and model are zero.
  const data = Buffer.concat([site, Buffer.from([0x45]), Buffer.alloc(20), Buffer.from([0, id.length]), id, cose]);
  const parts = [[0xa3, 0x63], text('fmt'), [0x64], text('none'), [0x67], text('attStmt'), [0xa0, 0x68]];
  const head = Buffer.concat([...parts, text('authData'), [0x58, data.length]].map((part) => Buffer.from(part)));
  const said = JSON.stringify({ type: 'webauthn.create', challenge, origin: 'http://localhost:4070' });
  const response = {
    clientDataJSON: text(said).toString('base64url'),
    attestationObject: Buffer.concat([head, data]).toString('base64url'),
  };
  return { id: id.toString('base64url'), response };
}
