import { PasskeyOfferView } from '../../answers/passkeys.js';
import { offerPasskey as offer } from '../../app/people/passkeys.js';
import { define } from '../define.js';

export const offerPasskey = define({
  name: 'portarium_passkey_offer',
  title: 'Begin to register a passkey',
  description: 'What the browser needs to make a passkey for the caller; holds for five minutes',
  effect: 'write',
  needs: 'approval:decide',
  output: PasskeyOfferView,
  rest: { method: 'POST', path: '/passkeys/offer', tag: 'Passkeys' },
  cli: false,
  run: offer,
});
