/**
 * Whether a person's authenticator signed exactly this decision: WebAuthn (https://www.w3.org/TR/webauthn-3/, 7.2) as far as
 * it can be checked without the server that asked, with nothing but WebCrypto.
 */
import { type DecisionStatement, decisionText, type PasskeySignature } from '../format/decision.js';
import { type Bytes, fromHex, joined, sha256, toBase64Url, toHex, utf8 } from './bytes.js';

/** The challenge a browser is given for this decision, in base64url. */
export async function decisionChallenge(statement: DecisionStatement): Promise<string> {
  return toBase64Url(await sha256(utf8(decisionText(statement))));
}

/** Why the signature does not count; undefined when it does. */
export async function faultOfSignature(
  statement: DecisionStatement,
  signed: PasskeySignature,
): Promise<string | undefined> {
  const [publicKey, authenticatorData, clientData, signature] = [
    signed.publicKey,
    signed.authenticatorData,
    signed.clientData,
    signed.signature,
  ].map(fromHex);
  if (!publicKey || !authenticatorData || !clientData || !signature) return 'it is not whole';
  if (toHex(await sha256(publicKey)) !== signed.passkeyId) return 'its public key is not that of the passkey it names';
  const fault =
    faultOfClientData(clientData, signed.site, await decisionChallenge(statement)) ??
    (await faultOfAuthenticator(authenticatorData, signed.site));
  if (fault !== undefined) return fault;
  const text = joined(authenticatorData, await sha256(clientData));
  const holds = await isSigned(publicKey, signed.algorithm, text, signature).catch(() => false);
  return holds ? undefined : 'the signature is not of this key';
}

/** What the browser says it was asked: the challenge, and by which page. */
function faultOfClientData(bytes: Bytes, site: string, challenge: string): string | undefined {
  let said: { readonly type?: unknown; readonly challenge?: unknown; readonly origin?: unknown } | null;
  try {
    said = JSON.parse(new TextDecoder().decode(bytes)) as typeof said;
  } catch {
    return 'what the browser signed cannot be read';
  }
  if (typeof said?.origin !== 'string') return 'what the browser signed names no page';
  if (said.type !== 'webauthn.get') return 'it was made for something else';
  if (said.challenge !== challenge) return 'it is of another decision';
  return isOf(said.origin, site) ? undefined : `a page of ${said.origin} asked for it`;
}

/** Pages of the site itself; in the clear only on the machine of whoever looks. */
export function isOf(origin: string, site: string): boolean {
  const { protocol, hostname } = URL.canParse(origin) ? new URL(origin) : { protocol: '', hostname: '' };
  return hostname === site && (protocol === 'https:' || (protocol === 'http:' && site === 'localhost'));
}

/** Flags of the authenticator: somebody was there (1), and it knew who (4). */
const present = 0x01;
const verified = 0x04;

async function faultOfAuthenticator(data: Bytes, site: string): Promise<string | undefined> {
  if (data.length < 37) return 'it is not whole';
  if (toHex(data.subarray(0, 32)) !== toHex(await sha256(utf8(site)))) return 'it is of another site';
  const flags = data[32] ?? 0;
  return flags & present && flags & verified ? undefined : 'the authenticator did not verify who was there';
}

interface Algorithm {
  readonly name: string;
  readonly namedCurve?: string;
}

const hash = 'SHA-256';
const algorithms: Readonly<Record<number, Algorithm>> = {
  [-7]: { name: 'ECDSA', namedCurve: 'P-256' },
  [-8]: { name: 'Ed25519' },
  [-257]: { name: 'RSASSA-PKCS1-v1_5' },
};

/** The signatures that count, by their COSE numbers. */
export const passkeyAlgorithms: readonly number[] = Object.keys(algorithms).map(Number);

async function isSigned(publicKey: Bytes, algorithm: number, text: Bytes, signature: Bytes): Promise<boolean> {
  const named = algorithms[algorithm];
  if (named === undefined) return false;
  const parameters = { ...named, hash };
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('spki', publicKey, parameters, false, ['verify']);
  const plain = algorithm === -7 ? plainEcdsa(signature) : signature;
  return plain !== undefined && subtle.verify(parameters, key, plain, text);
}

/** Authenticators write the two numbers of ECDSA as DER; WebCrypto wants 32 bytes of each. */
function plainEcdsa(der: Bytes): Bytes | undefined {
  const r = integerAt(der, 2);
  const s = r && integerAt(der, r.end);
  const whole = der[0] === 0x30 && der[1] === der.length - 2 && s?.end === der.length;
  return whole && r && s ? joined(r.bytes, s.bytes) : undefined;
}

function integerAt(der: Bytes, at: number): { readonly bytes: Bytes; readonly end: number } | undefined {
  const length = der[at + 1] ?? 0;
  const end = at + 2 + length;
  if (der[at] !== 0x02 || length === 0 || end > der.length) return undefined;
  const digits = der.subarray(at + 2, end);
  const significant = digits[0] === 0 ? digits.subarray(1) : digits;
  if (significant.length > 32) return undefined;
  return { bytes: joined(new Uint8Array(32 - significant.length), significant), end };
}
