/** What the operations about passkeys answer. */
import * as z from 'zod';
import { type Said, time } from './said.js';

export const PasskeyView = z.looseObject({
  passkeyId: z.string().describe('SHA-256 of its public key: what quadrivium-ledger verify --passkey is told'),
  principalId: z.string(),
  label: z.string(),
  site: z.string().describe('The only site whose pages can use it'),
  credentialId: z.string().describe('What browsers call it'),
  transports: z.array(z.string()),
  registeredAtIso: time,
  revokedAtIso: time.optional(),
});
export type PasskeyView = Said<z.output<typeof PasskeyView>>;

/** As navigator.credentials.create takes it, with bytes in base64url. */
export const PasskeyOfferView = z.looseObject({ options: z.looseObject({ challenge: z.string() }) });
export type PasskeyOfferView = Said<z.output<typeof PasskeyOfferView>>;
