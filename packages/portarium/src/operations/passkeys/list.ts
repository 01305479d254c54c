import { PasskeyView } from '../../answers/passkeys.js';
import { listOf } from '../../answers/said.js';
import { listPasskeys as list } from '../../app/people/passkeys.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listPasskeys = define({
  name: 'portarium_passkey_list',
  title: 'List passkeys',
  description: "The caller's passkeys; everybody's for an administrator",
  effect: 'read',
  needs: 'approval:read',
  output: listOf(PasskeyView),
  rest: { method: 'GET', path: '/passkeys', tag: 'Passkeys' },
  run: (deps, caller) => items(list(deps, caller)),
});
