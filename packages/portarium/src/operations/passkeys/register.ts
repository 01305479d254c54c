import * as z from 'zod';
import { PasskeyView } from '../../answers/passkeys.js';
import { registerPasskey as register } from '../../app/people/passkeys.js';
import { define } from '../define.js';
import { bytes, text } from '../fields.js';

export const registerPasskey = define({
  name: 'portarium_passkey_register',
  title: 'Register a passkey',
  description: 'Keep the passkey that the browser has made for the caller',
  effect: 'write',
  needs: 'approval:decide',
  input: {
    label: text.describe('What its owner calls it'),
    answer: z
      .object({
        id: bytes,
        response: z.object({
          clientDataJSON: bytes,
          attestationObject: bytes,
          transports: z.array(z.string().max(50)).max(10).optional(),
        }),
      })
      .describe('RegistrationResponseJSON of WebAuthn'),
  },
  output: PasskeyView,
  rest: { method: 'POST', path: '/passkeys', tag: 'Passkeys', status: 201 },
  cli: false,
  run: register,
});
