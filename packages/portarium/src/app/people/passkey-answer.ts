/** What authenticators answer when a passkey is made, checked; and what all their answers have in common. */
import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto';
import { isOf, passkeyAlgorithms } from '@quadrivium/ledger';
import type { Passkey, Site } from '../../domain/passkey.js';
import { invalidInput } from '../../faults.js';

/** Loaded when somebody registers or uses a passkey, and not before. */
export const webauthn = () => import('@simplewebauthn/server');

/** What a browser gives for `navigator.credentials.create`, bytes in base64url. */
export interface RegistrationAnswer {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

type Verified = Omit<Passkey, 'workspaceId' | 'principalId' | 'label' | 'registeredAt'>;

export async function verifiedRegistration(
  site: Site,
  expectedChallenge: string,
  answer: RegistrationAnswer,
): Promise<Verified> {
  const { verifyRegistrationResponse } = await webauthn();
  const { id, response } = answer;
  const whole = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response } as const;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: whole as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin: pageOf(site, response.clientDataJSON),
    expectedRPID: site.name,
    supportedAlgorithmIDs: [...passkeyAlgorithms],
    requireUserVerification: true,
  }).catch(refusedAnswer);
  if (registrationInfo === undefined) throw refusedAnswer(new Error('The registration could not be verified.'));
  const { id: credentialId, publicKey: cose, counter } = registrationInfo.credential;
  const { spki, algorithm } = await spkiOf(cose);
  return {
    passkeyId: createHash('sha256').update(spki).digest('hex'),
    credentialId,
    coseKey: Buffer.from(cose).toString('base64url'),
    publicKey: spki.toString('hex'),
    algorithm,
    site: site.name,
    counter,
    transports: response.transports ?? [],
  };
}

/** The page that asked, when it is one of this site; otherwise something that no page is. */
export function pageOf({ name, origin }: Site, clientDataJSON: string): string {
  let page: unknown;
  try {
    page = (JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { origin?: unknown }).origin;
  } catch {
    throw refusedAnswer(new Error('What the browser signed cannot be read.'));
  }
  if (typeof page === 'string' && (origin === undefined ? isOf(page, name) : page === origin)) return page;
  throw refusedAnswer(new Error(`It was made for ${String(page)}, and this is ${origin ?? name}.`));
}

export function refusedAnswer(cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw invalidInput(`The answer of the authenticator does not count: ${why}`, { passkey: ['is not valid'] });
}

/** COSE (RFC 9052) as everybody else writes keys; the numbers are those of its registry. */
async function spkiOf(cose: Uint8Array): Promise<{ readonly spki: Buffer; readonly algorithm: number }> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const fields = decodeCredentialPublicKey(cose as never) as unknown as ReadonlyMap<number, unknown>;
  const text = (label: number) => Buffer.from(fields.get(label) as Uint8Array).toString('base64url');
  const keys: Readonly<Record<number, () => JsonWebKey>> = {
    1: () => ({ kty: 'OKP', crv: 'Ed25519', x: text(-2) }),
    2: () => ({ kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) }),
    3: () => ({ kty: 'RSA', n: text(-1), e: text(-2) }),
  };
  const key = keys[fields.get(1) as number]?.() ?? refusedAnswer(new Error('Its kind of key is not known.'));
  const spki = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'der' });
  return { spki, algorithm: fields.get(3) as number };
}
