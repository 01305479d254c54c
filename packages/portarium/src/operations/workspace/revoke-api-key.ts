import { ApiKeyView } from '../../answers/workspace.js';
import { revokeApiKey as revoke } from '../../app/people/api-keys.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const revokeApiKey = define({
  name: 'portarium_key_revoke',
  title: 'Revoke a key',
  description: 'Take a key out of use',
  effect: 'destructive',
  needs: 'workspace:admin',
  input: { keyId: id },
  output: ApiKeyView,
  rest: { method: 'POST', path: '/api-keys/{keyId}/revoke', tag: 'Workspace' },
  run: (deps, caller, { keyId }) => revoke(deps, caller, keyId),
});
