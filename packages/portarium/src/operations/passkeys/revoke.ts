import { PasskeyView } from '../../answers/passkeys.js';
import { revokePasskey as revoke } from '../../app/people/passkeys.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const revokePasskey = define({
  name: 'portarium_passkey_revoke',
  title: 'Revoke a passkey',
  description: "Take one of the caller's passkeys out of use; anybody's for an administrator",
  effect: 'destructive',
  needs: 'approval:decide',
  input: { passkeyId: id },
  output: PasskeyView,
  rest: { method: 'POST', path: '/passkeys/{passkeyId}/revoke', tag: 'Passkeys' },
  run: (deps, caller, { passkeyId }) => revoke(deps, caller, passkeyId),
});
