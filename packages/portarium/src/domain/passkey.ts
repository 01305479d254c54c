import type { PrincipalId, WorkspaceId } from './ids.js';

/** An authenticator of a person: a phone, a computer or a security key. Its private key never leaves it. */
export interface Passkey {
  readonly workspaceId: WorkspaceId;
  readonly principalId: PrincipalId;
  /** SHA-256 of the public key, in hexadecimal: what the record and an auditor call it. */
  readonly passkeyId: string;
  /** What browsers call it. */
  readonly credentialId: string;
  /** COSE, in base64url. */
  readonly coseKey: string;
  /** The same key as SubjectPublicKeyInfo, in hexadecimal. */
  readonly publicKey: string;
  readonly algorithm: number;
  /** The site it belongs to; browsers use it nowhere else. */
  readonly site: string;
  /** How often it says it has signed; one that counts backwards has been copied. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly label: string;
  readonly registeredAt: number;
  readonly revokedAt?: number;
}

/** What a browser has to sign to bring a new passkey; there is one per person. */
export interface PasskeyOffer {
  readonly workspaceId: WorkspaceId;
  readonly principalId: PrincipalId;
  readonly challenge: string;
  readonly expiresAt: number;
}

/** The site that passkeys are for. Without an origin any page of it counts, whatever its port. */
export interface Site {
  readonly name: string;
  readonly origin?: string;
}

/** `http://localhost` is the only page in the clear that browsers let use passkeys. */
export const localSite: Site = { name: 'localhost' };

export function siteOf(publicUrl: string): Site {
  const { hostname, origin } = new URL(publicUrl);
  return { name: hostname, origin };
}
